import { CONTRACT_TEXT } from './generated/contract-text.js'

/** The subset of OpenAPI 3.0 that the contract uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  nullable?: boolean
  format?: string
  enum?: unknown[]
  allOf?: Schema[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  /** The name of the schema that is inlined here, since a reference cannot be nullable. */
  'x-schema'?: string
  /** The operation checks length and form, not the schema, so that all faults come in one response. */
  'x-checked-later'?: boolean
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  description?: string
  example?: unknown
  schema: Schema
}

export interface MediaType {
  schema: Schema
  example?: unknown
  examples?: Record<string, { $ref: string }>
}

export interface OperationResponse {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, MediaType>
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, OperationResponse>
  /** The scopes that a restricted key needs: all of them, separated by spaces. */
  'x-required-scope'?: string
}

export interface Contract {
  openapi: string
  info: { title: string; version: string; description?: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    headers: Record<string, { description: string; required?: boolean; schema: Schema }>
    examples: Record<string, { summary: string; value: unknown }>
    securitySchemes: Record<string, object>
  }
}

/** The placeholder for the base URL in the generated text. */
const EXAMPLE_URL = 'https://paylink.invalid'

/** The generated contract with this installation's base URL and providers (R262); null allows any payment provider. */
export function loadContract(
  baseUrl: string,
  providers: readonly string[] | null,
  invoicing: readonly string[] = [],
): Contract {
  const contract = JSON.parse(CONTRACT_TEXT.replaceAll(EXAMPLE_URL, JSON.stringify(baseUrl).slice(1, -1))) as Contract
  contract.servers = [{ url: baseUrl }]
  if (providers === null) return contract
  const { ProviderId, PaymentProviderId } = contract.components.schemas
  if (ProviderId) ProviderId.enum = [...providers]
  if (PaymentProviderId) PaymentProviderId.enum = [...providers, 'manual']
  const service = contract.components.schemas['InvoicingConnection']?.properties?.['service']
  if (service && invoicing.length > 0) service.enum = [...invoicing]
  return contract
}

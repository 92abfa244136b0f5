import { CONTRACT_TEXT } from './generated/contract-text.js'

/** What we use of OpenAPI 3.0. */
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
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  description?: string
  schema: Schema
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
  /** The scopes that a restricted key needs, all of them, separated by a space. */
  'x-required-scope'?: string
}

export interface Contract {
  openapi: string
  info: { title: string; version: string; description?: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> }
}

/** The contract as tsoa generated it, for the providers that are installed here (R262). */
export function openContract(baseUrl: string, providers: readonly string[]): Contract {
  const contract = JSON.parse(CONTRACT_TEXT) as Contract
  contract.servers = [{ url: baseUrl }]
  const { ProviderId, PaymentProviderId } = contract.components.schemas
  if (ProviderId) ProviderId.enum = [...providers]
  if (PaymentProviderId) PaymentProviderId.enum = [...providers, 'manual']
  return contract
}

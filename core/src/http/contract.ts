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
  /** The schema that was written out here, since a reference cannot be null. */
  'x-schema'?: string
  /** The operation checks the length and form of it, not the schema: its faults are answered with others. */
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

export interface Answer {
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
  responses: Record<string, Answer>
  /** The scopes that a restricted key needs, all of them, separated by a space. */
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

/** Stands for the address in the examples. */
const EXAMPLE_URL = 'https://paylink.invalid'

/** The contract as tsoa generated it, for the providers that are installed here (R262). */
export function openContract(baseUrl: string, providers: readonly string[]): Contract {
  const contract = JSON.parse(CONTRACT_TEXT.replaceAll(EXAMPLE_URL, JSON.stringify(baseUrl).slice(1, -1))) as Contract
  contract.servers = [{ url: baseUrl }]
  const { ProviderId, PaymentProviderId } = contract.components.schemas
  if (ProviderId) ProviderId.enum = [...providers]
  if (PaymentProviderId) PaymentProviderId.enum = [...providers, 'manual']
  return contract
}

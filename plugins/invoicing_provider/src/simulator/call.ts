import type { JsonObject } from './json-body.js'
import type { Taxpayer } from './taxpayers.js'

/** One of the taxpayers that an account may issue for. */
export interface Organization {
  id: string
  testKey: string
  taxpayer: Taxpayer
}

/** A request, its caller known. Each key of an account has organizations of its own. */
export interface Call {
  /** Of the account. */
  seed: string
  /** Undefined with the account's own key. */
  organization?: Organization
  id: string
  query: URLSearchParams
  body: JsonObject
}

/** A request that came with an organization's key. */
export type OrganizationCall = Call & { organization: Organization }

export interface Reply {
  status?: number
  /** An object, or a bare text. */
  body?: unknown
  file?: { type: string; bytes: Uint8Array }
}

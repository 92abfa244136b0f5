import type { JsonObject } from './json-body.js'
import type { Taxpayer } from './taxpayers.js'

/** A taxpayer that an account may issue for. */
export interface Organization {
  id: string
  testKey: string
  taxpayer: Taxpayer
}

/** An authenticated request. Each account key has its own organizations. */
export interface Call {
  /** The account's. */
  seed: string
  /** Undefined: the account's key was used. */
  organization?: Organization
  id: string
  query: URLSearchParams
  body: JsonObject
}

/** A request that came with an organization's key. */
export type OrganizationCall = Call & { organization: Organization }

export interface Reply {
  status?: number
  /** An object or plain text. */
  body?: unknown
  file?: { type: string; bytes: Uint8Array }
}

import type { JsonObject } from './json-body.js'

/** An authenticated request. Each private key has an account of its own. */
export interface Call {
  account: string
  id: string
  query: URLSearchParams
  body: JsonObject
}

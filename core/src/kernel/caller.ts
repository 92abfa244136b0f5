import type { Mode } from './mode.js'

/** How a request reached the service; kept on what it creates (R33). */
export type Channel = 'api' | 'dashboard' | 'mcp'

/** One account in one mode. Every row belongs to one, and no row refers to a row of another (I46, I47). */
export interface Scope {
  accountId: string
  livemode: boolean
}

/** On whose behalf a request acts. */
export interface Caller extends Scope {
  mode: Mode
  channel: Channel
  /** The API key that authenticated it. */
  keyId: string
  /** Null: everything in its mode. */
  scopes: readonly ApiScope[] | null
}

/** What a restricted key may do. */
export const API_SCOPES = [
  'links:read',
  'links:write',
  'payments:read',
  'payments:write',
  'invoices:read',
  'invoices:write',
  'email:send',
  'connections:read',
] as const

export type ApiScope = (typeof API_SCOPES)[number]

/** The part of an authenticated request that a controller may see. */
export interface CallerRequest {
  caller: Caller
}

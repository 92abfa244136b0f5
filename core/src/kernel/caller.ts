import type { Mode } from './mode.js'

/** Where a request came from. Kept on what it creates (R33). */
export type Channel = 'api' | 'dashboard' | 'mcp'

/** One account in one mode: what every row belongs to, and what nothing ever crosses (I46, I47). */
export interface Scope {
  accountId: string
  livemode: boolean
}

/** On whose behalf a request acts. */
export interface Caller extends Scope {
  mode: Mode
  channel: Channel
  /** The API key it came with. */
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

/** A request whose caller is known: what a controller may see of it. */
export interface CallerRequest {
  caller: Caller
}

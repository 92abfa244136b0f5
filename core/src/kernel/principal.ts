/** One account in one mode. Every row belongs to one, and no row refers to a row of another (I46, I47). */
export interface Scope {
  accountId: string
  livemode: boolean
}

export const isSameScope = (one: Scope, other: Scope): boolean =>
  one.accountId === other.accountId && one.livemode === other.livemode

/** How an act reaches the service. */
export type Surface = 'api' | 'dashboard' | 'mcp' | 'cli' | 'system'

/**
 * `grant`: an agent that a person of the account connected over OAuth. `operator`: anyone who can run commands on the
 * machine. `system`: the service itself, in the background.
 */
export type Identity =
  | { kind: 'key'; id: string }
  | { kind: 'grant'; id: string }
  | { kind: 'user'; id: string }
  | { kind: 'operator' }
  | { kind: 'system' }

/** Limits of a key or grant in addition to its scopes. They hold on every surface. */
export interface Controls {
  /** Of both amounts, ISO 4217. A holder with a limit of money creates links in no other currency. */
  currency: string
  /** The most that all links created in a day may ask for together, in centavos; null: no limit. */
  dailyLimit: number | null
  /** The most that one link may ask for, in centavos; null: no limit. */
  linkLimit: number | null
  /** Operations of the contract that a person must approve each time. */
  askFirst: readonly string[]
}

/** Who acts, by which surface, and with which permissions. */
export interface Principal {
  surface: Surface
  who: Identity
  /** Null: everything. */
  scopes: readonly ApiScope[] | null
  /** What a person has limited for the key or grant that acts; left out or null: nothing. */
  controls?: Controls | null
}

/** A principal that acts for one account, on what belongs to it in both modes: its settings, keys and endpoints. */
export interface AccountWidePrincipal extends Principal {
  accountId: string
}

/** A principal that acts for one account in one mode. */
export interface AccountPrincipal extends AccountWidePrincipal, Scope {}

export const OPERATOR: Principal = { surface: 'cli', who: { kind: 'operator' }, scopes: null }

export const SYSTEM: Principal = { surface: 'system', who: { kind: 'system' }, scopes: null }

export const actForAccount = (principal: Principal, accountId: string): AccountWidePrincipal => ({
  ...principal,
  accountId,
})

export const actFor = (principal: Principal, { accountId, livemode }: Scope): AccountPrincipal => ({
  ...principal,
  accountId,
  livemode,
})

/** Who created a row, as it is stored: `user:usr_…`, `key:key_…`, `grant:grt_…`, `operator` or `system`. */
export const creatorOf = ({ who }: Principal): string => ('id' in who ? `${who.kind}:${who.id}` : who.kind)

/** Null: no API key acts. */
export const keyIdOf = ({ who }: Principal): string | null => (who.kind === 'key' ? who.id : null)

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
export interface PrincipalRequest {
  principal: AccountPrincipal
}

/** One account in one mode. Every row belongs to one, and no row refers to a row of another (I46, I47). */
export interface Scope {
  accountId: string
  livemode: boolean
}

export const isSameScope = (one: Scope, other: Scope): boolean =>
  one.accountId === other.accountId && one.livemode === other.livemode

/** How an act reaches the service. */
export type Surface = 'api' | 'dashboard' | 'mcp' | 'cli' | 'system'

/** `operator`: anyone who can run commands on the machine. `system`: the service itself, in the background. */
export type Identity =
  { kind: 'key'; id: string } | { kind: 'user'; id: string } | { kind: 'operator' } | { kind: 'system' }

/** Who acts, by which surface, and with which permissions. */
export interface Principal {
  surface: Surface
  who: Identity
  /** Null: everything. */
  scopes: readonly ApiScope[] | null
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

/** Who created a row, as it is stored: `user:usr_…`, `key:key_…`, `operator` or `system`. */
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

import type { ApiScope, Controls, Scope } from '../kernel/principal.js'

/** An agent that a person connected over OAuth, to one account in one mode. */
export interface Grant extends Scope {
  id: string
  /** Who connected it. The grant is worth nothing once this person may no longer connect agents. */
  userId: string
  /** What the agent's program identifies itself with at the authorization server. */
  clientId: string
  /** What the program calls itself. */
  clientName: string
  /** The host whose document has the name; null: the program registered itself, and the name is not verified. */
  clientHost: string | null
  /** Where the person was sent back to: a host with its port, or the scheme of a program's own addresses (`cursor:`). */
  redirectHost: string
  scopes: ApiScope[]
  controls: Controls | null
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
}

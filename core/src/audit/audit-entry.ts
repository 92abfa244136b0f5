/** How an act reached us. */
export type Surface = 'cli' | 'api' | 'dashboard' | 'mcp' | 'background'

/** Who acts. */
export interface Actor {
  /** A user's id, `operator` for whoever has the command line, `paylink` for the service itself. */
  name: string
  surface: Surface
}

/** The service acting by itself, on what a provider told it. */
export const PAYLINK: Actor = { name: 'paylink', surface: 'background' }

/** Whoever can run commands on the machine. */
export const OPERATOR: Actor = { name: 'operator', surface: 'cli' }

/** One privileged act. Never holds a secret or a customer's data. */
export interface AuditEntry {
  seq: number
  at: string
  accountId: string | null
  actor: string
  surface: Surface
  /** Like `connection.disconnected`: the thing, and what became of it. */
  action: string
  /** The id of the thing. */
  target: string
  details: object
}

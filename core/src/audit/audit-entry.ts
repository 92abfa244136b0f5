/** How the request to act reached the service. */
export type Surface = 'cli' | 'api' | 'dashboard' | 'mcp' | 'background'

/** Who acts. */
export interface Actor {
  /** A user's id, `operator` for the command line, `paylink` for the service itself. */
  name: string
  surface: Surface
}

/** The service itself, acting on what a provider reported. */
export const PAYLINK: Actor = { name: 'paylink', surface: 'background' }

/** Anyone who can run commands on the machine. */
export const OPERATOR: Actor = { name: 'operator', surface: 'cli' }

/** One privileged act. Never holds a secret or a customer's data. */
export interface AuditEntry {
  seq: number
  at: string
  accountId: string | null
  actor: string
  surface: Surface
  /** Object and change, such as `connection.disconnected`. */
  action: string
  /** The id of the object. */
  target: string
  details: object
}

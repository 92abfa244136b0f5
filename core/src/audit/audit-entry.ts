import type { Cursor } from '../kernel/cursor.js'
import type { Principal, Surface } from '../kernel/principal.js'

/** As stored. Entries are chained by their hash, so these words never change. */
export interface AuditActor {
  /** The id of a key, grant or user, `operator`, or `paylink` for the service itself. */
  actor: string
  surface: Exclude<Surface, 'system'> | 'background'
}

export const toAuditActor = ({ who, surface }: Principal): AuditActor => ({
  actor: who.kind === 'operator' ? 'operator' : who.kind === 'system' ? 'paylink' : who.id,
  surface: surface === 'system' ? 'background' : surface,
})

/** As `creatorOf` names a person or key, in the form of an entry. */
export const actorOfCreator = (creator: string): string =>
  creator === 'system' ? 'paylink' : creator.slice(creator.indexOf(':') + 1)

/** In the form of `creatorOf` the same person or key. */
export const creatorOfActor = (actor: string): string => {
  if (actor === 'operator') return actor
  if (actor === 'paylink') return 'system'
  const kind = actor.startsWith('key_') ? 'key' : actor.startsWith('grt_') ? 'grant' : 'user'
  return `${kind}:${actor}`
}

/** One privileged act. Never holds a secret or a customer's data. */
export interface AuditEntry extends AuditActor {
  seq: number
  at: string
  accountId: string | null
  /** Object and change, such as `connection.disconnected`. */
  action: string
  /** The id of the object. */
  target: string
  details: object
}

/** An entry with its place in a list. */
export type ListedEntry = AuditEntry & Cursor

/** The end of the log: `hash` covers every entry up to `seq`. Kept elsewhere, it proves later that none was removed. */
export interface AuditHead {
  seq: number
  hash: string
}

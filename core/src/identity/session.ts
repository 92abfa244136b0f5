import type { PageLocale } from '../kernel/choose-locale.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kernel/clock.js'
import type { Role } from './role.js'

/** A person who is signed in. */
export interface SessionUser {
  id: string
  name: string
  email: string
  role: Role
  /** The language they chose; null: the account's. */
  locale: PageLocale | null
}

export interface Session {
  id: string
  accountId: string
  user: SessionUser
  /** When the person last proved who they are: at sign-in or by confirming. ISO 8601. */
  confirmedAt: string
  /** The account requires a second factor and this person has none yet: until then only their own sign-in is open. */
  lacksSecondFactor: boolean
}

/** A session ends when it was not used for so long. */
export const IDLE_MS = 12 * HOUR_MS
/** A session ends this long after the person signed in, whatever was confirmed since. */
export const ABSOLUTE_MS = 14 * DAY_MS
/** How long rows are kept after their end: a form posted with an ended session still belongs to its user. */
export const KEPT_AFTER_END_MS = 14 * DAY_MS
/** How long a proof of identity is good for. */
export const CONFIRMED_MS = 10 * MINUTE_MS

/** May this session do what asks for a recent proof of identity? */
export const isConfirmed = ({ confirmedAt }: Pick<Session, 'confirmedAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(confirmedAt) < CONFIRMED_MS

/** Where a request comes from, as far as sign-in is concerned. */
export interface Place {
  /** The client's address. */
  ip: string
  userAgent: string
  /** The token of the device cookie; undefined: the browser has none. */
  device?: string | undefined
}

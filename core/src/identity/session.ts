import type { PageLocale } from '../kernel/choose-locale.js'
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
}

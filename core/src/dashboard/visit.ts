import type { Request, Response } from 'express'
import type { Account } from '../accounts/account.js'
import type { Session } from '../identity/session.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { type Permission, roleMay } from './access.js'

/** One request of a person who is signed in, in the mode of its address. */
export interface Visit {
  request: Request
  response: Response
  session: Session
  account: Account
  /** Acts by the surface `dashboard`, as the user, in the mode of the address. */
  principal: AccountPrincipal
  locale: PageLocale
  /** Start of every address in this mode: `/dashboard`, or `/dashboard/test`. */
  base: string
  /** For `PostForm`. */
  csrfToken: string
}

export const may = ({ session }: Pick<Visit, 'session'>, permission: Permission): boolean =>
  roleMay(session.user.role, permission)

import { cookieValues } from '../web/cookies.js'
import type { BaseUrl } from '../kernel/named.js'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { ABSOLUTE_MS } from './session.js'

const MAX_AGES = {
  /** Signed in. */
  session: ABSOLUTE_MS,
  /** Between password and code. */
  sign_in: 10 * MINUTE_MS,
  /** The browser itself, for all who sign in with it. */
  device: 365 * DAY_MS,
} as const

export type CookieName = keyof typeof MAX_AGES

/**
 * The cookies of the dashboard. With https, `__Host-` binds them to this host alone; on plain http, where browsers
 * accept neither the prefix nor `Secure`, they go without.
 */
export class IdentityCookies {
  private readonly isSecure: boolean

  constructor(baseUrl: BaseUrl) {
    this.isSecure = new URL(baseUrl).protocol === 'https:'
  }

  /** As in the `Cookie` header. */
  nameOf(cookie: CookieName): string {
    return `${this.isSecure ? '__Host-' : ''}paylink_${cookie}`
  }

  /** The value of a `Set-Cookie` header. */
  serialize(cookie: CookieName, token: string): string {
    return this.write(cookie, token, MAX_AGES[cookie] / SECOND_MS)
  }

  /** The value of a `Set-Cookie` header that removes the cookie. */
  clear(cookie: CookieName): string {
    return this.write(cookie, '', 0)
  }

  /** The tokens that the browser sent: several, if another program on this host sets the same name. */
  read(cookie: CookieName, header: string | undefined): string[] {
    return cookieValues(header, this.nameOf(cookie)).filter((token) => token !== '')
  }

  private write(cookie: CookieName, token: string, seconds: number): string {
    const secure = this.isSecure ? '; Secure' : ''
    return `${this.nameOf(cookie)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
  }
}

import type { Request } from 'express'
import type { BaseUrl } from '../kernel/named.js'
import { Problem } from '../kernel/problem.js'
import type { Sealer } from '../secrets/sealer.js'

/** The hidden field that carries the token. */
export const CSRF_FIELD = 'csrf'

const PURPOSE = 'csrf'

const signed = (sessionId: string, livemode: boolean): string => `${sessionId} ${livemode ? 'live' : 'test'}`

/** Rejects form posts that other sites make on behalf of a signed-in person. */
export class CsrfGuard {
  private readonly origin: string

  constructor(
    private readonly sealer: Pick<Sealer, 'authenticate' | 'isAuthentic'>,
    baseUrl: BaseUrl,
  ) {
    this.origin = new URL(baseUrl).origin
  }

  /** The token for the forms of one session in one mode; valid until the session ends. */
  tokenFor(sessionId: string, livemode: boolean): string {
    return this.sealer.authenticate(PURPOSE, signed(sessionId, livemode))
  }

  /** @param token the value of `CSRF_FIELD` */
  isTokenOf(session: { id: string; livemode: boolean }, token: string | undefined): boolean {
    return this.sealer.isAuthentic(PURPOSE, signed(session.id, session.livemode), token ?? '')
  }

  /**
   * For a form of a session, whose token is to be checked as well.
   *
   * @throws Problem `forbidden`: a form from another site, or from an unknown one
   */
  checkOwnOrigin(request: Request): void {
    if (this.originOf(request) !== 'own') throw new ForeignFormProblem()
  }

  /**
   * For forms outside a session, such as sign-in, which have no token. A request that does not name where it comes from
   * was not made by a browser.
   *
   * @throws Problem `forbidden`: a form from another site
   */
  checkOrigin(request: Request): void {
    if (this.originOf(request) === 'foreign') throw new ForeignFormProblem()
  }

  /** Browsers send `Sec-Fetch-Site` over https and to localhost only; over plain http `Origin` and `Referer` tell. */
  private originOf({ headers }: Request): 'own' | 'foreign' | 'unnamed' {
    const site = headers['sec-fetch-site']
    if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
    const from = headers.origin ?? headers.referer
    if (from === undefined) return 'unnamed'
    return URL.parse(from)?.origin === this.origin ? 'own' : 'foreign'
  }
}

/** The form was not sent from its own page, or belongs to a session that has ended. */
export class ForeignFormProblem extends Problem {
  constructor() {
    super('forbidden', { detail: 'This form was not sent from its own page. Reload the page and send it again.' })
    this.name = 'ForeignFormProblem'
  }
}

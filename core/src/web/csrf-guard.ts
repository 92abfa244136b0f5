import { timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { Problem } from '../kernel/problem.js'
import type { Sealer } from '../secrets/sealer.js'
import { formOf } from './answer.js'

/** The hidden field that carries the token. */
export const CSRF_FIELD = 'csrf'

const READS = ['GET', 'HEAD', 'OPTIONS']

/** Rejects form posts that other sites make on behalf of a signed-in person. */
export class CsrfGuard {
  private readonly origin: string

  constructor(
    private readonly sealer: Pick<Sealer, 'authenticate'>,
    baseUrl: string,
  ) {
    this.origin = new URL(baseUrl).origin
  }

  /** The token for the forms of one session; valid until the session ends. */
  tokenFor(sessionId: string): string {
    return this.sealer.authenticate('csrf', sessionId)
  }

  /** @throws Problem `forbidden`: a form from another site, or without the token of this session */
  check(request: Request, sessionId: string): void {
    if (READS.includes(request.method)) return
    this.checkOrigin(request)
    const expected = Buffer.from(this.tokenFor(sessionId))
    const given = Buffer.from(String(formOf(request)[CSRF_FIELD]))
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw foreignForm()
  }

  /**
   * Without a token: for forms outside a session, such as sign-in. Old browsers send no `Sec-Fetch-Site`, and our
   * `Referrer-Policy` makes all of them send `Origin: null`.
   *
   * @throws Problem `forbidden`: a form from another site
   */
  checkOrigin({ headers }: Request): void {
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin') throw foreignForm()
    const { origin = 'null' } = headers
    if (origin !== 'null' && origin !== this.origin) throw foreignForm()
  }
}

const foreignForm = (): Problem =>
  new Problem('forbidden', { detail: 'This form was not sent from its own page. Reload the page and send it again.' })

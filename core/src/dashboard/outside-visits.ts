import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { Account } from '../accounts/account.js'
import type { ReadAccount } from '../accounts/read-account.js'
import { clientAddress } from '../http/client-address.js'
import type { OpenedSession } from '../identity/open-session.js'
import type { Place } from '../identity/session.js'
import type { IdentityCookies } from '../identity/session-cookie.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { BaseUrl } from '../kernel/named.js'
import { DEFAULT_LOCALE, readerLocale, seeOther } from '../web/answer.js'
import type { CsrfGuard } from '../web/csrf-guard.js'
import { dashboardHeaders } from '../web/dashboard-headers.js'
import type { DashboardPaths } from './dashboard-paths.js'
import { renderOutside } from './frame/outside.js'
import { type FormFields, postedForm } from './read-form.js'

/** One request of a person who is not signed in. */
export interface OutsideVisit {
  request: Request
  response: Response
  locale: PageLocale
  place: Place
  /** Whose dashboard it is; undefined: the installation has several. */
  account: Account | undefined
  fields: FormFields
  /** The path to open after signing in. */
  next: string
}

type Page = Pick<
  Parameters<typeof renderOutside>[0],
  'title' | 'size' | 'content' | 'above' | 'below' | 'script' | 'isTest'
>

/** From where a request comes, as far as sign-in is concerned. */
export const placeOf = (request: Request, cookies: IdentityCookies): Place => ({
  ip: clientAddress(request),
  userAgent: request.headers['user-agent'] ?? '',
  device: cookies.read('device', request.headers.cookie)[0],
})

/** The browser keeps the session, and that it was here. */
export function keepSession(response: Response, cookies: IdentityCookies, { token, device }: OpenedSession): void {
  response.append('Set-Cookie', cookies.serialize('session', token))
  response.append('Set-Cookie', cookies.serialize('device', device))
}

/** Begins and answers visits without a session. Forms must come from this server; there is no session to bind them to. */
export class OutsideVisits {
  constructor(
    private readonly accounts: ReadAccount,
    private readonly csrf: CsrfGuard,
    readonly cookies: IdentityCookies,
    readonly paths: DashboardPaths,
    private readonly baseUrl: BaseUrl,
  ) {}

  handler(answer: (visit: OutsideVisit) => Promise<void>): RequestHandler {
    return async (request: Request, response: Response, _next: NextFunction): Promise<void> => {
      if (request.method === 'POST') this.csrf.checkOrigin(request)
      const account = await this.accounts.only()
      const fields = request.method === 'POST' ? (await postedForm(request)).fields : {}
      await answer({
        request,
        response,
        locale: readerLocale(request, account?.brand.locale ?? DEFAULT_LOCALE),
        place: placeOf(request, this.cookies),
        account,
        fields,
        next: this.paths.next(fields['next'] ?? request.query['next']),
      })
    }
  }

  show(visit: OutsideVisit, page: Page, status = 200): void {
    const { account, locale, response } = visit
    const html = renderOutside({
      ...page,
      locale,
      baseUrl: this.baseUrl,
      merchant: account ? { name: account.name, color: account.brand.color } : null,
      languageHref: (lang) => this.hrefInLanguage(visit, lang),
    })
    response.status(status).set(dashboardHeaders()).send(html)
  }

  /** An address of the dashboard, in the language that was chosen. */
  href(
    { request, next }: Pick<OutsideVisit, 'request' | 'next'>,
    path: string,
    query: Record<string, string> = {},
  ): string {
    const { lang } = request.query
    const carried = {
      ...query,
      ...(typeof lang === 'string' && { lang }),
      ...(next !== this.paths.home && { next }),
    }
    const text = new URLSearchParams(carried).toString()
    return `${this.paths.home}${path}${text === '' ? '' : `?${text}`}`
  }

  redirect({ response }: Pick<OutsideVisit, 'response'>, address: string): void {
    seeOther(response, address)
  }

  enter(visit: OutsideVisit, opened: OpenedSession, address = visit.next): void {
    keepSession(visit.response, this.cookies, opened)
    visit.response.append('Set-Cookie', this.cookies.clear('sign_in'))
    this.redirect(visit, address)
  }

  private hrefInLanguage({ request }: OutsideVisit, lang: string): string {
    const [path = '', query = ''] = this.paths.ofRequest(request).split('?')
    const carried = new URLSearchParams(query)
    carried.set('lang', lang)
    return `${path}?${carried.toString()}`
  }
}

import type { Request } from 'express'
import type { Account } from '../accounts/account.js'
import type { ReadAccount } from '../accounts/read-account.js'
import type { Session } from '../identity/session.js'
import { chooseLocale } from '../kernel/choose-locale.js'
import type { Clock } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { actFor, type Principal } from '../kernel/principal.js'
import type { BaseUrl } from '../kernel/named.js'
import type { CsrfGuard } from '../web/csrf-guard.js'
import type { FrameFactsReader } from './frame-facts.js'
import type { Visit } from './visit.js'

/** Above every address of the dashboard, in its mode. */
export const modePath = (livemode: boolean): string => (livemode ? '/dashboard' : '/dashboard/test')

interface Begun extends Pick<Visit, 'request' | 'response' | 'session' | 'hasPage'> {
  livemode: boolean
}

/** Makes a visit of the request of a person who is signed in. */
export class Visits {
  /** Of the base URL, without a slash at the end. */
  readonly basePath: string

  constructor(
    private readonly accounts: ReadAccount,
    private readonly frameFacts: FrameFactsReader,
    private readonly csrf: CsrfGuard,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {
    this.basePath = new URL(baseUrl).pathname.replace(/\/$/, '')
  }

  async begin({ request, response, session, livemode, hasPage }: Begun): Promise<Visit> {
    const account = await this.accounts.run(session.accountId)
    if (!account) throw new Error(`the account ${session.accountId} of a session is missing`)
    const principal = actFor(actAs(session), { accountId: account.id, livemode })
    // The access log names account and mode.
    request.principal = principal
    return {
      request,
      response,
      session,
      account,
      principal,
      locale: localeOf(request, session, account),
      now: this.clock.now(),
      base: this.basePath + modePath(livemode),
      csrfToken: this.csrf.tokenFor({ sessionId: session.id, livemode }),
      formKey: this.ids.uuid(),
      fields: {},
      files: {},
      frameFacts: () => this.frameFacts.run(principal, account),
      baseUrl: this.baseUrl,
      hasPage,
    }
  }
}

const actAs = ({ user }: Session): Principal => ({
  surface: 'dashboard',
  who: { kind: 'user', id: user.id },
  scopes: null,
})

const localeOf = (request: Request, { user }: Session, { brand }: Account): Visit['locale'] =>
  chooseLocale({ lang: request.query['lang'], fallback: user.locale ?? brand.locale })

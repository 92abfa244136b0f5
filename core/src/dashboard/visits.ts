import type { ReadAccount } from '../accounts/read-account.js'
import type { Session } from '../identity/session.js'
import type { Clock } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { actFor, type Principal } from '../kernel/principal.js'
import type { BaseUrl } from '../kernel/named.js'
import type { CsrfGuard } from '../web/csrf-guard.js'
import type { DashboardPaths } from './dashboard-paths.js'
import type { FrameFactsReader } from './frame-facts.js'
import type { FrameFacts, Visit } from './visit.js'

interface Begun extends Pick<Visit, 'address' | 'request' | 'response' | 'session' | 'hasPage'> {
  livemode: boolean
}

/** Makes a visit of the request of a person who is signed in. */
export class Visits {
  constructor(
    private readonly accounts: ReadAccount,
    private readonly frameFacts: FrameFactsReader,
    private readonly csrf: CsrfGuard,
    private readonly paths: DashboardPaths,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  async begin({ address, request, response, session, livemode, hasPage }: Begun): Promise<Visit> {
    const account = await this.accounts.find(session.accountId)
    if (!account) throw new Error(`the account ${session.accountId} of a session is missing`)
    const principal = actFor(actAs(session), { accountId: account.id, livemode })
    // The access log names account and mode.
    request.principal = principal
    let frameFacts: Promise<FrameFacts> | undefined
    return {
      request,
      response,
      session,
      account,
      principal,
      locale: session.user.locale ?? account.brand.locale,
      now: this.clock.now(),
      address,
      base: this.paths.ofMode(livemode),
      otherBase: this.paths.ofMode(!livemode),
      csrfToken: this.csrf.tokenFor(session.id, livemode),
      formKey: this.ids.uuid(),
      fields: {},
      files: {},
      frameFacts: () => (frameFacts ??= this.frameFacts.run(principal, account)),
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

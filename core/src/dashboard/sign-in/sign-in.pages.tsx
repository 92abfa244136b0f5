import express, { type Router } from 'express'
import { HashQueueFullError } from '../../identity/hash-queue.js'
import type { ReadSession } from '../../identity/read-session.js'
import type { SignIn, SignInOutcome } from '../../identity/sign-in.js'
import type { SignInWithPasskey } from '../../identity/sign-in-with-passkey.js'
import { isPasskeyPossible } from '../../identity/passkey-ceremonies.js'
import type { BaseUrl } from '../../kernel/named.js'
import { Problem } from '../../kernel/problem.js'
import { readSmallForm } from '../read-form.js'
import type { OutsideVisit, OutsideVisits } from '../outside-visits.js'
import { passkeyIn } from './passkey-form.js'
import { SignInView } from './sign-in-views.js'
import { signInWords } from './words.js'

const PATH = '/sign-in'

/** The notice that a redirect to this page may show. */
const NEWS = ['signedOut', 'reset', 'expired', 'ownRole', 'left'] as const

/** `/dashboard/sign-in`: e-mail and password, or a passkey. */
export class SignInPages {
  private readonly hasPasskeys: boolean

  constructor(
    private readonly outside: OutsideVisits,
    private readonly sessions: ReadSession,
    private readonly signIn: SignIn,
    private readonly withPasskey: SignInWithPasskey,
    baseUrl: BaseUrl,
  ) {
    this.hasPasskeys = isPasskeyPossible(baseUrl)
  }

  router(): Router {
    const router = express.Router()
    const at = `/dashboard${PATH}`
    const { outside } = this
    router.get(at, outside.handler(this.show))
    router.post(at, readSmallForm, outside.handler(this.receive))
    router.post(`${at}/passkey/options`, readSmallForm, outside.handler(this.sendOptions))
    router.post(`${at}/passkey`, readSmallForm, outside.handler(this.receivePasskey))
    return router
  }

  private readonly show = async (visit: OutsideVisit): Promise<void> => {
    for (const token of this.outside.cookies.read('session', visit.request.headers.cookie)) {
      if (await this.sessions.find(token)) return this.outside.redirect(visit, visit.next)
    }
    this.showForm(visit)
  }

  private readonly receive = async (visit: OutsideVisit): Promise<void> => {
    const { email = '', password = '' } = visit.fields
    const outcome = await this.signIn.run({ email, password }, visit.place).catch((error: unknown): SignInOutcome => {
      if (!(error instanceof HashQueueFullError)) throw error
      return { outcome: 'wait', seconds: HashQueueFullError.RETRY_SECONDS }
    })
    this.answer(visit, outcome)
  }

  private readonly receivePasskey = async (visit: OutsideVisit): Promise<void> => {
    this.answer(visit, await this.withPasskey.run(passkeyIn(visit.fields), visit.place))
  }

  private readonly sendOptions = async ({ response, place }: OutsideVisit): Promise<void> => {
    const options = await this.withPasskey.options(place)
    if (!options) throw new Problem('rate_limited', { headers: { 'Retry-After': '60' } })
    response.set('Cache-Control', 'no-store').json(options)
  }

  private answer(visit: OutsideVisit, outcome: SignInOutcome): void {
    const words = signInWords(visit.locale).signIn
    if (outcome.outcome === 'signed in') return this.outside.enter(visit, outcome.opened)
    if (outcome.outcome === 'second step') {
      visit.response.append('Set-Cookie', this.outside.cookies.serialize('sign_in', outcome.token))
      return this.outside.redirect(visit, this.outside.href(visit, `${PATH}/code`))
    }
    if (outcome.outcome === 'refused') return this.showForm(visit, words.refused, 422)
    visit.response.set('Retry-After', String(outcome.seconds))
    this.showForm(visit, words.wait, 429)
  }

  private showForm(visit: OutsideVisit, refusal: string | null = null, status = 200): void {
    const { outside } = this
    const words = signInWords(visit.locale).signIn
    const news = NEWS.find((name) => name === visit.request.query['news'])
    outside.show(
      visit,
      {
        title: words.title,
        size: 'card',
        script: 'passkeys.js',
        content: (
          <SignInView
            words={words}
            next={visit.next}
            email={visit.fields['email'] ?? ''}
            refusal={refusal}
            news={news === undefined || refusal !== null ? null : words[news]}
            hasPasskeys={this.hasPasskeys}
            here={outside.href(visit, PATH)}
            options={outside.href(visit, `${PATH}/passkey/options`)}
            passkey={outside.href(visit, `${PATH}/passkey`)}
            forgot={outside.href(visit, `${PATH}/forgot`)}
          />
        ),
      },
      status,
    )
  }
}

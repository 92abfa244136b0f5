import express, { type Router } from 'express'
import type { ReadPendingSignIn } from '../../identity/read-pending-sign-in.js'
import type { SecondStep, SecondStepOutcome } from '../../identity/second-step.js'
import { Problem } from '../../kernel/problem.js'
import { readSmallForm } from '../read-form.js'
import type { OutsideVisit, OutsideVisits } from '../outside-visits.js'
import { passkeyIn } from './passkey-form.js'
import { CodeView } from './sign-in-views.js'
import { signInWords } from './words.js'

const PATH = '/sign-in/code'

/** `/dashboard/sign-in/code`: the second step, after a right password. */
export class CodePages {
  constructor(
    private readonly outside: OutsideVisits,
    private readonly secondStep: SecondStep,
    private readonly readPending: ReadPendingSignIn,
  ) {}

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

  private readonly show = (visit: OutsideVisit): Promise<void> => this.showForm(visit)

  private readonly receive = async (visit: OutsideVisit): Promise<void> => {
    const { code = '', trust } = visit.fields
    const given = { place: visit.place, trust: trust !== undefined }
    await this.answer(visit, await this.secondStep.withCode(this.tokenOf(visit), code, given))
  }

  private readonly receivePasskey = async (visit: OutsideVisit): Promise<void> => {
    const given = { place: visit.place, trust: false }
    await this.answer(visit, await this.secondStep.withPasskey(this.tokenOf(visit), passkeyIn(visit.fields), given))
  }

  private readonly sendOptions = async (visit: OutsideVisit): Promise<void> => {
    const options = await this.secondStep.passkeyOptions(this.tokenOf(visit))
    if (!options) throw new Problem('unauthorized', { detail: 'Sign in with your password first.' })
    visit.response.set('Cache-Control', 'no-store').json(options)
  }

  private async answer(visit: OutsideVisit, outcome: SecondStepOutcome): Promise<void> {
    const words = signInWords(visit.locale).code
    switch (outcome.outcome) {
      case 'signed in':
        return this.outside.enter(visit, outcome.opened)
      case 'expired':
        return this.startOver(visit)
      case 'refused':
        return this.showForm(visit, words.refused, 422)
      case 'wait':
        visit.response.set('Retry-After', String(outcome.seconds))
        return this.showForm(visit, words.wait, 429)
    }
  }

  private startOver(visit: OutsideVisit): void {
    visit.response.append('Set-Cookie', this.outside.cookies.clear('sign_in'))
    this.outside.redirect(visit, this.outside.href(visit, '/sign-in', { news: 'expired' }))
  }

  private async showForm(visit: OutsideVisit, refusal: string | null = null, status = 200): Promise<void> {
    const pending = await this.readPending.find(this.tokenOf(visit))
    if (!pending) return this.startOver(visit)
    const { outside } = this
    const words = signInWords(visit.locale)
    const isBackup = visit.request.query['backup'] !== undefined
    const here = outside.href(visit, PATH, isBackup ? { backup: '1' } : {})
    outside.show(
      visit,
      {
        title: words.code.title,
        size: 'card',
        script: 'passkeys.js',
        content: (
          <CodeView
            words={words.code}
            button={words.signIn.button}
            busy={words.signIn.busy}
            next={visit.next}
            refusal={refusal}
            isBackup={isBackup}
            hasTotp={pending.hasTotp}
            hasPasskey={pending.hasPasskey}
            trusts={visit.fields['trust'] !== undefined}
            here={here}
            options={outside.href(visit, `${PATH}/passkey/options`)}
            passkey={outside.href(visit, `${PATH}/passkey`)}
            otherHref={outside.href(visit, PATH, isBackup ? {} : { backup: '1' })}
          />
        ),
        below: (
          <aside class="below" aria-label={words.code.title}>
            {words.code.as(pending.email)} <a href={outside.href(visit, '/sign-in')}>{words.code.notMe}</a>
          </aside>
        ),
      },
      status,
    )
  }

  private tokenOf({ request }: OutsideVisit): string {
    return this.outside.cookies.read('sign_in', request.headers.cookie)[0] ?? ''
  }
}

import express, { type Router } from 'express'
import { HashQueueFullError } from '../../identity/hash-queue.js'
import type { ReadInvitation } from '../../identity/read-invitation.js'
import type { RequestReset } from '../../identity/request-reset.js'
import type { ResetPassword } from '../../identity/reset-password.js'
import { Problem } from '../../kernel/problem.js'
import type { Timer } from '../../kernel/timer.js'
import { SubmitButton } from '../../web/button.js'
import { FaultSummary, type FormFault, TextField } from '../../web/form.js'
import { readSmallForm } from '../read-form.js'
import type { OutsideVisit, OutsideVisits } from '../outside-visits.js'
import { ForgotView, OutsideForm, Refusal, MessageView } from './sign-in-views.js'
import { UsedAddress } from './used-address.js'
import { signInWords } from './words.js'

const FORGOT = '/sign-in/forgot'
/** Far longer than a reset takes to make: the time of the answer does not reveal whether one was made. */
const ANSWER_AFTER_MS = 250
const COMMAND = 'paylink users reset-password --email …'

/** `/dashboard/sign-in/forgot`, and the one-time address that the mail or the operator gives. */
export class ResetPages {
  constructor(
    private readonly outside: OutsideVisits,
    private readonly requestReset: RequestReset,
    private readonly resetPassword: ResetPassword,
    private readonly readInvitation: ReadInvitation,
    private readonly timer: Timer,
  ) {}

  router(): Router {
    const router = express.Router()
    const { outside } = this
    router.get(`/dashboard${FORGOT}`, outside.handler(this.showForgot))
    router.post(`/dashboard${FORGOT}`, readSmallForm, outside.handler(this.receiveForgot))
    router.get('/dashboard/reset/:token', outside.handler(this.show))
    router.post('/dashboard/reset/:token', readSmallForm, outside.handler(this.receive))
    return router
  }

  private readonly showForgot = (visit: OutsideVisit): Promise<void> => {
    const { outside } = this
    const { forgot: words, signIn } = signInWords(visit.locale)
    const back = outside.href(visit, '/sign-in')
    const content = this.requestReset.canMail ? (
      <ForgotView words={words} here={outside.href(visit, FORGOT)} back={back} label={signIn.email} refusal={null} />
    ) : (
      <MessageView title={words.title} href={back} label={words.back}>
        <p>{words.noMail}</p>
        <p class="code">{COMMAND}</p>
      </MessageView>
    )
    outside.show(visit, { title: words.title, size: 'card', content })
    return Promise.resolve()
  }

  private readonly receiveForgot = async (visit: OutsideVisit): Promise<void> => {
    const { outside } = this
    const { forgot: words, signIn } = signInWords(visit.locale)
    const back = outside.href(visit, '/sign-in')
    const asked = this.requestReset.byMail(visit.fields['email'] ?? '', visit.place)
    const [seconds] = await Promise.all([asked, this.timer.sleep(ANSWER_AFTER_MS)])
    if (seconds > 0) {
      visit.response.set('Retry-After', String(seconds))
      const here = outside.href(visit, FORGOT)
      const content = <ForgotView words={words} here={here} back={back} label={signIn.email} refusal={signIn.wait} />
      return outside.show(visit, { title: words.title, size: 'card', content }, 429)
    }
    const content = (
      <MessageView title={words.sentTitle} href={back} label={words.back}>
        <p>{words.sent}</p>
      </MessageView>
    )
    outside.show(visit, { title: words.sentTitle, size: 'card', content })
  }

  private readonly show = async (visit: OutsideVisit): Promise<void> => this.showReset(visit, [])

  private readonly receive = async (visit: OutsideVisit): Promise<void> => {
    const token = String(visit.request.params['token'])
    try {
      const device = await this.resetPassword.run(token, visit.fields['password'] ?? '', visit.place)
      if (device === undefined) return await this.showReset(visit, [])
      visit.response.append('Set-Cookie', this.outside.cookies.serialize('device', device))
    } catch (error) {
      if (error instanceof HashQueueFullError) return this.showReset(visit, [], true)
      if (!(error instanceof Problem) || error.code !== 'validation_error') throw error
      const text = signInWords(visit.locale).reset.passwordFault
      return this.showReset(visit, [{ name: 'password', text }])
    }
    this.outside.redirect(visit, this.outside.href(visit, '/sign-in', { news: 'reset' }))
  }

  private async showReset(visit: OutsideVisit, faults: readonly FormFault[], mustWait = false): Promise<void> {
    const { outside } = this
    const token = String(visit.request.params['token'])
    const words = signInWords(visit.locale)
    if (!(await this.readInvitation.find(token, 'reset'))) {
      const content = <UsedAddress words={words.used} href={outside.href(visit, '/sign-in')} />
      return outside.show(visit, { title: words.used.title, size: 'card', content }, 404)
    }
    const content = (
      <div class="stack">
        <div>
          <h1>{words.reset.title}</h1>
          <p class="muted">{words.reset.about}</p>
        </div>
        <Refusal text={mustWait ? words.signIn.wait : null} />
        {faults.length > 0 && <FaultSummary title={words.faults.title} faults={faults} />}
        <OutsideForm action={outside.href(visit, `/reset/${token}`)}>
          <TextField
            form={{ values: {}, faults }}
            name="password"
            type="password"
            label={words.reset.password}
            hint={words.reset.hint}
            autocomplete="new-password"
          />
          <SubmitButton kind="first" busy={words.reset.busy} isWide>
            {words.reset.button}
          </SubmitButton>
        </OutsideForm>
      </div>
    )
    if (mustWait) visit.response.set('Retry-After', String(HashQueueFullError.RETRY_SECONDS))
    const status = mustWait ? 429 : faults.length > 0 ? 422 : 200
    outside.show(visit, { title: words.reset.title, size: 'card', content }, status)
  }
}

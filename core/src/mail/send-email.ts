import { DAY_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { CallTransport, SendResult } from '../plugin-host/call-transport.js'
import type { MailAddresses } from './addresses.js'
import type { ClaimedEmail } from './email.js'
import type { MailRoutes } from './mail-routes.js'
import { toOutgoingMail } from './outgoing-mail.js'
import type { RecordSending } from './record-sending.js'
import { NotReadyError, ObsoleteEmailError, type RenderedEmail, type RenderEmail } from './render-email.js'

/** Older mails fail unsent: the last attempt is made within a day. */
const MAX_AGE_MS = 2 * DAY_MS

/** The process that sends. `signal`: it gives the attempt up. */
interface Sender {
  isStopping: () => boolean
  signal: AbortSignal
}

/** What makes the attempt; `letter` is null if the provider writes its own. */
interface Prepared {
  letter: RenderedEmail['letter'] | null
  send: () => Promise<SendResult | null>
}

/** Makes one attempt to send a claimed mail. */
export class SendEmail {
  constructor(
    private readonly renderEmail: RenderEmail,
    private readonly routes: MailRoutes,
    private readonly callTransport: CallTransport,
    private readonly addresses: MailAddresses,
    private readonly record: RecordSending,
    private readonly log: Log,
  ) {}

  /** Returns false if the mail server or provider did not answer for the mail. */
  async run(email: ClaimedEmail, sender: Sender): Promise<boolean> {
    const prepared = await this.prepare(email, sender)
    const result = prepared && (await this.attempt(email, prepared, sender))
    return result === null || result.fault === null || result.fault === 'rejected'
  }

  /** Null: nothing is to be sent, or not now; that is recorded. */
  private async prepare(email: ClaimedEmail, { signal, isStopping }: Sender): Promise<Prepared | null> {
    if (isStopping()) return this.record.release(email)
    // After an outage of days, the merchant has to decide whether it is still wanted.
    if (this.record.ageOf(email) > MAX_AGE_MS) return this.record.failed(email, 'it waited for more than two days')
    let rendered: RenderedEmail
    try {
      rendered = await this.renderEmail.renderForSending(email)
    } catch (error) {
      return this.onRenderError(email, error)
    }
    const { sendByProvider, letter } = rendered
    if (sendByProvider && email.livemode) return { letter: null, send: sendByProvider }
    if (sendByProvider) return this.simulateByProvider(email, letter, sendByProvider)
    if (!email.livemode) return this.record.simulated(email, letter)
    const route = this.routes.live
    if (!route) return this.record.postpone(email, 'no mail server is configured')
    const mail = toOutgoingMail(email, rendered, route, this.addresses)
    return { letter: rendered.keptLetter ?? letter, send: () => this.callTransport.send(route.transport, mail, signal) }
  }

  /** The provider writes its own text; ours is kept for a simulated mail. */
  private async simulateByProvider(
    email: ClaimedEmail,
    letter: RenderedEmail['letter'],
    send: () => Promise<SendResult | null>,
  ): Promise<null> {
    const result = await send()
    if (result?.outcome === 'put_off') return this.record.postpone(email, result.message)
    if (result?.outcome === 'refused') return this.record.failed(email, result.message)
    return this.record.simulated(email, letter)
  }

  /** @returns null: it was not sent */
  private async attempt(
    email: ClaimedEmail,
    { letter, send }: Prepared,
    { isStopping, signal }: Sender,
  ): Promise<SendResult | null> {
    if (isStopping()) return this.record.release(email)
    if (!(await this.record.begin(email, letter))) return null
    const result = await send()
    if (!result) throw new Error(`no provider can send the live mail ${email.id}`)
    await this.record.end(email, result, signal.aborted)
    if (letter) this.logResult(email, result)
    return result
  }

  /** Without the server's answer, which may name the customer: that is stored with the mail only. */
  private logResult(email: ClaimedEmail, { outcome, fault }: SendResult): void {
    if (fault === 'auth') this.log.error({ email: email.id }, 'SMTP authentication failed; mail stays queued')
    else if (outcome !== 'accepted')
      this.log.warn({ email: email.id, outcome }, 'the mail server did not accept a mail')
  }

  private async onRenderError(email: ClaimedEmail, error: unknown): Promise<null> {
    if (error instanceof ObsoleteEmailError) return this.record.failed(email, error.message)
    if (error instanceof NotReadyError) return this.record.postpone(email, error.message)
    this.log.error({ err: error, email: email.id }, 'could not render a mail')
    return this.record.postpone(email, 'the mail could not be rendered; see the log')
  }
}

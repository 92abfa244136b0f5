import { DAY_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { CallTransport, SendResult } from '../plugin-host/call-transport.js'
import type { MailAddresses } from './addresses.js'
import type { Email } from './email.js'
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

  async run(email: Email, sender: Sender): Promise<void> {
    if (sender.isStopping()) return this.record.release(email)
    // After an outage of days, the merchant has to decide whether it is still wanted.
    if (this.record.ageOf(email) > MAX_AGE_MS) return this.record.failed(email, 'it waited for more than two days')
    let rendered: RenderedEmail
    try {
      rendered = await this.renderEmail.renderForSending(email)
    } catch (error) {
      return this.onRenderError(email, error)
    }
    const { sendByProvider, letter } = rendered
    if (sendByProvider) return this.byProvider(email, rendered, sendByProvider, sender)
    if (!email.livemode) return this.record.simulated(email, letter)
    const route = this.routes.live
    if (!route) return this.record.postpone(email, 'no mail server is configured')
    const mail = toOutgoingMail(email, rendered, route, this.addresses)
    const send = (): Promise<SendResult> => this.callTransport.send(route.transport, mail, sender.signal)
    const result = await this.attempt(email, letter, send, sender)
    if (result) this.logResult(email, result)
  }

  /** The provider writes its own text; ours is kept only for a simulated mail. */
  private async byProvider(
    email: Email,
    { letter }: RenderedEmail,
    send: () => Promise<SendResult | null>,
    sender: Sender,
  ): Promise<void> {
    if (email.livemode) {
      await this.attempt(email, null, send, sender)
      return
    }
    const result = await send()
    if (result?.outcome === 'put_off') return this.record.postpone(email, result.message)
    if (result?.outcome === 'refused') return this.record.failed(email, result.message)
    return this.record.simulated(email, letter)
  }

  /** @returns null: it was not sent */
  private async attempt(
    email: Email,
    letter: RenderedEmail['letter'] | null,
    send: () => Promise<SendResult | null>,
    { isStopping, signal }: Sender,
  ): Promise<SendResult | null> {
    if (isStopping()) await this.record.release(email)
    else if (await this.record.begin(email, letter)) {
      const result = await send()
      if (!result) throw new Error(`no provider can send the live mail ${email.id}`)
      await this.record.end(email, result, signal.aborted)
      return result
    }
    return null
  }

  /** Without the server's answer, which may name the customer: that is stored with the mail only. */
  private logResult(email: Email, { outcome, fault }: SendResult): void {
    if (fault === 'auth') this.log.error({ email: email.id }, 'SMTP authentication failed; mail stays queued')
    else if (outcome !== 'accepted')
      this.log.warn({ email: email.id, outcome }, 'the mail server did not accept a mail')
  }

  private async onRenderError(email: Email, error: unknown): Promise<void> {
    if (error instanceof ObsoleteEmailError) return this.record.failed(email, error.message)
    if (error instanceof NotReadyError) return this.record.postpone(email, error.message)
    this.log.error({ err: error, email: email.id }, 'could not render a mail')
    await this.record.postpone(email, 'the mail could not be rendered; see the log')
  }
}

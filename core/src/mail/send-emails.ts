import type { Generation } from '../database/generation.js'
import { EMAIL_BACKOFF } from '../work/backoff.js'
import type { LaneQuota } from '../work/lanes.js'
import { type Call, type LoopPorts, WorkLoop } from '../work/work-loop.js'
import { DAY_MS, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { type CallTransport, type SendResult, SEND_DEADLINE_MS } from '../plugin-host/call-transport.js'
import type { MailAddresses } from './addresses.js'
import { type Email, laneOf } from './email.js'
import type { EmailBody, Emails, AttemptOutcome } from './emails.repository.js'
import type { MailRoute, MailRoutes } from './mail-routes.js'
import { toOutgoingMail } from './outgoing-mail.js'
import { NotReadyError, ObsoleteEmailError, type RenderedEmail, type RenderEmail } from './render-email.js'

/** Per lane. As many as the mail plugin keeps connections: a mail waiting for one need not be claimed. */
const MAX_CONCURRENT = 3
/** Lease for rendering. A worker that takes longer is dead, and nothing was sent. */
const PREPARE_LEASE_MS = MINUTE_MS
/** Lease for sending, longer than sending can take: a worker that exceeds it is dead. */
const SEND_LEASE_MS = 2 * SEND_DEADLINE_MS
/** On shutdown, mails being sent may finish; an attempt is then aborted if its first byte is not out yet. */
const DRAIN_MS = 5 * SECOND_MS
const MAX_RECORD_TRIES = 5
const RECORD_RETRY_MS = 2 * SECOND_MS
const NOT_READY_DELAY_MS = 5 * MINUTE_MS
/** A mail that cannot be rendered or sent fails after this time. */
const MAX_WAIT_MS = DAY_MS
/** Older mails fail unsent: the last attempt is made within a day. */
const MAX_AGE_MS = 2 * DAY_MS

/** Sends due mails until it is stopped. */
export class SendEmails extends WorkLoop<Email> {
  constructor(
    private readonly emails: Emails,
    private readonly renderEmail: RenderEmail,
    private readonly routes: MailRoutes,
    private readonly callTransport: CallTransport,
    private readonly addresses: MailAddresses,
    private readonly generation: Generation,
    ports: LoopPorts,
  ) {
    const limits = { perLane: MAX_CONCURRENT, perSlowLane: MAX_CONCURRENT, recent: 32, inFlight: 128 }
    super({ topic: 'emails', limits, lookEveryMs: SECOND_MS, drainMs: DRAIN_MS }, ports)
  }

  protected lanesWithDue(): Promise<string[]> {
    return this.emails.lanesWithDue()
  }

  protected async claim(quotas: readonly LaneQuota[]): Promise<Email[]> {
    const claimed = await this.emails.claim(quotas, { holder: this.processId, until: this.inMs(PREPARE_LEASE_MS) })
    // Letters show the current settings of the account.
    if (claimed.length > 0) await this.generation.refresh()
    return claimed
  }

  protected laneOf(email: Email): string {
    return laneOf(email)
  }

  protected release(): Promise<void> {
    return this.emails.recoverOrphans([this.processId])
  }

  /** A failure is the mail's, not its lane's: the mail server is tried with every mail. */
  protected async handle(email: Email, { signal }: Call): Promise<boolean> {
    await this.attempt(email, signal).catch((error: unknown) =>
      this.ports.log.error({ err: error, email: email.id }, 'could not send a mail'),
    )
    return true
  }

  private async attempt(email: Email, signal: AbortSignal): Promise<void> {
    if (this.isStopping) return this.releaseUnsent(email)
    // After an outage of days, the merchant has to decide whether it is still wanted.
    if (this.ageOf(email) > MAX_AGE_MS) {
      await this.emails.markFailed(email, this.processId, 'it waited for more than two days')
      return
    }
    let rendered: RenderedEmail
    try {
      rendered = await this.renderEmail.renderForSending(email)
    } catch (error) {
      return this.onRenderError(email, error)
    }
    const { sendByProvider } = rendered
    if (sendByProvider) return this.sendByProvider(email, rendered, sendByProvider, signal)
    if (!email.livemode) {
      await this.emails.markSimulated(email, this.processId, rendered.letter)
      return
    }
    const route = this.routes.live
    if (route) await this.send(email, rendered, route, signal)
    else await this.wait(email, 'no mail server is configured')
  }

  /** The provider writes its own text; ours is kept only for a simulated mail. */
  private async sendByProvider(
    email: Email,
    rendered: RenderedEmail,
    send: () => Promise<SendResult | null>,
    signal: AbortSignal,
  ): Promise<void> {
    if (!email.livemode) {
      const simulated = await send()
      if (simulated?.outcome === 'put_off') return this.wait(email, simulated.message)
      if (simulated?.outcome === 'refused') await this.emails.markFailed(email, this.processId, simulated.message)
      else await this.emails.markSimulated(email, this.processId, rendered.letter)
      return
    }
    if (this.isStopping) return this.releaseUnsent(email)
    const attempt = email.attempts + 1
    if (!(await this.markSending(email, attempt, null, this.inMs(SEND_LEASE_MS)))) return
    const result = await send()
    if (!result) throw new Error(`no provider can send the live mail ${email.id}`)
    await this.record(email, attempt, this.outcomeOf(attempt, result, signal))
  }

  private async send(email: Email, rendered: RenderedEmail, route: MailRoute, signal: AbortSignal): Promise<void> {
    const until = this.inMs(SEND_LEASE_MS)
    const mail = toOutgoingMail(email, rendered, route, this.addresses)
    if (this.isStopping) return this.releaseUnsent(email)
    const attempt = email.attempts + 1
    if (!(await this.markSending(email, attempt, rendered.letter, until))) return
    const result = await this.callTransport.send(route.transport, mail, signal)
    await this.record(email, attempt, this.outcomeOf(attempt, result, signal))
    this.logResult(email, result)
  }

  /** False: the mail must not be sent. */
  private async markSending(email: Email, attempt: number, letter: EmailBody | null, until: string): Promise<boolean> {
    try {
      return await this.emails.markSending(email, this.processId, letter, until)
    } catch (error) {
      this.ports.log.warn({ err: error, email: email.id }, 'could not record that a mail is being sent')
      // The commit may have succeeded and only its answer be lost: record that nothing was sent.
      const nextAttemptAt = this.inMs(0)
      await this.record(email, attempt, { trigger: 'given_back', error: email.error, nextAttemptAt })
      return false
    }
  }

  /** Retried, so that a short database outage does not lose a known outcome. */
  private async record(email: Email, attempt: number, step: AttemptOutcome): Promise<void> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.emails.recordOutcome(email.id, attempt, step)
      } catch (error) {
        if (attempts === MAX_RECORD_TRIES) throw error
        this.ports.log.warn({ err: error, email: email.id }, 'could not record the outcome of a mail; retrying')
        await this.ports.timer.sleep(RECORD_RETRY_MS)
      }
    }
  }

  /** Without the server's answer, which may name the customer: that is stored with the mail only. */
  private logResult(email: Email, { outcome, fault }: SendResult): void {
    if (fault === 'auth') this.ports.log.error({ email: email.id }, 'SMTP authentication failed; mail stays queued')
    else if (outcome !== 'accepted')
      this.ports.log.warn({ email: email.id, outcome }, 'the mail server did not accept a mail')
  }

  private outcomeOf(attempt: number, { outcome, message }: SendResult, signal: AbortSignal): AttemptOutcome {
    if (outcome !== 'put_off') return { trigger: outcome, error: outcome === 'accepted' ? null : message }
    // Aborted by our shutdown, not refused by the server: due immediately for the next worker.
    if (signal.aborted) return { trigger: 'given_back', error: message, nextAttemptAt: this.inMs(0) }
    const delayMs = EMAIL_BACKOFF.after(attempt)
    if (delayMs === null) return { trigger: 'refused', error: `given up after ${attempt} attempts: ${message}` }
    return { trigger: 'put_off', error: message, nextAttemptAt: this.inMs(delayMs) }
  }

  private async onRenderError(email: Email, error: unknown): Promise<void> {
    if (error instanceof ObsoleteEmailError) {
      await this.emails.markFailed(email, this.processId, error.message)
      return
    }
    if (error instanceof NotReadyError) return this.wait(email, error.message)
    this.ports.log.error({ err: error, email: email.id }, 'could not render a mail')
    await this.wait(email, 'the mail could not be rendered; see the log')
  }

  private async wait(email: Email, reason: string): Promise<void> {
    const nextAttemptAt = this.inMs(NOT_READY_DELAY_MS)
    if (this.ageOf(email) > MAX_WAIT_MS) await this.emails.markFailed(email, this.processId, reason)
    else await this.emails.postpone(email, this.processId, reason, nextAttemptAt)
  }

  private ageOf({ createdAt }: Email): number {
    return this.ports.clock.now().getTime() - Date.parse(createdAt)
  }

  private async releaseUnsent(email: Email): Promise<void> {
    await this.emails.postpone(email, this.processId, email.error, this.inMs(0))
  }

  private inMs(ms: number): string {
    return iso(later(this.ports.clock.now(), ms))
  }

  private get processId(): string {
    return this.ports.processId
  }
}

import type { Generation } from '../database/generation.js'
import type { WakeSignal } from '../work/wake-signal.js'
import { type Clock, DAY_MS, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { type CallTransport, type SendResult, SEND_DEADLINE_MS } from '../plugin-host/call-transport.js'
import type { MailAddresses } from './addresses.js'
import type { Email } from './email.js'
import type { EmailBody, Emails, AttemptOutcome } from './emails.repository.js'
import type { MailRoute, MailRoutes } from './mail-routes.js'
import { toOutgoingMail } from './outgoing-mail.js'
import { mailBackoff } from './retry-schedule.js'
import { NotReadyError, ObsoleteEmailError, type RenderedEmail, type RenderEmail } from './render-email.js'

/** Per mode. As many as the mail plugin keeps connections: a mail waiting for one need not be claimed. */
const MAX_CONCURRENT = 3
/** Lease for rendering. A worker that takes longer is dead, and nothing was sent. */
const PREPARE_LEASE_MS = MINUTE_MS
/** Lease for sending, longer than sending can take: a worker that exceeds it is dead. */
const SEND_LEASE_MS = 2 * SEND_DEADLINE_MS
/** Finds what no wake-up announced: retries, and mails queued by other processes. */
const POLL_INTERVAL_MS = SECOND_MS
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
export class SendEmails {
  private readonly inFlight = new Set<Promise<void>>()
  private readonly shutdown = new AbortController()
  /** By mode, so that a slow mail server does not hold up simulated mail. */
  private readonly claimedByMode = new Map([true, false].map((livemode) => [livemode, 0]))
  private isStopped = false
  private isClaiming = false
  private isClaimWanted = false
  private cancelPoll: () => void = () => undefined
  private stopListening: () => Promise<void> = () => Promise.resolve()

  constructor(
    private readonly emails: Emails,
    private readonly renderEmail: RenderEmail,
    private readonly routes: MailRoutes,
    private readonly callTransport: CallTransport,
    private readonly addresses: MailAddresses,
    private readonly generation: Generation,
    private readonly bell: WakeSignal,
    private readonly processId: string,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  start(): void {
    this.stopListening = this.bell.listen('emails', () => this.wake())
    this.pollIn(0)
  }

  /** Drains: claims nothing more, lets attempts finish for a while, and releases the rest. */
  async stop(): Promise<void> {
    this.isStopped = true
    this.cancelPoll()
    const cancel = this.timer.after(DRAIN_MS, () => this.shutdown.abort())
    this.track(this.stopListening())
    // Repeatedly: a claim in progress releases its mails only after this.
    while (this.inFlight.size > 0) await Promise.allSettled(this.inFlight)
    cancel()
  }

  private pollIn(ms: number): void {
    if (this.isStopped) return
    this.cancelPoll = this.timer.after(ms, () => {
      this.wake()
      this.pollIn(POLL_INTERVAL_MS)
    })
  }

  /** One claim at a time; a call during a claim leads to another one. */
  private wake(): void {
    if (this.isStopped) return
    if (this.isClaiming) {
      this.isClaimWanted = true
      return
    }
    this.isClaiming = true
    this.track(
      this.claim()
        .catch((error: unknown) => this.log.error({ err: error }, 'could not claim mails to send'))
        .finally(() => {
          this.isClaiming = false
          if (!this.isClaimWanted) return
          this.isClaimWanted = false
          this.wake()
        }),
    )
  }

  private async claim(): Promise<void> {
    for (const livemode of this.claimedByMode.keys()) await this.claimOf(livemode)
  }

  private async claimOf(livemode: boolean): Promise<void> {
    const capacity = MAX_CONCURRENT - (this.claimedByMode.get(livemode) ?? 0)
    if (capacity <= 0) return
    const until = iso(later(this.clock.now(), PREPARE_LEASE_MS))
    const claimed = await this.emails.claim(this.processId, livemode, capacity, until)
    // Letters show the current settings of the account.
    if (claimed.length > 0) await this.generation.refresh()
    for (const email of claimed) {
      this.count(livemode, 1)
      this.track(
        this.handle(email)
          .catch((error: unknown) => this.log.error({ err: error, email: email.id }, 'could not send a mail'))
          .finally(() => {
            this.count(livemode, -1)
            this.wake()
          }),
      )
    }
  }

  private count(livemode: boolean, change: number): void {
    this.claimedByMode.set(livemode, (this.claimedByMode.get(livemode) ?? 0) + change)
  }

  private track(work: Promise<void>): void {
    const tracked: Promise<void> = work.finally(() => this.inFlight.delete(tracked))
    this.inFlight.add(tracked)
  }

  private async handle(email: Email): Promise<void> {
    if (this.isStopped) return this.release(email)
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
    if (sendByProvider) return this.sendByProvider(email, rendered, sendByProvider)
    if (!email.livemode) {
      await this.emails.markSimulated(email, this.processId, rendered.letter)
      return
    }
    const route = this.routes.live
    if (route) await this.send(email, rendered, route)
    else await this.wait(email, 'no mail server is configured')
  }

  /** The provider writes its own text; ours is kept only for a simulated mail. */
  private async sendByProvider(email: Email, rendered: RenderedEmail, send: () => Promise<SendResult | null>): Promise<void> {
    if (!email.livemode) {
      const simulated = await send()
      if (simulated?.outcome === 'put_off') return this.wait(email, simulated.message)
      if (simulated?.outcome === 'refused') await this.emails.markFailed(email, this.processId, simulated.message)
      else await this.emails.markSimulated(email, this.processId, rendered.letter)
      return
    }
    if (this.isStopped) return this.release(email)
    const attempt = email.attempts + 1
    if (!(await this.begin(email, attempt, null, iso(later(this.clock.now(), SEND_LEASE_MS))))) return
    const result = await send()
    if (!result) throw new Error(`no provider can send the live mail ${email.id}`)
    await this.record(email, attempt, this.stepAfter(attempt, result))
  }

  private async send(email: Email, rendered: RenderedEmail, route: MailRoute): Promise<void> {
    const until = iso(later(this.clock.now(), SEND_LEASE_MS))
    const mail = toOutgoingMail(email, rendered, route, this.addresses)
    if (this.isStopped) return this.release(email)
    const attempt = email.attempts + 1
    if (!(await this.begin(email, attempt, rendered.letter, until))) return
    const result = await this.callTransport.send(route.transport, mail, this.shutdown.signal)
    await this.record(email, attempt, this.stepAfter(attempt, result))
    this.logResult(email, result)
  }

  /** False: the mail must not be sent. */
  private async begin(email: Email, attempt: number, letter: EmailBody | null, until: string): Promise<boolean> {
    try {
      return await this.emails.markSending(email, this.processId, letter, until)
    } catch (error) {
      this.log.warn({ err: error, email: email.id }, 'could not record that a mail is being sent')
      // The commit may have succeeded and only its answer be lost: record that nothing was sent.
      const nextAttemptAt = iso(this.clock.now())
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
        this.log.warn({ err: error, email: email.id }, 'could not record the outcome of a mail; retrying')
        await this.timer.sleep(RECORD_RETRY_MS)
      }
    }
  }

  /** Without the server's answer, which may name the customer: that is stored with the mail only. */
  private logResult(email: Email, { outcome, fault }: SendResult): void {
    if (fault === 'auth') this.log.error({ email: email.id }, 'SMTP authentication failed; mail stays queued')
    else if (outcome !== 'accepted')
      this.log.warn({ email: email.id, outcome }, 'the mail server did not accept a mail')
  }

  private stepAfter(attempt: number, { outcome, message }: SendResult): AttemptOutcome {
    if (outcome !== 'put_off') return { trigger: outcome, error: outcome === 'accepted' ? null : message }
    // Aborted by our shutdown, not refused by the server: due immediately for the next worker.
    if (this.shutdown.signal.aborted)
      return { trigger: 'given_back', error: message, nextAttemptAt: iso(this.clock.now()) }
    const delayMs = mailBackoff(attempt)
    if (delayMs === null) return { trigger: 'refused', error: `given up after ${attempt} attempts: ${message}` }
    return { trigger: 'put_off', error: message, nextAttemptAt: iso(later(this.clock.now(), delayMs)) }
  }

  private async onRenderError(email: Email, error: unknown): Promise<void> {
    if (error instanceof ObsoleteEmailError) {
      await this.emails.markFailed(email, this.processId, error.message)
      return
    }
    if (error instanceof NotReadyError) return this.wait(email, error.message)
    this.log.error({ err: error, email: email.id }, 'could not render a mail')
    await this.wait(email, 'the mail could not be rendered; see the log')
  }

  private async wait(email: Email, reason: string): Promise<void> {
    const nextAttemptAt = iso(later(this.clock.now(), NOT_READY_DELAY_MS))
    if (this.ageOf(email) > MAX_WAIT_MS) await this.emails.markFailed(email, this.processId, reason)
    else await this.emails.postpone(email, this.processId, reason, nextAttemptAt)
  }

  private ageOf({ createdAt }: Email): number {
    return this.clock.now().getTime() - Date.parse(createdAt)
  }

  private async release(email: Email): Promise<void> {
    await this.emails.postpone(email, this.processId, email.error, iso(this.clock.now()))
  }
}

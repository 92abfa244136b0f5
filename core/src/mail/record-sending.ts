import { type Clock, DAY_MS, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { type SendResult, SEND_DEADLINE_MS } from '../plugin-host/call-transport.js'
import { EMAIL_BACKOFF } from '../work/backoff.js'
import type { ClaimedEmail, Email } from './email.js'
import type { AttemptOutcome, EmailBody, Emails } from './emails.repository.js'

/** Lease for sending, longer than sending can take: a worker that exceeds it is dead. */
const SEND_LEASE_MS = 2 * SEND_DEADLINE_MS
const MAX_RECORD_TRIES = 5
const RECORD_RETRY_MS = 2 * SECOND_MS
const NOT_READY_DELAY_MS = 5 * MINUTE_MS
/** A mail that cannot be rendered or sent fails after this time. */
const MAX_WAIT_MS = DAY_MS

/** Records what becomes of a mail that this worker has claimed. Null: it was not sent. */
export class RecordSending {
  constructor(
    private readonly emails: Emails,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  /** Before the first byte leaves. `letter`: null if the provider writes it. False: the mail must not be sent. */
  async begin(email: ClaimedEmail, letter: EmailBody | null): Promise<boolean> {
    try {
      return await this.emails.markSending(email, letter, this.inMs(SEND_LEASE_MS))
    } catch (error) {
      this.log.warn({ err: error, email: email.id }, 'could not record that a mail is being sent')
      // The commit may have succeeded and only its answer be lost: record that nothing was sent.
      await this.record(email, { trigger: 'given_back', error: email.error, nextAttemptAt: this.inMs(0) })
      return false
    }
  }

  /** The outcome of the attempt that began. `isAborted`: by our shutdown. */
  async end(email: Email, result: SendResult, isAborted: boolean): Promise<void> {
    await this.record(email, this.outcomeOf(email.attempts + 1, result, isAborted))
  }

  async simulated(email: ClaimedEmail, letter: EmailBody): Promise<null> {
    await this.emails.markSimulated(email, letter)
    return null
  }

  async failed(email: ClaimedEmail, reason: string): Promise<null> {
    await this.emails.markFailed(email, reason)
    return null
  }

  /** It was not handed to a server: try later, for a day. */
  async postpone(email: ClaimedEmail, reason: string): Promise<null> {
    if (this.ageOf(email) > MAX_WAIT_MS) return this.failed(email, reason)
    await this.emails.postpone(email, reason, this.inMs(NOT_READY_DELAY_MS))
    return null
  }

  /** Unsent, for the next worker. */
  async release(email: ClaimedEmail): Promise<null> {
    await this.emails.release([email])
    return null
  }

  ageOf({ createdAt }: Email): number {
    return this.clock.now().getTime() - Date.parse(createdAt)
  }

  private outcomeOf(attempt: number, { outcome, message }: SendResult, isAborted: boolean): AttemptOutcome {
    if (outcome !== 'put_off') return { trigger: outcome, error: outcome === 'accepted' ? null : message }
    // Aborted by our shutdown, not refused by the server: due immediately for the next worker.
    if (isAborted) return { trigger: 'given_back', error: message, nextAttemptAt: this.inMs(0) }
    const delayMs = EMAIL_BACKOFF.after(attempt)
    if (delayMs === null) return { trigger: 'refused', error: `given up after ${attempt} attempts: ${message}` }
    return { trigger: 'put_off', error: message, nextAttemptAt: this.inMs(delayMs) }
  }

  /** Retried, so that a short database outage does not lose a known outcome. */
  private async record(email: Email, step: AttemptOutcome): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.emails.recordOutcome(email.id, email.attempts + 1, step)
      } catch (error) {
        if (tries === MAX_RECORD_TRIES) throw error
        this.log.warn({ err: error, email: email.id }, 'could not record the outcome of a mail; retrying')
        await this.timer.sleep(RECORD_RETRY_MS)
      }
    }
  }

  private inMs(ms: number): string {
    return iso(later(this.clock.now(), ms))
  }
}

import type { Generation } from '../database/generation.js'
import { iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { LaneQuota } from '../work/lanes.js'
import { type Call, type LoopPorts, WorkLoop } from '../work/work-loop.js'
import { type ClaimedEmail, laneOf, serverOf } from './email.js'
import type { Emails } from './emails.repository.js'
import type { SendEmail } from './send-email.js'

/** Of the mail server, or of one account's provider. As many as the mail plugin keeps connections: a mail waiting for one need not be claimed. */
const MAX_CONCURRENT = 3
/** Lease for rendering. A worker that takes longer is dead, and nothing was sent. */
const PREPARE_LEASE_MS = MINUTE_MS
/** On shutdown, mails being sent may finish; an attempt is then aborted if its first byte is not out yet. */
const DRAIN_MS = 5 * SECOND_MS

/** Sends due mails until it is stopped. */
export class SendEmails extends WorkLoop<ClaimedEmail> {
  constructor(
    private readonly emails: Emails,
    private readonly sendEmail: SendEmail,
    private readonly generation: Generation,
    ports: LoopPorts,
  ) {
    const limits = { perLane: MAX_CONCURRENT, perSlowLane: MAX_CONCURRENT, serverOf }
    super({ topic: 'emails', isOutgoing: true, limits, lookEveryMs: SECOND_MS, drainMs: DRAIN_MS }, ports)
  }

  protected lanesWithDue(): Promise<string[]> {
    return this.emails.lanesWithDue()
  }

  protected async claim(quotas: readonly LaneQuota[]): Promise<ClaimedEmail[]> {
    const until = iso(later(this.ports.clock.now(), PREPARE_LEASE_MS))
    const claimed = await this.emails.claim(quotas, { holder: this.ports.processId, until })
    // Letters show the current settings of the account.
    if (claimed.length > 0) await this.generation.refresh()
    return claimed
  }

  protected laneOf(email: ClaimedEmail): string {
    return laneOf(email)
  }

  protected release(emails: readonly ClaimedEmail[]): Promise<void> {
    return this.emails.release(emails)
  }

  protected async handle(email: ClaimedEmail, { signal }: Call): Promise<boolean> {
    try {
      return await this.sendEmail.run(email, { signal, isStopping: () => this.isStopping })
    } catch (err) {
      this.ports.log.error({ err, email: email.id }, 'could not send a mail')
      return false
    }
  }
}

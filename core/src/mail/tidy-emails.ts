import type { PeriodicTask } from '../work/periodic-task.js'
import { type Clock, DAY_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Emails } from './emails.repository.js'

/** Emails are personal data, kept for a year (R263). */
const RETENTION_MS = 365 * DAY_MS

/** Releases expired claims, and deletes old emails. */
export class TidyEmails implements PeriodicTask {
  readonly name = 'tidy-emails'
  readonly everyMs = MINUTE_MS

  constructor(
    private readonly emails: Emails,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.emails.expireClaims()
    await this.emails.clampNextAttempt()
    const before = iso(later(this.clock.now(), -RETENTION_MS))
    while (await this.emails.deleteBefore(before));
  }
}

import type { PeriodicTask } from '../work/periodic-task.js'
import { type Clock, DAY_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Emails } from './emails.repository.js'

/** Releases expired claims, and deletes old emails, which are personal data (R263). */
export class TidyEmails implements PeriodicTask {
  readonly name = 'tidy-emails'
  readonly everyMs = MINUTE_MS

  constructor(
    private readonly emails: Emails,
    private readonly keptDays: number,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.emails.expireClaims()
    await this.emails.clampNextAttempt()
    const before = iso(later(this.clock.now(), -this.keptDays * DAY_MS))
    while (await this.emails.deleteBefore(before));
  }
}

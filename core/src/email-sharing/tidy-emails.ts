import { Chore } from '../jobs/task.js'
import { type Clock, DAY_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Emails } from './emails.repository.js'

/** R263. */
const KEPT_MS = 365 * DAY_MS

/** Mails that nobody has in hand any more, and those that were kept long enough. */
export class TidyEmails extends Chore {
  readonly name = 'tidy-emails'
  readonly everyMs = MINUTE_MS

  constructor(
    private readonly emails: Emails,
    private readonly clock: Clock,
  ) {
    super()
  }

  async run(): Promise<void> {
    await this.emails.loseOverdue()
    await this.emails.pullForward()
    const before = iso(later(this.clock.now(), -KEPT_MS))
    while (await this.emails.forgetBefore(before));
  }
}

import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { type Clock, HOUR_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { CUT_OFF_MS } from '../payment-links/payment-link.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'
import type { DueReminder, Reminders } from './reminders.repository.js'

const BATCH = 200

/** Queues reminders of links that are about to expire, for accounts that have switched them on. */
export class RemindCustomers implements PeriodicTask {
  readonly name = 'remind-customers'
  readonly everyMs = MINUTE_MS

  constructor(
    private readonly accounts: Accounts,
    private readonly reminders: Reminders,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    for (const account of await this.accounts.list()) await this.remindFor(account)
  }

  private async remindFor(account: Account): Promise<void> {
    const hours = account.mail.reminderHours
    if (hours === null) return
    const now = this.clock.now()
    const between = { from: iso(later(now, CUT_OFF_MS)), to: iso(later(now, hours * HOUR_MS)) }
    const modes = this.routes.live ? [false, true] : [false]
    for (const livemode of modes) {
      const scope = { accountId: account.id, livemode }
      for (const due of await this.reminders.due(scope, hours, between, BATCH)) {
        // One failure must not hold up the others.
        await this.remind(account, due).catch((err: unknown) =>
          this.log.error({ err, link: due.linkId }, 'could not queue a reminder'),
        )
      }
    }
  }

  private async remind(account: Account, due: DueReminder): Promise<void> {
    const { livemode, linkId, to, title: about, dueAt: happenedAt } = due
    const once = `reminder:${linkId}:${to.toLowerCase()}`
    await this.unitOfWork.run((tx) =>
      this.queueEmail.run(tx, account, { kind: 'reminder', livemode, to, about, linkId, once, happenedAt }),
    )
  }
}

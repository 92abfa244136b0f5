import type { Accounts } from '../accounts/accounts.repository.js'
import type { Alerts } from '../alerts/alerts.repository.js'
import type { Generation } from '../database/generation.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { MINUTE_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Emails } from '../mail/emails.repository.js'
import { letterWords } from './letter-words.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'
import { onceForAlert } from './read-letter-facts.js'

/** Emails alerts to the account's alert address (R209). */
export class MailAlerts implements PeriodicTask {
  readonly name = 'mail-alerts'
  readonly everyMs = MINUTE_MS

  constructor(
    private readonly alerts: Alerts,
    private readonly accounts: Accounts,
    private readonly emails: Emails,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
    private readonly unitOfWork: UnitOfWork,
    private readonly generation: Generation,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    if (!this.routes.live) return
    await this.generation.refresh()
    const raised = await this.alerts.list()
    const mailed = await this.emails.existingOnce(raised.map(({ id }) => onceForAlert(id)))
    for (const { id, accountId, kind, raisedAt } of raised.filter((alert) => !mailed.has(onceForAlert(alert.id)))) {
      const account = await this.accounts.find(accountId)
      const to = account?.mail.alertsTo
      if (!account || !to) continue
      const about = letterWords(account.brand.locale).alert.about[kind]
      // An alert belongs to the account, not to a mode, and is always really sent.
      const once = onceForAlert(id)
      const email = { kind: 'alert', livemode: true, to, about, once, happenedAt: raisedAt } as const
      await this.unitOfWork
        .run((tx) => this.queueEmail.run(tx, account, email))
        .catch((err: unknown) => this.log.error({ err, alert: id }, 'could not email an alert'))
    }
  }
}

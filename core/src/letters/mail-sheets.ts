import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, HOUR_MS, iso, MINUTE_MS } from '../kernel/clock.js'
import { addDays, localDay, startOfDay, startOfMonth } from '../kernel/local-day.js'
import type { Log } from '../kernel/log.js'
import type { Email } from '../mail/email.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'
import type { PaymentSums } from '../payments/payment-sums.repository.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { monthName } from '../web/date-formats.js'

/** In the account's zone: when people start to work. */
const AT_MS = 7 * HOUR_MS

/** The month of the sheet that an email announces, as `2026-10`. */
export const monthOfSheet = ({ once }: Pick<Email, 'once'>): string => once?.split(':').at(-1) ?? ''

/** When the sheet of the month before is announced: the first of the month at seven. */
export function announcedAt(day: string, timeZone: string): Date {
  return new Date(startOfDay(startOfMonth(day), timeZone).getTime() + AT_MS)
}

/**
 * Emails the accountant on the first of the month that the sheet of the month before is ready, with a link that asks to
 * sign in. After an outage it is sent late. A month in which no money moved is not announced.
 */
export class MailSheets implements PeriodicTask {
  readonly name = 'mail-sheets'
  readonly everyMs = 10 * MINUTE_MS

  constructor(
    private readonly accounts: Accounts,
    private readonly sums: PaymentSums,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    if (!this.routes.live) return
    for (const account of await this.accounts.list()) {
      // One failure must not hold up the others.
      await this.announce(account).catch((err: unknown) =>
        this.log.error({ err, account: account.id }, 'could not email the sheet for the accountant'),
      )
    }
  }

  private async announce(account: Account): Promise<void> {
    const { timeZone, locale } = account.brand
    const { sheetTo: to, sheetSince } = account.mail
    if (to === null) return
    const now = this.clock.now()
    const today = localDay(now, timeZone)
    const at = announcedAt(today, timeZone)
    if (now < at || (sheetSince !== null && sheetSince > iso(at))) return
    const last = addDays(startOfMonth(today), -1)
    const live = { accountId: account.id, livemode: true }
    if ((await this.sums.days(live, startOfMonth(last), last)).length === 0) return
    const month = last.slice(0, 7)
    const about = monthName(locale, month)
    const once = `sheet:${account.id}:${month}`
    const email = { kind: 'sheet', livemode: true, to, about, once, happenedAt: iso(at) } as const
    await this.unitOfWork.run((tx) => this.queueEmail.run(tx, account, email))
  }
}

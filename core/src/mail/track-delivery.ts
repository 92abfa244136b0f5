import type { MailReport } from '@paylink/plugin-api'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { MailAddresses } from './addresses.js'
import type { Email } from './email.js'
import type { Emails } from './emails.repository.js'
import type { Suppressions } from './suppressions.repository.js'

/** Records reports, clicks, opens and unsubscriptions. Idempotent. */
export class TrackDelivery {
  constructor(
    private readonly emails: Emails,
    private readonly suppressions: Suppressions,
    private readonly addresses: MailAddresses,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** A bounce, delay, delivery or complaint. False: the report is not about an email of ours. */
  async recordReport(report: MailReport): Promise<boolean> {
    const token = this.addresses.findReportToken(report.envelopeFrom, report.messageIds)
    const email = token === null ? undefined : await this.emails.findByReportToken(token)
    // A simulated email was never sent and cannot bounce.
    if (!email?.livemode) return false
    await this.unitOfWork.run(async (tx) => {
      switch (report.fate) {
        case 'delivered':
          return this.emails.recordMoment(tx, email, 'delivered', 'arrived')
        case 'delayed':
          return this.emails.recordDelay(tx, email)
        case 'bounced':
          await this.emails.recordMoment(tx, email, 'bounced', 'bounced', report.says ?? 'returned as undeliverable')
          // Most bounces are not about the address: the next email may be delivered.
          if (report.isAddressGone) await this.suppressions.add(tx, email, email.to, 'bounced', email.id)
          return
        case 'complained':
          await this.emails.recordMoment(tx, email, 'complained', 'arrived')
          return this.suppressions.add(tx, email, email.to, 'complained', email.id)
      }
    })
    return true
  }

  /** A click proves that the email arrived. */
  async recordClick(token: string, linkId: string): Promise<void> {
    const email = await this.emails.findByToken(token)
    if (email?.linkId !== linkId || email.moments.clicked !== null) return
    await this.unitOfWork.run((tx) => this.emails.recordMoment(tx, email, 'clicked', 'arrived'))
  }

  async recordOpen(token: string): Promise<void> {
    const email = await this.emails.findByToken(token)
    if (!email || email.moments.opened !== null) return
    await this.unitOfWork.run((tx) => this.emails.recordMoment(tx, email, 'opened', 'arrived'))
  }

  async recordUnsubscribe(email: Email): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.emails.recordMoment(tx, email, 'unsubscribed', 'arrived')
      await this.suppressions.add(tx, email, email.to, 'unsubscribed', email.id)
    })
  }
}

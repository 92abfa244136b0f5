import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Tx } from '../database/engine.js'
import { isOutage } from '../database/outage.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Log } from '../kernel/log.js'
import { isMailbox } from '../kernel/mailbox.js'
import { creatorOf, OPERATOR } from '../kernel/principal.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payment } from './payment.js'
import type { Payments } from './payments.repository.js'
import type { Email } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { QueueEmail } from '../mail/queue-email.js'

/** Queues receipts: automatically if the account has them switched on, and at the merchant's request. */
export class QueueReceipt {
  constructor(
    private readonly accounts: Accounts,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly emails: Emails,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: Log,
  ) {}

  /**
   * Part of the transaction in which the payment succeeds. Once per payment, to the payment's customer or else to the link's last recipient. A receipt that cannot be queued
   * never keeps a payment from being recorded.
   */
  async queueAutomatic(tx: Tx, link: PaymentLink, payment: Payment, happenedAt?: string): Promise<void> {
    const account = await this.accounts.find(payment.accountId, tx)
    if (!account?.mail.receipts || (payment.livemode && !this.routes.live)) return
    try {
      await this.unitOfWork.savepoint(tx, () => this.queueOnce(tx, account, { link, payment, happenedAt }))
    } catch (err) {
      // The whole transaction is repeated then.
      if (isOutage(err)) throw err
      this.log.error({ err, payment: payment.id }, 'could not queue a receipt')
    }
  }

  private async queueOnce(tx: Tx, account: Account, receipt: Omit<ReceiptMail, 'to'>): Promise<void> {
    const { link, payment } = receipt
    const to = payment.customerEmail ?? (await this.emails.lastRecipient(tx, payment, link.id))
    // Providers may report something that is not an email address.
    if (to === undefined || !isMailbox(to)) return
    await this.queue(tx, account, { ...receipt, to, once: `receipt:${payment.id}` })
  }

  /**
   * For the operator, any number of times: a paid link cannot be mailed, its receipt can (R245).
   *
   * @param to default: the payment's customer, or else the link's last recipient
   * @throws Problem `not_found`; `validation_error`: it did not succeed, or on `to`: not an address, or none is known
   */
  async resend(account: Account, paymentId: string, to: string | undefined): Promise<Email> {
    const payment = await this.paymentOf(account.id, paymentId)
    if (!payment) throw new Problem('not_found', { detail: `there is no payment ${paymentId}` })
    return this.unitOfWork.run((tx) => this.resendIn(tx, account, payment, { to, createdBy: creatorOf(OPERATOR) }))
  }

  /** The same in a transaction of the caller. `createdBy`: who asks for it, in the form of `creatorOf`. */
  async resendIn(
    tx: Tx,
    account: Account,
    payment: Payment,
    { to, createdBy }: { to: string | undefined; createdBy: string },
  ): Promise<Email> {
    const link = await this.links.find(payment, payment.linkId, tx)
    if (!link) throw new Problem('not_found', { detail: `there is no payment ${payment.id}` })
    if (payment.status !== 'succeeded') {
      const detail = `the payment is ${payment.status}: only a succeeded payment has a receipt`
      throw new Problem('validation_error', { detail })
    }
    if (to !== undefined && !isMailbox(to)) throw invalid('to', 'must be one e-mail address')
    const recipient = to ?? payment.customerEmail ?? (await this.emails.lastRecipient(tx, payment, link.id))
    if (recipient === undefined) {
      const errors = [{ path: 'to', message: 'is required' }]
      throw new Problem('validation_error', { detail: 'no e-mail address is known', errors })
    }
    return this.queue(tx, account, { link, payment, to: recipient, createdBy })
  }

  private async paymentOf(accountId: string, id: string): Promise<Payment | undefined> {
    const ofTest = await this.payments.find({ accountId, livemode: false }, id)
    return ofTest ?? this.payments.find({ accountId, livemode: true }, id)
  }

  private queue(tx: Tx, account: Account, { link, payment, ...delivery }: ReceiptMail): Promise<Email> {
    const { livemode, id: paymentId } = payment
    return this.queueEmail.run(tx, account, {
      ...delivery,
      ...{ kind: 'receipt', livemode, about: link.title, linkId: link.id, paymentId },
    })
  }
}

interface ReceiptMail {
  link: PaymentLink
  payment: Payment
  to: string
  once?: string
  createdBy?: string
  /** The earliest moment at which the payment can have succeeded. */
  happenedAt?: string
}

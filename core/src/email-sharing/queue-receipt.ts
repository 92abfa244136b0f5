import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Log } from '../kernel/log.js'
import { isMailbox } from '../kernel/mailbox.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import { PayerNotice } from '../payments/payer-notice.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Email } from './email.js'
import type { Emails } from './emails.repository.js'
import type { MailRoutes } from './mail-routes.js'
import type { QueueEmail } from './queue-email.js'

/** Receipts for whoever paid: by themselves where the account has them switched on. */
export class QueueReceipt extends PayerNotice {
  constructor(
    private readonly accounts: Accounts,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly emails: Emails,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: Log,
  ) {
    super()
  }

  /** Once for each payment; to the customer of the payment, or else to whom the link was mailed. */
  async paid(tx: Tx, link: PaymentLink, payment: Payment): Promise<void> {
    const account = await this.accounts.find(payment.accountId, tx)
    if (!account?.mail.receipts || (payment.livemode && !this.routes.live)) return
    try {
      await this.unitOfWork.apart(tx, () => this.queueOnce(tx, account, link, payment))
    } catch (err) {
      // No mail is worth a payment that is not written down.
      this.log.error({ err, payment: payment.id }, 'could not queue a receipt')
    }
  }

  private async queueOnce(tx: Tx, account: Account, link: PaymentLink, payment: Payment): Promise<void> {
    const to = payment.customerEmail ?? (await this.emails.lastRecipient(tx, payment, link.id))
    // What a provider calls an address is not always one.
    if (to === undefined || !isMailbox(to)) return
    await this.queue(tx, account, { link, payment, to, once: `receipt:${payment.id}` })
  }

  /**
   * As often as somebody asks: a paid link is not mailed any more, its receipt is (R245).
   *
   * @param to left out: the customer of the payment, or whom the link was mailed to
   * @throws Error there is no such payment, no money came, or nobody to mail it to
   */
  async again(account: Account, paymentId: string, to: string | undefined): Promise<Email> {
    const payment = await this.paymentOf(account.id, paymentId)
    const link = payment && (await this.links.find(payment, payment.linkId))
    if (!payment || !link) throw new Error(`there is no payment ${paymentId}`)
    if (payment.status !== 'succeeded') throw new Error(`it is ${payment.status}: there is no receipt of it`)
    if (to !== undefined && !isMailbox(to)) throw new Error('--to is one e-mail address, like ana@example.com')
    return this.unitOfWork.run(async (tx) => {
      const whom = to ?? payment.customerEmail ?? (await this.emails.lastRecipient(tx, payment, link.id))
      if (whom === undefined) throw new Error('nobody knows whom to mail it to: say it with --to')
      return this.queue(tx, account, { link, payment, to: whom })
    })
  }

  private async paymentOf(accountId: string, id: string): Promise<Payment | undefined> {
    const ofTest = await this.payments.find({ accountId, livemode: false }, id)
    return ofTest ?? this.payments.find({ accountId, livemode: true }, id)
  }

  private queue(tx: Tx, account: Account, { link, payment, ...wish }: ReceiptWish): Promise<Email> {
    const { livemode, id: paymentId } = payment
    return this.queueEmail.run(tx, account, {
      ...wish,
      ...{ kind: 'receipt', livemode, about: link.title, linkId: link.id, paymentId },
    })
  }
}

interface ReceiptWish {
  link: PaymentLink
  payment: Payment
  to: string
  once?: string
}

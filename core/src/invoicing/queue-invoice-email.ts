import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Tx } from '../database/engine.js'
import { isOutage } from '../database/outage.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Invoice } from './invoice.js'
import type { Invoices } from './invoices.repository.js'
import { FailedAssertion } from '../kernel/failed-assertion.js'
import type { Log } from '../kernel/log.js'
import { isMailbox } from '../kernel/mailbox.js'
import { creatorOf, OPERATOR } from '../kernel/principal.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Email } from '../mail/email.js'
import type { ProviderMailer } from './provider-mailer.js'
import type { QueueEmail } from '../mail/queue-email.js'

/** The `once` key of the email of an invoice. An email without one is about the latest invoice of its payment. */
const ONCE = 'invoice:'
export const onceForInvoice = (invoiceId: string): string => `${ONCE}${invoiceId}`
export const invoiceIdOf = ({ once }: Pick<Email, 'once'>): string | undefined => once?.slice(ONCE.length)

/** Queues emails with stamped invoices to the address given with the request. */
export class QueueInvoiceEmail {
  constructor(
    private readonly accounts: Accounts,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly invoices: Invoices,
    private readonly queueEmail: QueueEmail,
    private readonly mailer: ProviderMailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: Log,
  ) {}

  /** Part of the transaction that stores the files; once per invoice. A failure does not prevent storing them. */
  async queueStamped(tx: Tx, invoice: Invoice): Promise<void> {
    const to = invoice.receiver.email
    if (to === null || (invoice.livemode && this.mailer.way === null)) return
    const { stampedAt, createdAt } = invoice
    const happenedAt = stampedAt !== null && stampedAt > createdAt ? stampedAt : createdAt
    const delivery = { to, once: onceForInvoice(invoice.id), happenedAt }
    try {
      await this.unitOfWork.savepoint(tx, async () => {
        const account = await this.accounts.find(invoice.accountId, tx)
        if (account) await this.queue(tx, account, invoice, delivery)
      })
    } catch (err) {
      // The whole transaction is repeated then.
      if (isOutage(err)) throw err
      this.log.error({ err, invoice: invoice.id }, 'could not queue the email of an invoice')
    }
  }

  /**
   * For the operator, any number of times.
   *
   * @param to default: the address given when the invoice was requested
   * @throws Problem `not_found`, `invoicing_rejected`: the payment has no invoice, or none that is stamped
   * @throws Problem `validation_error` on `to`: not an address, or none is known; `email_unavailable`
   */
  async resend(account: Account, paymentId: string, to: string | undefined): Promise<Email> {
    const checked = await this.check(account, paymentId, to)
    return this.unitOfWork.run((tx) => this.queueChecked(tx, account, checked, creatorOf(OPERATOR)))
  }

  /** What `resend` refuses, before a transaction. @throws Problem as `resend` */
  async check(account: Account, paymentId: string, to: string | undefined): Promise<InvoiceMail> {
    const invoice = await this.invoices.latestOf(paymentId)
    if (invoice?.accountId !== account.id) {
      throw new Problem('not_found', { detail: `payment ${paymentId} has no invoice` })
    }
    if (invoice.status !== 'stamped') {
      const detail = `the invoice is ${invoice.status}: only a stamped invoice can be emailed`
      throw new Problem('invoicing_rejected', { detail })
    }
    if (to !== undefined && !isMailbox(to)) throw invalid('to', 'must be one e-mail address')
    if (invoice.livemode && this.mailer.way === null) {
      const detail = 'no mail server is configured, and the invoicing provider cannot email invoices'
      throw new Problem('email_unavailable', { detail })
    }
    const recipient = to ?? invoice.receiver.email
    if (recipient === null) {
      const errors = [{ path: 'to', message: 'is required' }]
      throw new Problem('validation_error', { detail: 'the invoice has no e-mail address', errors })
    }
    return { invoice, to: recipient }
  }

  /** @param createdBy who asks for it, in the form of `creatorOf` */
  queueChecked(tx: Tx, account: Account, { invoice, to }: InvoiceMail, createdBy: string): Promise<Email> {
    return this.queue(tx, account, invoice, { to, createdBy })
  }

  private async queue(
    tx: Tx,
    account: Account,
    invoice: Invoice,
    delivery: { to: string; once?: string; createdBy?: string; happenedAt?: string },
  ): Promise<Email> {
    const { livemode, paymentId } = invoice
    const payment = await this.payments.find(invoice, paymentId, tx)
    const link = payment && (await this.links.find(payment, payment.linkId, tx))
    if (!link) throw new FailedAssertion(`invoice ${invoice.id} has no payment link`)
    return this.queueEmail.run(tx, account, {
      ...delivery,
      ...{ kind: 'invoice', livemode, about: link.title, linkId: link.id, paymentId },
      // Decided once, so that it is never sent by both.
      via: this.mailer.way,
    })
  }
}

/** A stamped invoice, and to whom it goes. */
export interface InvoiceMail {
  invoice: Invoice
  to: string
}

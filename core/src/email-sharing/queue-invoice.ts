import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { InvoiceNotice } from '../invoicing/invoice-notice.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { Invoices } from '../invoicing/invoices.repository.js'
import type { Log } from '../kernel/log.js'
import { isMailbox } from '../kernel/mailbox.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Email, EmailWay } from './email.js'
import type { MailByProvider } from './mail-by-provider.js'
import type { MailRoutes } from './mail-routes.js'
import type { QueueEmail } from './queue-email.js'
import { onceForInvoice } from './write-letter.js'

/** Stamped invoices for whom they are made out to, where somebody said where to. */
export class QueueInvoice extends InvoiceNotice {
  constructor(
    private readonly accounts: Accounts,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly invoices: Invoices,
    private readonly queueEmail: QueueEmail,
    private readonly routes: MailRoutes,
    private readonly byProvider: MailByProvider,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: Log,
  ) {
    super()
  }

  /** Once for each invoice. */
  async ready(tx: Tx, invoice: Invoice): Promise<void> {
    const to = invoice.receiver.email
    if (to === null || (invoice.livemode && this.way === null)) return
    const wish = { to, once: onceForInvoice(invoice.id) }
    try {
      await this.unitOfWork.apart(tx, async () => {
        const account = await this.accounts.find(invoice.accountId, tx)
        if (account) await this.queue(tx, account, invoice, wish)
      })
    } catch (err) {
      // No mail is worth an invoice whose files are not kept.
      this.log.error({ err, invoice: invoice.id }, 'could not queue an invoice')
    }
  }

  /**
   * As often as somebody asks.
   *
   * @param to left out: where it was to go when it was requested
   * @throws Error the payment has no stamped invoice, or there is nobody to mail it to
   */
  async again(account: Account, paymentId: string, to: string | undefined): Promise<Email> {
    const invoice = await this.invoices.latestOf(paymentId)
    if (invoice?.accountId !== account.id) throw new Error(`there is no invoice of a payment ${paymentId}`)
    if (invoice.status !== 'stamped') throw new Error(`its invoice is ${invoice.status}: only a stamped one is mailed`)
    if (to !== undefined && !isMailbox(to)) throw new Error('--to is one e-mail address, like ana@example.com')
    if (invoice.livemode && this.way === null) {
      throw new Error('no mail server is set up, and the invoicing provider mails no invoices')
    }
    const whom = to ?? invoice.receiver.email
    if (whom === null) throw new Error('nobody said whom to mail it to: say it with --to')
    return this.unitOfWork.run((tx) => this.queue(tx, account, invoice, { to: whom }))
  }

  /** Decided when it is written, so that two ways never send one mail. Null: there is none. */
  private get way(): EmailWay | null {
    if (this.routes.live) return 'smtp'
    return this.byProvider.isPossible ? 'provider' : null
  }

  private async queue(tx: Tx, account: Account, invoice: Invoice, wish: { to: string; once?: string }): Promise<Email> {
    const { livemode, paymentId } = invoice
    const payment = await this.payments.find(invoice, paymentId, tx)
    const link = payment && (await this.links.find(payment, payment.linkId, tx))
    if (!link) throw new Error(`invoice ${invoice.id} is of no link`)
    return this.queueEmail.run(tx, account, {
      ...wish,
      ...{ kind: 'invoice', livemode, about: link.title, linkId: link.id, paymentId, via: this.way ?? undefined },
    })
  }
}

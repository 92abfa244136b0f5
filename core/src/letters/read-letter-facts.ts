import type { MailAttachment } from '@paylink/plugin-api'
import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Alerts, RaisedAlert } from '../alerts/alerts.repository.js'
import type { InvoiceFiles } from '../invoicing/invoice-files.repository.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { Invoices } from '../invoicing/invoices.repository.js'
import { invoiceIdOf } from '../invoicing/queue-invoice-email.js'
import type { Clock } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import type { MailAddresses } from '../mail/addresses.js'
import type { Email } from '../mail/email.js'
import { NotReadyError, ObsoleteEmailError } from '../mail/render-email.js'
import { linkLines } from '../payment-links/link-lines.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import { afterTrigger } from '../payment-links/payment-link.transitions.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import { type InvoiceFacts, type LinkLetterFacts, LOGO_ID, type ReceiptFacts, type RequestFacts } from './letter.js'
import { hasReceipt, invoicingOnReceipt, paymentOnReceipt } from './receipt-facts.js'

/** Prefix of `once` for the email of an alert. */
const ALERT = 'alert:'
export const onceForAlert = (alertId: string): string => `${ALERT}${alertId}`

/** The facts of a letter, and the merchant's logo, which goes with it. */
interface Read<Facts> {
  facts: Facts
  logo: MailAttachment | null
}

/**
 * Reads what letters are about, as it is now.
 *
 * @throws ObsoleteEmailError from every method: there is nothing to write about any more
 */
export class ReadLetterFacts {
  constructor(
    private readonly accounts: Accounts,
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly invoices: Invoices,
    private readonly invoiceFiles: InvoiceFiles,
    private readonly alerts: Alerts,
    private readonly addresses: MailAddresses,
    private readonly clock: Clock,
  ) {}

  async account(email: Email): Promise<Account> {
    const account = await this.accounts.find(email.accountId)
    if (!account) throw new ObsoleteEmailError('the account no longer exists')
    return account
  }

  async assertPayable(email: Email): Promise<void> {
    const link = await this.linkOf(email)
    try {
      afterTrigger(link, 'share', this.clock.now())
    } catch (error) {
      throw error instanceof Problem ? new ObsoleteEmailError(error.detail ?? error.message) : error
    }
  }

  async request(email: Email, account: Account): Promise<Read<RequestFacts>> {
    const link = await this.linkOf(email)
    const { facts, logo } = await this.ofLink(email, account, link)
    return { facts: { ...facts, expiresAt: link.expiresAt }, logo }
  }

  async receipt(email: Email, account: Account): Promise<Read<ReceiptFacts>> {
    const link = await this.linkOf(email)
    const payment = await this.payments.find(email, email.paymentId ?? '')
    if (!hasReceipt(payment)) throw new ObsoleteEmailError('the payment was refunded before the receipt was sent')
    const { facts, logo } = await this.ofLink(email, account, link)
    const invoicePage = { url: this.addresses.invoiceUrl(link.slug), now: this.clock.now() }
    const invoicing = invoicingOnReceipt(account, link, payment, invoicePage)
    return { facts: { ...facts, ...paymentOnReceipt(payment), invoicing }, logo }
  }

  /** @throws NotReadyError its files are not available yet, or it is being cancelled */
  async invoice(
    email: Email,
    account: Account,
  ): Promise<Read<InvoiceFacts> & { invoice: Invoice; files: MailAttachment[] }> {
    const link = await this.linkOf(email)
    const invoice = await this.invoiceOf(email)
    const { uuid, stampedAt, receiver } = invoice
    if (uuid === null || stampedAt === null) throw new Error(`invoice ${invoice.id} is not stamped`)
    const files = await this.filesOf(invoice.id, uuid)
    const { facts, logo } = await this.ofLink(email, account, link)
    const ofInvoice: InvoiceFacts = {
      ...facts,
      amountCentavos: invoice.totalCentavos ?? link.amountCentavos,
      url: this.addresses.invoiceUrl(link.slug),
      invoice: { uuid, stampedAt, rfc: receiver.rfc, name: receiver.name },
    }
    return { facts: ofInvoice, logo, invoice, files }
  }

  async alert(email: Email): Promise<RaisedAlert> {
    const alert = await this.alerts.find(email.once?.slice(ALERT.length) ?? '')
    if (!alert) throw new ObsoleteEmailError('the alert was resolved before the email was sent')
    return alert
  }

  /** The dashboard's page of that month; it asks to sign in. */
  sheetUrl(month: string): string {
    return this.addresses.sheetUrl(month)
  }

  private async linkOf(email: Email): Promise<PaymentLink> {
    const link = await this.links.find(email, email.linkId ?? '')
    if (!link) throw new ObsoleteEmailError('the link no longer exists')
    return link
  }

  private async invoiceOf(email: Email): Promise<Invoice> {
    const id = invoiceIdOf(email)
    const invoice =
      id === undefined ? await this.invoices.latestOf(email.paymentId ?? '') : await this.invoices.find(id)
    if (!invoice) throw new ObsoleteEmailError('the invoice no longer exists')
    // The cancellation may be rejected, which leaves the invoice valid.
    if (invoice.status === 'cancel_pending') throw new NotReadyError('the invoice is being cancelled')
    if (invoice.status === 'stamped') return invoice
    throw new ObsoleteEmailError(`the invoice is ${invoice.status}`)
  }

  private async filesOf(invoiceId: string, uuid: string): Promise<MailAttachment[]> {
    const pdf = await this.invoiceFiles.find(invoiceId, 'pdf')
    const xml = await this.invoiceFiles.find(invoiceId, 'xml')
    if (!pdf || !xml) throw new NotReadyError('the files of the invoice are not available yet')
    return [
      { filename: `${uuid}.pdf`, contentType: 'application/pdf', content: pdf },
      { filename: `${uuid}.xml`, contentType: 'application/xml', content: xml },
    ]
  }

  private async ofLink(email: Email, account: Account, link: PaymentLink): Promise<Read<LinkLetterFacts>> {
    const { token, livemode } = email
    const logo = await this.logoOf(account)
    const { title, description, amountCentavos, currency } = link
    const facts: LinkLetterFacts = {
      locale: account.brand.locale,
      now: this.clock.now(),
      livemode,
      merchant: { name: account.name, ...account.brand },
      hasLogo: logo !== null,
      unsubscribeUrl: this.addresses.unsubscribeUrl(token),
      pixelUrl: account.mail.opens ? this.addresses.pixelUrl(token) : null,
      ...linkLines(link),
      ...{ title, description, amountCentavos, currency },
      customerName: isCustomer(link, email.to) ? link.customerName : null,
      url: this.addresses.linkUrl(link.slug, token),
    }
    return { facts, logo }
  }

  private async logoOf(account: Account): Promise<MailAttachment | null> {
    if (account.brand.logoType === null) return null
    const logo = await this.accounts.logo(account.id)
    if (!logo) return null
    const filename = `logo.${logo.type.replace('image/', '')}`
    return { filename, contentType: logo.type, content: logo.bytes, contentId: LOGO_ID }
  }
}

/** A link may be mailed to another person, whom the customer's name would not fit. */
const isCustomer = ({ customerEmail }: PaymentLink, to: string): boolean =>
  customerEmail === null || customerEmail.toLowerCase() === to.toLowerCase()

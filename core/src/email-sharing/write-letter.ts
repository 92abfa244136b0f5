import type { MailAttachment } from '@paylink/plugin-api'
import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Alerts } from '../alerts/alerts.repository.js'
import type { InvoiceFiles } from '../invoicing/invoice-files.repository.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { Invoices } from '../invoicing/invoices.repository.js'
import type { Clock } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import { linkLines } from '../payment-links/link-lines.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import { afterTrigger } from '../payment-links/payment-link.transitions.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import type { MailAddresses } from './addresses.js'
import type { Email } from './email.js'
import { letterWords } from './letters/letter-words.js'
import {
  type InvoiceFacts,
  type Letter,
  type LetterFrame,
  type LinkFacts,
  LOGO_ID,
  type ReceiptFacts,
  type RequestFacts,
} from './letters/letter.js'
import { hasReceipt, invoicingOnReceipt, paymentOnReceipt } from './receipt-facts.js'
import { SUPPRESSED, type Suppressions } from './suppressions.repository.js'

/** What a mail says now, and for whom. */
export interface Written {
  account: Account
  letter: Letter
  attachments: MailAttachment[]
  /** What it brings, if that is an invoice. */
  invoice?: Invoice
}

/** There is no reason to send it any more. */
export class NotToBeSentError extends Error {}

/** It cannot be written now, and may be later. */
export class NotYetError extends Error {}

/** Where an alert's mail says which one. */
const ALERT = 'alert:'
export const onceForAlert = (alertId: string): string => `${ALERT}${alertId}`

/** Where an invoice's mail says which one; where it does not, it is the payment's latest. */
const INVOICE = 'invoice:'
export const onceForInvoice = (invoiceId: string): string => `${INVOICE}${invoiceId}`

/** Writes what a mail says, from how things stand now. Commands, which rarely write one, do not load how. */
export class WriteLetter {
  constructor(
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly invoices: Invoices,
    private readonly invoiceFiles: InvoiceFiles,
    private readonly accounts: Accounts,
    private readonly alerts: Alerts,
    private readonly suppressions: Suppressions,
    private readonly addresses: MailAddresses,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotToBeSentError the link was paid meanwhile, say, or the address is not to be mailed any more
   * @throws NotYetError something that it brings is not there yet
   */
  async run(email: Email): Promise<Written> {
    const suppressed = await this.suppressions.reasonFor(email, email.to)
    if (suppressed) throw new NotToBeSentError(SUPPRESSED[suppressed])
    if (email.kind === 'request' || email.kind === 'reminder') await this.assertPayable(email)
    return this.anyway(email)
  }

  /** To look at it. @throws NotToBeSentError there is nothing to write; NotYetError */
  async anyway(email: Email): Promise<Written> {
    const account = await this.accounts.find(email.accountId)
    if (!account) throw new NotToBeSentError('the account is gone')
    switch (email.kind) {
      case 'request':
      case 'reminder':
        return this.linkLetter(email, account, email.kind)
      case 'receipt':
        return this.receipt(email, account)
      case 'invoice':
        return this.invoice(email, account)
      case 'alert':
        return this.alert(email, account)
    }
  }

  private async assertPayable(email: Email): Promise<void> {
    const link = await this.linkOf(email)
    try {
      afterTrigger(link, 'share', this.clock.now())
    } catch (error) {
      throw error instanceof Problem ? new NotToBeSentError(error.detail ?? error.message) : error
    }
  }

  private async linkLetter(email: Email, account: Account, kind: 'request' | 'reminder'): Promise<Written> {
    const { reminderLetter, requestLetter } = await import('./letters/request-letter.js')
    const link = await this.linkOf(email)
    const logo = await this.logoOf(account)
    const facts: RequestFacts = { ...this.factsOf(email, account, link, logo !== null), expiresAt: link.expiresAt }
    const letter = kind === 'request' ? requestLetter(facts) : reminderLetter(facts)
    return { account, letter, attachments: logo ? [logo] : [] }
  }

  private async receipt(email: Email, account: Account): Promise<Written> {
    const { receiptLetter } = await import('./letters/receipt-letter.js')
    const { receiptPdf } = await import('./letters/receipt-pdf.js')
    const link = await this.linkOf(email)
    const payment = await this.payments.find(email, email.paymentId ?? '')
    if (!hasReceipt(payment)) {
      throw new NotToBeSentError('the money was given back before the receipt was sent')
    }
    const logo = await this.logoOf(account)
    const facts: ReceiptFacts = {
      ...this.factsOf(email, account, link, logo !== null),
      ...paymentOnReceipt(payment),
      invoicing: invoicingOnReceipt(account, link, payment, {
        url: this.addresses.invoice(link.slug),
        now: this.clock.now(),
      }),
    }
    const pdf = await receiptPdf(facts, logo && { type: logo.contentType, bytes: logo.content })
    const receipt = { filename: `${payment.id}.pdf`, contentType: 'application/pdf', content: pdf }
    return { account, letter: receiptLetter(facts), attachments: [...(logo ? [logo] : []), receipt] }
  }

  private async invoice(email: Email, account: Account): Promise<Written> {
    const { invoiceLetter } = await import('./letters/invoice-letter.js')
    const link = await this.linkOf(email)
    const invoice = await this.invoiceOf(email)
    const { uuid, stampedAt, receiver } = invoice
    if (uuid === null || stampedAt === null) throw new Error(`invoice ${invoice.id} is not stamped`)
    const files = await this.filesOf(invoice.id, uuid)
    const logo = await this.logoOf(account)
    const facts: InvoiceFacts = {
      ...this.factsOf(email, account, link, logo !== null),
      amountCentavos: invoice.totalCentavos ?? link.amountCentavos,
      url: this.addresses.invoice(link.slug),
      invoice: { uuid, stampedAt, rfc: receiver.rfc, name: receiver.name },
    }
    return { account, letter: invoiceLetter(facts), attachments: [...(logo ? [logo] : []), ...files], invoice }
  }

  private async alert(email: Email, account: Account): Promise<Written> {
    const alert = await this.alerts.find(email.once?.slice(ALERT.length) ?? '')
    if (!alert) throw new NotToBeSentError('it was set right before the mail was sent')
    const { alertLetter } = await import('./letters/alert-letter.js')
    const { locale } = account.brand
    const says = letterWords(locale).alert.says[alert.kind](alert.target)
    const letter = alertLetter({ locale, merchant: { name: account.name, ...account.brand } }, [says])
    return { account, letter, attachments: [] }
  }

  private async invoiceOf({ once, paymentId }: Email): Promise<Invoice> {
    const id = once?.slice(INVOICE.length)
    const invoice = id === undefined ? await this.invoices.latestOf(paymentId ?? '') : await this.invoices.find(id)
    if (!invoice) throw new NotToBeSentError('the invoice is gone')
    // It may be refused, and then the invoice stands.
    if (invoice.status === 'cancel_pending') throw new NotYetError('the cancellation of the invoice is under way')
    if (invoice.status === 'stamped') return invoice
    throw new NotToBeSentError(`the invoice is ${invoice.status}`)
  }

  private async filesOf(invoiceId: string, uuid: string): Promise<MailAttachment[]> {
    const pdf = await this.invoiceFiles.find(invoiceId, 'pdf')
    const xml = await this.invoiceFiles.find(invoiceId, 'xml')
    if (!pdf || !xml) throw new NotYetError('the files of the invoice are not here yet')
    return [
      { filename: `${uuid}.pdf`, contentType: 'application/pdf', content: pdf },
      { filename: `${uuid}.xml`, contentType: 'application/xml', content: xml },
    ]
  }

  private async linkOf(email: Email): Promise<PaymentLink> {
    const link = await this.links.find(email, email.linkId ?? '')
    if (!link) throw new NotToBeSentError('the link is gone')
    return link
  }

  private factsOf(email: Email, account: Account, link: PaymentLink, hasLogo: boolean): LinkFacts {
    const { token, livemode } = email
    const frame: LetterFrame = {
      locale: account.brand.locale,
      now: this.clock.now(),
      livemode,
      merchant: { name: account.name, ...account.brand },
      hasLogo,
      unsubscribeUrl: this.addresses.unsubscribe(token),
      pixelUrl: account.mail.opens ? this.addresses.pixel(token) : null,
    }
    return {
      ...frame,
      ...linkLines(link),
      title: link.title,
      description: link.description,
      amountCentavos: link.amountCentavos,
      currency: link.currency,
      customerName: isCustomer(link, email.to) ? link.customerName : null,
      url: this.addresses.link(link.slug, token),
    }
  }

  private async logoOf(account: Account): Promise<MailAttachment | null> {
    if (account.brand.logoType === null) return null
    const logo = await this.accounts.logo(account.id)
    if (!logo) return null
    const filename = `logo.${logo.type.replace('image/', '')}`
    return { filename, contentType: logo.type, content: logo.bytes, contentId: LOGO_ID }
  }
}

/** Whom it is mailed to may be somebody else, who has another name. */
const isCustomer = ({ customerEmail }: PaymentLink, to: string): boolean =>
  customerEmail === null || customerEmail.toLowerCase() === to.toLowerCase()

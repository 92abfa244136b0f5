import type { MailAttachment } from '@paylink/plugin-api'
import type { Account } from '../accounts/account.js'
import type { Accounts } from '../accounts/accounts.repository.js'
import type { Alerts } from '../alerts/alerts.repository.js'
import type { InvoiceFiles } from '../invoicing/invoice-files.repository.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { Invoices } from '../invoicing/invoices.repository.js'
import type { ProviderMailer } from '../invoicing/provider-mailer.js'
import { invoiceIdOf } from '../invoicing/queue-invoice-email.js'
import type { Clock } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import { linkLines } from '../payment-links/link-lines.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import { afterTrigger } from '../payment-links/payment-link.transitions.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import type { MailAddresses } from '../mail/addresses.js'
import type { Email } from '../mail/email.js'
import { NotReadyError, ObsoleteEmailError, type RenderedEmail, RenderEmail } from '../mail/render-email.js'
import { SUPPRESSION_REASONS, type Suppressions } from '../mail/suppressions.repository.js'
import { letterWords } from './letter-words.js'
import {
  type InvoiceFacts,
  type LetterFrame,
  type LinkLetterFacts,
  LOGO_ID,
  type ReceiptFacts,
  type RequestFacts,
} from './letter.js'
import { hasReceipt, invoicingOnReceipt, paymentOnReceipt } from './receipt-facts.js'

/** Prefix of `once` for the mail of an alert. */
const ALERT = 'alert:'
export const onceForAlert = (alertId: string): string => `${ALERT}${alertId}`

/** Renders letters from the current data. The templates are loaded on demand: most commands never render one. */
export class WriteLetter extends RenderEmail {
  constructor(
    private readonly links: PaymentLinks,
    private readonly payments: Payments,
    private readonly invoices: Invoices,
    private readonly invoiceFiles: InvoiceFiles,
    private readonly accounts: Accounts,
    private readonly alerts: Alerts,
    private readonly suppressions: Suppressions,
    private readonly providerMailer: ProviderMailer,
    private readonly addresses: MailAddresses,
    private readonly clock: Clock,
  ) {
    super()
  }

  async renderForSending(email: Email): Promise<RenderedEmail> {
    const suppressed = await this.suppressions.reasonFor(email, email.to)
    if (suppressed) throw new ObsoleteEmailError(SUPPRESSION_REASONS[suppressed])
    if (email.kind === 'request' || email.kind === 'reminder') await this.assertPayable(email)
    return this.render(email)
  }

  /**
   * For a preview: without the checks above.
   *
   * @throws ObsoleteEmailError there is nothing to render
   * @throws NotReadyError
   */
  async render(email: Email): Promise<RenderedEmail> {
    const account = await this.accounts.find(email.accountId)
    if (!account) throw new ObsoleteEmailError('the account no longer exists')
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
      throw error instanceof Problem ? new ObsoleteEmailError(error.detail ?? error.message) : error
    }
  }

  private async linkLetter(email: Email, account: Account, kind: 'request' | 'reminder'): Promise<RenderedEmail> {
    const { reminderLetter, requestLetter } = await import('./request-letter.js')
    const link = await this.linkOf(email)
    const logo = await this.logoOf(account)
    const facts: RequestFacts = { ...this.factsOf(email, account, link, logo !== null), expiresAt: link.expiresAt }
    const letter = kind === 'request' ? requestLetter(facts) : reminderLetter(facts)
    return { account, letter, attachments: logo ? [logo] : [] }
  }

  private async receipt(email: Email, account: Account): Promise<RenderedEmail> {
    const { receiptLetter } = await import('./receipt-letter.js')
    const { receiptPdf } = await import('./receipt-pdf.js')
    const link = await this.linkOf(email)
    const payment = await this.payments.find(email, email.paymentId ?? '')
    if (!hasReceipt(payment)) {
      throw new ObsoleteEmailError('the payment was refunded before the receipt was sent')
    }
    const logo = await this.logoOf(account)
    const facts: ReceiptFacts = {
      ...this.factsOf(email, account, link, logo !== null),
      ...paymentOnReceipt(payment),
      invoicing: invoicingOnReceipt(account, link, payment, {
        url: this.addresses.invoiceUrl(link.slug),
        now: this.clock.now(),
      }),
    }
    const pdf = await receiptPdf(facts, logo && { type: logo.contentType, bytes: logo.content })
    const receipt = { filename: `${payment.id}.pdf`, contentType: 'application/pdf', content: pdf }
    return { account, letter: receiptLetter(facts), attachments: [...(logo ? [logo] : []), receipt] }
  }

  private async invoice(email: Email, account: Account): Promise<RenderedEmail> {
    const { invoiceLetter } = await import('./invoice-letter.js')
    const link = await this.linkOf(email)
    const invoice = await this.invoiceOf(email)
    const { uuid, stampedAt, receiver } = invoice
    if (uuid === null || stampedAt === null) throw new Error(`invoice ${invoice.id} is not stamped`)
    const files = await this.filesOf(invoice.id, uuid)
    const logo = await this.logoOf(account)
    const facts: InvoiceFacts = {
      ...this.factsOf(email, account, link, logo !== null),
      amountCentavos: invoice.totalCentavos ?? link.amountCentavos,
      url: this.addresses.invoiceUrl(link.slug),
      invoice: { uuid, stampedAt, rfc: receiver.rfc, name: receiver.name },
    }
    return {
      account,
      letter: invoiceLetter(facts),
      attachments: [...(logo ? [logo] : []), ...files],
      ...(email.via === 'provider' && { sendByProvider: () => this.providerMailer.send(invoice, email.to) }),
    }
  }

  private async alert(email: Email, account: Account): Promise<RenderedEmail> {
    const alert = await this.alerts.find(email.once?.slice(ALERT.length) ?? '')
    if (!alert) throw new ObsoleteEmailError('the alert was resolved before the mail was sent')
    const { alertLetter } = await import('./alert-letter.js')
    const { locale } = account.brand
    const sentence = letterWords(locale).alert.sentences[alert.kind](alert.target)
    const letter = alertLetter({ locale, merchant: { name: account.name, ...account.brand } }, [sentence])
    return { account, letter, attachments: [] }
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

  private async linkOf(email: Email): Promise<PaymentLink> {
    const link = await this.links.find(email, email.linkId ?? '')
    if (!link) throw new ObsoleteEmailError('the link no longer exists')
    return link
  }

  private factsOf(email: Email, account: Account, link: PaymentLink, hasLogo: boolean): LinkLetterFacts {
    const { token, livemode } = email
    const frame: LetterFrame = {
      locale: account.brand.locale,
      now: this.clock.now(),
      livemode,
      merchant: { name: account.name, ...account.brand },
      hasLogo,
      unsubscribeUrl: this.addresses.unsubscribeUrl(token),
      pixelUrl: account.mail.opens ? this.addresses.pixelUrl(token) : null,
    }
    return {
      ...frame,
      ...linkLines(link),
      title: link.title,
      description: link.description,
      amountCentavos: link.amountCentavos,
      currency: link.currency,
      customerName: isCustomer(link, email.to) ? link.customerName : null,
      url: this.addresses.linkUrl(link.slug, token),
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

/** A link may be mailed to another person, whom the customer's name would not fit. */
const isCustomer = ({ customerEmail }: PaymentLink, to: string): boolean =>
  customerEmail === null || customerEmail.toLowerCase() === to.toLowerCase()

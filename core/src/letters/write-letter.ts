import type { Account } from '../accounts/account.js'
import type { ReadStaffEmail } from '../identity/read-staff-email.js'
import type { ProviderMailer } from '../invoicing/provider-mailer.js'
import type { Clock } from '../kernel/clock.js'
import { type Email, isToCustomer } from '../mail/email.js'
import { ObsoleteEmailError, type RenderedEmail, type RenderEmail } from '../mail/render-email.js'
import { SUPPRESSION_REASONS, type Suppressions } from '../mail/suppressions.repository.js'
import type { ReadApprovalFacts } from './read-approval-facts.js'
import { monthOfSheet } from './mail-sheets.js'
import type { ReadLetterFacts } from './read-letter-facts.js'

/** Renders letters from the current data. The templates are loaded on demand: most commands never render one. */
export class WriteLetter implements RenderEmail {
  constructor(
    private readonly readFacts: ReadLetterFacts,
    private readonly suppressions: Suppressions,
    private readonly providerMailer: ProviderMailer,
    private readonly readStaffEmail: ReadStaffEmail,
    private readonly readApprovalFacts: ReadApprovalFacts,
    private readonly clock: Clock,
  ) {}

  async renderForSending(email: Email): Promise<RenderedEmail> {
    const suppressed = await this.suppressions.reasonFor(email, email.to)
    // A person of the merchant's who wants no more of its payment mails still signs in.
    if (
      suppressed &&
      (isToCustomer(email.kind) || email.kind === 'alert' || email.kind === 'sheet' || suppressed === 'bounced')
    )
      throw new ObsoleteEmailError(SUPPRESSION_REASONS[suppressed])
    if (email.kind === 'request' || email.kind === 'reminder') await this.readFacts.assertPayable(email)
    return this.render(email)
  }

  /**
   * For a preview: without the checks above.
   *
   * @throws ObsoleteEmailError there is nothing to render
   * @throws NotReadyError
   */
  async render(email: Email): Promise<RenderedEmail> {
    const account = await this.readFacts.account(email)
    switch (email.kind) {
      case 'request':
      case 'reminder':
        return this.request(email, account)
      case 'receipt':
        return this.receipt(email, account)
      case 'invoice':
        return this.invoice(email, account)
      case 'alert':
        return this.alert(email, account)
      case 'sheet':
        return this.sheet(email, account)
      case 'approval':
        return this.approval(email, account)
      case 'invitation':
      case 'reset':
      case 'security':
        return this.staff(email, account)
    }
  }

  private async request(email: Email, account: Account): Promise<RenderedEmail> {
    const { reminderLetter, requestLetter } = await import('./request-letter.js')
    const { facts, logo } = await this.readFacts.request(email, account)
    const letter = email.kind === 'reminder' ? reminderLetter(facts) : requestLetter(facts)
    return { account, letter, attachments: logo ? [logo] : [] }
  }

  private async receipt(email: Email, account: Account): Promise<RenderedEmail> {
    const { receiptLetter } = await import('./receipt-letter.js')
    const { receiptPdf } = await import('./pdf-receipt.js')
    const { facts, logo } = await this.readFacts.receipt(email, account)
    const content = await receiptPdf(facts, logo && { type: logo.contentType, bytes: logo.content })
    const receipt = { filename: `${facts.payment.id}.pdf`, contentType: 'application/pdf', content }
    return { account, letter: receiptLetter(facts), attachments: [...(logo ? [logo] : []), receipt] }
  }

  private async invoice(email: Email, account: Account): Promise<RenderedEmail> {
    const { invoiceLetter } = await import('./invoice-letter.js')
    const { facts, logo, invoice, files } = await this.readFacts.invoice(email, account)
    return {
      account,
      letter: invoiceLetter(facts),
      attachments: [...(logo ? [logo] : []), ...files],
      ...(email.via === 'provider' && { sendByProvider: () => this.providerMailer.send(invoice, email.to) }),
    }
  }

  private async alert(email: Email, account: Account): Promise<RenderedEmail> {
    const alert = await this.readFacts.alert(email)
    const { alertLetter } = await import('./alert-letter.js')
    const letter = alertLetter(
      { locale: account.brand.locale, merchant: { name: account.name, ...account.brand } },
      alert,
    )
    return { account, letter, attachments: [] }
  }

  private async sheet(email: Email, account: Account): Promise<RenderedEmail> {
    const { sheetLetter } = await import('./sheet-letter.js')
    const around = { locale: account.brand.locale, merchant: { name: account.name, ...account.brand } }
    const month = monthOfSheet(email)
    return { account, letter: sheetLetter(around, month, this.readFacts.sheetUrl(month)), attachments: [] }
  }

  private async approval(email: Email, account: Account): Promise<RenderedEmail> {
    const { locale, ...facts } = await this.readApprovalFacts.run(email)
    const { approvalLetter } = await import('./approval-letter.js')
    const merchant = { name: account.name, ...account.brand }
    const around = { locale: locale ?? account.brand.locale, merchant, now: this.clock.now() }
    return { account, letter: approvalLetter(around, facts), attachments: [] }
  }

  private async staff(email: Email, account: Account): Promise<RenderedEmail> {
    const found = await this.readStaffEmail.find(email)
    if (!found) throw new ObsoleteEmailError('what it was about was used, withdrawn or too old')
    const { staffLetter } = await import('./staff-letter.js')
    const locale = found.locale ?? account.brand.locale
    const around = { locale, merchant: { name: account.name, ...account.brand }, now: this.clock.now() }
    return {
      account,
      letter: staffLetter(around, found, found.url),
      keptLetter: staffLetter(around, found, found.keptUrl),
      attachments: [],
    }
  }
}

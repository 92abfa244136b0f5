import type { Account } from '../accounts/account.js'
import type { ProviderMailer } from '../invoicing/provider-mailer.js'
import type { Email } from '../mail/email.js'
import { ObsoleteEmailError, type RenderedEmail, type RenderEmail } from '../mail/render-email.js'
import { SUPPRESSION_REASONS, type Suppressions } from '../mail/suppressions.repository.js'
import type { ReadLetterFacts } from './read-letter-facts.js'

/** Renders letters from the current data. The templates are loaded on demand: most commands never render one. */
export class WriteLetter implements RenderEmail {
  constructor(
    private readonly readFacts: ReadLetterFacts,
    private readonly suppressions: Suppressions,
    private readonly providerMailer: ProviderMailer,
  ) {}

  async renderForSending(email: Email): Promise<RenderedEmail> {
    const suppressed = await this.suppressions.reasonFor(email, email.to)
    if (suppressed) throw new ObsoleteEmailError(SUPPRESSION_REASONS[suppressed])
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
}

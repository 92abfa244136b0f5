import type { Account } from '../accounts/account.js'
import { type Logo, logoData } from '../accounts/logo.js'
import type { Clock } from '../kernel/clock.js'
import type { MailAddresses } from '../mail/addresses.js'
import { linkLines } from '../payment-links/link-lines.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import { LOGO_ID, type Letter, type ReceiptFacts } from './letter.js'

/** What letters would look like for an account, which may be one that is not stored like this. */
export interface Previewed {
  account: Account
  logo: Logo | undefined
  /** A link that need not exist, and which is paid with a card just now. */
  link: PaymentLink
}

/** Letters about a link that does not exist. Nothing is stored, and nothing is sent. */
export class PreviewLetters {
  constructor(
    private readonly addresses: MailAddresses,
    private readonly clock: Clock,
  ) {}

  /** The email that asks for the payment. Self-contained, with the logo as a data URL. */
  async request(previewed: Previewed): Promise<string> {
    const { requestLetter } = await import('./request-letter.js')
    return htmlOf(requestLetter({ ...this.factsOf(previewed), expiresAt: null }), previewed.logo)
  }

  /** The email with the receipt. */
  async receipt(previewed: Previewed): Promise<string> {
    const { receiptLetter } = await import('./receipt-letter.js')
    return htmlOf(receiptLetter(this.factsOf(previewed)), previewed.logo)
  }

  /** The receipt that goes with it. */
  async receiptPdf(previewed: Previewed): Promise<Uint8Array> {
    const { receiptPdf } = await import('./pdf-receipt.js')
    return receiptPdf(this.factsOf(previewed), previewed.logo ?? null)
  }

  private factsOf({ account, logo, link }: Previewed): ReceiptFacts {
    const now = this.clock.now()
    const { id, slug, livemode, title, description, amountCentavos, currency } = link
    return {
      ...{ locale: account.brand.locale, now, livemode, title, description, amountCentavos, currency },
      ...linkLines(link),
      merchant: { name: account.name, ...account.brand },
      hasLogo: logo !== undefined,
      ...{ unsubscribeUrl: this.addresses.unsubscribeUrl(''), pixelUrl: null, customerName: null, invoicing: null },
      url: this.addresses.linkUrl(slug, ''),
      payment: {
        id: id.replace(/^plink/, 'pay'),
        paidAt: now.toISOString(),
        ...{ method: 'card', isManual: false, amountRefundedCentavos: 0 },
      },
    }
  }
}

const htmlOf = ({ html }: Letter, logo: Logo | undefined): string =>
  logo ? html.replaceAll(`cid:${LOGO_ID}`, logoData(logo)) : html

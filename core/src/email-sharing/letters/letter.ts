import type { Account } from '../../accounts/account.js'
import type { PageLocale } from '../../kernel/choose-locale.js'
import type { LinkLines } from '../../payment-links/link-lines.js'

/** What a mail says: everything but its envelope and headers. */
export interface Letter {
  text: string
  html: string
}

/** How the HTML names the merchant's logo, which travels with the mail: nothing in it is loaded from anywhere. */
export const LOGO_ID = 'logo'

/** About the merchant, and what every mail says at its end. */
export interface LetterFrame {
  locale: PageLocale
  /** When it is written. */
  now: Date
  livemode: boolean
  merchant: Pick<Account, 'name'> & Account['brand']
  /** The logo travels with it, under `LOGO_ID`. */
  hasLogo: boolean
  /** A page with a button: nothing happens by looking at it. */
  unsubscribeUrl: string
  /** Of one pixel; null: who opens it is nobody's business. */
  pixelUrl: string | null
}

/** A payment that is asked for, or that was made. */
export interface LinkFacts extends LetterFrame, LinkLines {
  title: string
  description: string | null
  amountCentavos: number
  currency: string
  customerName: string | null
  /** The link's page, with the token by which a click is known. */
  url: string
}

export interface RequestFacts extends LinkFacts {
  expiresAt: string | null
}

/** What it came to is what was invoiced, and `url` its own page. */
export interface InvoiceFacts extends LinkFacts {
  invoice: {
    /** The fiscal folio. */
    uuid: string
    rfc: string
    name: string
    stampedAt: string
  }
}

export interface ReceiptFacts extends LinkFacts {
  payment: {
    id: string
    paidAt: string
    /** As the API names it; null: nobody said. */
    method: string | null
    /** The merchant recorded it. */
    isManual: boolean
    amountRefundedCentavos: number
  }
  /** Where the customer asks for the invoice, and from when on no more; null: nowhere. */
  invoicing: { url: string; deadline: Date } | null
}

/** What the receipt on paper says: nothing that is of a mail alone. */
export type ReceiptSheetFacts = Omit<ReceiptFacts, 'description' | 'url' | 'hasLogo' | 'unsubscribeUrl' | 'pixelUrl'>

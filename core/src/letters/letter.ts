import type { Account } from '../accounts/account.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { LinkLines } from '../payment-links/link-lines.js'

/** The content of a mail, without envelope and headers. */
export interface Letter {
  text: string
  html: string
}

/** Content-ID of the merchant's logo, which is attached: a letter loads nothing from a server. */
export const LOGO_ID = 'logo'

/** The merchant, and what every letter has. */
export interface LetterFrame {
  locale: PageLocale
  /** When it is rendered. */
  now: Date
  livemode: boolean
  merchant: Pick<Account, 'name'> & Account['brand']
  /** The logo is attached, under `LOGO_ID`. */
  hasLogo: boolean
  /** A confirmation page: opening it changes nothing. */
  unsubscribeUrl: string
  /** Of the tracking pixel; null: opens are not tracked. */
  pixelUrl: string | null
}

/** A payment link, to be paid or paid. */
export interface LinkLetterFacts extends LetterFrame, LinkLines {
  title: string
  description: string | null
  amountCentavos: number
  currency: string
  customerName: string | null
  /** The payment page, with the token that identifies a click. */
  url: string
}

export interface RequestFacts extends LinkLetterFacts {
  expiresAt: string | null
}

/** `amountCentavos` is the total of the invoice, `url` the page of the invoice. */
export interface InvoiceFacts extends LinkLetterFacts {
  invoice: {
    /** The fiscal folio. */
    uuid: string
    rfc: string
    name: string
    stampedAt: string
  }
}

export interface ReceiptFacts extends LinkLetterFacts {
  payment: {
    id: string
    paidAt: string
    /** As the API names it; null: unknown. */
    method: string | null
    /** Recorded by the merchant. */
    isManual: boolean
    amountRefundedCentavos: number
  }
  /** Where and until when the customer can request the invoice; null: not possible. */
  invoicing: { url: string; deadline: Date } | null
}

/** The facts of the PDF receipt: without those that only a mail has. */
export type ReceiptSheetFacts = Omit<ReceiptFacts, 'description' | 'url' | 'hasLogo' | 'unsubscribeUrl' | 'pixelUrl'>

export type Locale = 'es-MX' | 'en'

export interface Brand {
  /** `#rrggbb`; null: the default colour. */
  color: string | null
  logoType: string | null
  supportEmail: string | null
  supportPhone: string | null
  locale: Locale
  timeZone: string
}

/** Emails that are sent automatically. */
export interface MailOptions {
  /** How long before a link expires its customer is reminded, once; null: never. */
  reminderHours: number | null
  /** The payer gets a receipt. */
  receipts: boolean
  /** A tracking pixel records when an email is opened. */
  opens: boolean
  /** The address that alerts are mailed to. */
  alertsTo: string | null
  /** The address that hears on the first of each month that the sheet for the accountant is ready; null: none. */
  sheetTo: string | null
  /** When that address was set: months that were over by then are not announced to it. */
  sheetSince: string | null
}

/** A merchant. An installation has one by default (R260). */
export interface Account {
  id: string
  name: string
  /** When the business profile was verified, which live keys require (R223). */
  verifiedAt: string | null
  suspendedAt: string | null
  subscription: 'active' | 'inactive'
  brand: Brand
  mail: MailOptions
  /** How many days after the month of the payment the customer may request the invoice on the page (R249). */
  invoiceDaysAfterMonth: number
  /** Everyone who signs in needs a passkey, or a code besides the password. */
  requiresSecondFactor: boolean
  createdAt: string
}

export type Locale = 'es-MX' | 'en'

export interface Brand {
  /** `#rrggbb`; null: the page's own. */
  color: string | null
  logoType: string | null
  supportEmail: string | null
  supportPhone: string | null
  locale: Locale
  timeZone: string
}

/** What is mailed beyond what is asked for. */
export interface MailOptions {
  /** A link's customer is reminded this long before it expires, once; null: never. */
  reminderHours: number | null
  /** Whoever paid gets a receipt. */
  receipts: boolean
  /** A picture in the mail tells when it was opened. */
  opens: boolean
  /** Where the merchant is told of what needs somebody's attention. */
  alertsTo: string | null
}

/** A merchant. One install serves one by default (R260). */
export interface Account {
  id: string
  name: string
  /** The business profile was verified (R223): a condition of live keys. */
  verifiedAt: string | null
  suspendedAt: string | null
  subscription: 'active' | 'inactive'
  brand: Brand
  mail: MailOptions
  /** Customers may ask for the invoice on the page until so many days after the month of the payment (R249). */
  invoiceDaysAfterMonth: number
  createdAt: string
}

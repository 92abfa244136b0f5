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

/** A merchant. One install serves one by default (R260). */
export interface Account {
  id: string
  name: string
  /** The business profile was verified (R223): a condition of live keys. */
  verifiedAt: string | null
  suspendedAt: string | null
  subscription: 'active' | 'inactive'
  brand: Brand
  createdAt: string
}

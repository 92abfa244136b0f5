import type { EmailAddress, Metadata, ProviderId, Timestamp } from '../contract/fields.js'
import type { PaymentItemView } from './payment-link.view.js'

/** What a new link is made of. No other properties are allowed. */
export interface CreatePaymentLinkBody {
  /**
   * @minLength 1
   * @maxLength 200
   */
  title: string
  /**
   * @minItems 1
   * @maxItems 20
   */
  items: PaymentItemView[]
  /** @maxLength 2000 */
  description?: string
  /**
   * ISO 4217, two-decimal currencies only; `MXN` unless given. What is available depends on the connected provider
   * account.
   *
   * @pattern ^[A-Za-z]{3}$
   */
  currency?: string
  /** Pre-fills the checkout. */
  customerEmail?: EmailAddress
  /**
   * @minLength 1
   * @maxLength 200
   */
  customerName?: string
  /** After it the link cannot be paid; no checkout starts within 30 minutes of it. */
  expiresAt?: Timestamp
  metadata?: Metadata
  /**
   * The providers to offer, in this order. Left out or empty: every connected provider.
   *
   * @maxItems 2
   */
  providers?: ProviderId[]
  /**
   * The customer may request an invoice; false unless given. Needs an invoicing connection and tax codes on every item.
   */
  invoiceable?: boolean
}

/** What to change. Left out: stays. No other properties are allowed. */
export interface UpdatePaymentLinkBody {
  /**
   * @minLength 1
   * @maxLength 200
   */
  title?: string
  /**
   * Null clears it.
   *
   * @maxLength 2000
   */
  description?: string | null
  customerEmail?: EmailAddress | null
  /**
   * Null clears it.
   *
   * @minLength 1
   * @maxLength 200
   */
  customerName?: string | null
  /** In the future. Null removes the expiry. */
  expiresAt?: Timestamp | null
  /** Replaces the whole object. Null or `{}` clears it. */
  metadata?: Metadata | null
  /**
   * Replaces the list. Empty: every connected provider.
   *
   * @maxItems 2
   */
  providers?: ProviderId[]
  invoiceable?: boolean
}

import type { MethodType } from './manifest.js'

/** ISO 8601 with zone, e.g. `2026-03-01T12:00:00.000Z`. */
export type Iso = string

/** `amount` is a whole number of minor units (centavos, cents); `currency` is ISO 4217 in upper case. */
export interface Money {
  amount: number
  currency: string
}

export interface CheckoutItem {
  /** 1–200 code points. */
  name: string
  quantity: number
  /** Minor units, for one piece. */
  unitAmount: number
  /** Minor units for the whole line, on top of `quantity * unitAmount`. 0 where the price includes the tax. */
  taxAmount: number
}

export interface CreateCheckoutInput {
  /** Must be stored on the provider's object, as its reference or metadata, and come back in `ProviderState`. */
  paymentId: string
  linkId: string
  /**
   * Identifies this installation: several may share one account at the provider. Store it beside `paymentId` if
   * `listCheckouts` is implemented. Absent when a checkout is repeated that an older version of PayLink asked for.
   */
  instanceId?: string
  /** The same for every attempt at this payment, across restarts. */
  idempotencyKey: string
  /** Always equals the sum of `quantity * unitAmount + taxAmount` over `items`. */
  total: Money
  items: CheckoutItem[]
  title: string
  description?: string
  customer: { email?: string; name?: string }
  /** Within `capabilities.checkoutLifetime` of the first attempt, and not after the link expires where that allows it. */
  expiresAt: Iso
  /** Where the payer's browser goes afterwards. A visit proves nothing about the payment. */
  returnUrl: string
  cancelUrl: string
  locale: 'es-MX' | 'en'
}

export interface CheckoutHandle {
  /** The provider's id of the checkout. */
  providerRef: string
  /** Where the payer pays. */
  redirectUrl: string
  expiresAt: Iso
  /** The state, if the provider's answer already contains it. */
  state?: ProviderState
}

/** What a payer needs in order to pay in cash or by transfer after leaving the provider's page. */
export interface Voucher {
  /** What the payer presents at the store or enters at the bank: a barcode number, a CLABE. */
  reference: string
  /** How it is paid; selects the instructions on the payment page, which are neutral if it is omitted. */
  method?: MethodType
  /** The bank that receives a transfer, e.g. `STP`. */
  bank?: string
  /** The account holder that the payer's bank shows for a transfer. */
  beneficiary?: string
  /** Names of the store chains that accept it, e.g. `['OXXO']`. */
  stores?: string[]
  /** The provider's own page with instructions; http or https. */
  instructionsUrl?: string
  /** After this it can no longer be paid. */
  expiresAt?: Iso
}

/** A chargeback, or an inquiry that may become one. */
export interface Dispute {
  /** `open`: undecided. `won`: the merchant keeps the money. `lost`: the bank took it back. */
  status: 'open' | 'won' | 'lost'
  /** The disputed amount. */
  amount?: Money
  /** The merchant's deadline for responding. */
  dueAt?: Iso
  /** Where the merchant responds; http or https. */
  url?: string
}

/** The payment's *current* state at the provider. Core alone decides what it means for the payment. */
export interface ProviderState {
  providerRef: string
  /** Our payment id, as stored on the provider's object. Core refuses a success without it. */
  paymentId?: string
  /**
   * - `open`: it can still be paid. `processing`: being paid, outcome not known yet (a voucher, a transfer).
   * - `paid`: the money is the merchant's. `failed`: declined for good. `canceled`, `expired`: closed without payment.
   * - `refunded`: refunded in full.
   * - `unrecognized`: an answer that this plugin does not understand; a person must review it.
   */
  status: 'open' | 'processing' | 'paid' | 'failed' | 'canceled' | 'expired' | 'refunded' | 'unrecognized'
  livemode: boolean
  /** The amount paid, or to be paid. Required when `paid` or `refunded`. */
  amount?: Money
  /** Minor units refunded so far. */
  amountRefunded?: number
  /**
   * What the provider kept of this payment so far, taxes on it included, as a positive amount. Left out where it does not
   * tell, or not yet; core books it only in the currency of the payment.
   */
  fee?: Money
  paidAt?: Iso
  method?: {
    type: MethodType
    /** The provider's own name for it. */
    raw: string
    card?: { funding: 'credit' | 'debit' | 'prepaid' | 'unknown'; brand?: string; last4?: string }
    /** The tracking key (clave de rastreo) of a SPEI transfer. */
    trackingKey?: string
  }
  voucher?: Voucher
  /** When the checkout expires. */
  expiresAt?: Iso
  /** Where the payer can continue paying while it is `open`. */
  redirectUrl?: string
  failure?: { code: string; message: string }
  /** Omitted if the payment was never disputed, or if the provider does not report disputes. */
  dispute?: Dispute
  /** The page of this payment in the provider's own dashboard. */
  dashboardUrl?: string
}

/** A checkout with a payment id of PayLink's, as a listing has it. Its state is read with `retrieve`. */
export interface ListedCheckout {
  providerRef: string
  /** As stored on the provider's object when it was created, like the next two. */
  paymentId: string
  linkId?: string
  instanceId?: string
  createdAt: Iso
}

/** `next` asks for the page after this one; omitted after the last. */
export interface CheckoutPage {
  checkouts: ListedCheckout[]
  next?: string
}

/** `already_closed`: it had ended before, without payment. `already_paid`: a payment wins over any request to close it. */
export type ExpireResult =
  | { outcome: 'expired' | 'already_closed'; state?: ProviderState }
  | { outcome: 'already_paid'; state: ProviderState }
  /** The provider refuses to close it (e.g. a printed voucher): it can still be paid. */
  | { outcome: 'refused'; reason: string }

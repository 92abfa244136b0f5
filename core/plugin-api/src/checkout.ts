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
  /** The same for every try at this payment, across restarts. */
  idempotencyKey: string
  /** Always the sum of `quantity * unitAmount + taxAmount` over `items`. */
  total: Money
  items: CheckoutItem[]
  title: string
  description?: string
  customer: { email?: string; name?: string }
  /** Within `capabilities.checkoutLifetime` of the first try, and never after the link's expiry where that allows it. */
  expiresAt: Iso
  /** Where the payer's browser goes afterwards. Proves nothing. */
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
  /** The state, where the answer already told it. */
  state?: ProviderState
}

/** What a payer needs to pay in cash or by transfer after leaving the provider's page. */
export interface Voucher {
  /** What the payer gives at the till or types into the bank: a barcode number, a CLABE. */
  reference: string
  /** How it is paid; decides the words on the payment page. Left out: the page words it neutrally. */
  method?: MethodType
  /** The bank that receives a transfer, e.g. `STP`. */
  bank?: string
  /** The account holder that the payer's bank shows for a transfer. */
  beneficiary?: string
  /** Names of the chains that take it, e.g. `['OXXO']`. */
  stores?: string[]
  /** The provider's own page with instructions; http or https. */
  instructionsUrl?: string
  /** After this it can no longer be paid. */
  expiresAt?: Iso
}

/** A chargeback, or an inquiry that may become one. */
export interface Dispute {
  /** `open`: not decided. `won`: the merchant keeps the money. `lost`: the bank took it back. */
  status: 'open' | 'won' | 'lost'
  /** What is disputed. */
  amount?: Money
  /** Until when the merchant may answer it. */
  dueAt?: Iso
  /** Where the merchant answers it; http or https. */
  url?: string
}

/** What the provider says *now*. Core alone decides what it means for the payment. */
export interface ProviderState {
  providerRef: string
  /** Our payment id, as the provider's object holds it. Core refuses a success without it. */
  paymentId?: string
  /**
   * - `open`: it can still be paid. `processing`: being paid, the outcome is not known yet (a voucher, a transfer).
   * - `paid`: the money is the merchant's. `failed`: declined for good. `canceled`, `expired`: closed without money.
   * - `refunded`: given back whole.
   * - `unrecognized`: an answer this plugin does not understand; a person must look.
   */
  status: 'open' | 'processing' | 'paid' | 'failed' | 'canceled' | 'expired' | 'refunded' | 'unrecognized'
  livemode: boolean
  /** What was, or is to be, paid. Required when `paid` or `refunded`. */
  amount?: Money
  /** Minor units given back so far. */
  amountRefunded?: number
  paidAt?: Iso
  method?: {
    type: MethodType
    /** The provider's own word. */
    raw: string
    card?: { funding: 'credit' | 'debit' | 'prepaid' | 'unknown'; brand?: string; last4?: string }
  }
  voucher?: Voucher
  /** When the checkout closes by itself. */
  expiresAt?: Iso
  /** Where the payer can go on paying, while `open`. */
  redirectUrl?: string
  failure?: { code: string; message: string }
  /** The cardholder's bank questions the payment. Left out: it was never disputed, or the provider does not tell. */
  dispute?: Dispute
  /** The page of this payment in the provider's own dashboard. */
  dashboardUrl?: string
}

/** `already_closed`: it was over before, without money. `already_paid` wins over any wish to close it. */
export type ExpireResult =
  | { outcome: 'expired' | 'already_closed'; state?: ProviderState }
  | { outcome: 'already_paid'; state: ProviderState }
  /** The provider won't close it (a printed voucher, say): it can still be paid. */
  | { outcome: 'refused'; reason: string }

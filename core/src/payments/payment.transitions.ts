import type { PaymentStatus } from './payment.js'

/**
 * What the provider's evidence says about a payment. `returned` is an operator's decision after a review: mismatched
 * money was given back. An operator's decision never makes a success (R238).
 */
export type Verdict = 'paid' | 'failed' | 'canceled' | 'refunded' | 'returned'

/**
 * What each verdict does to a payment (R85–R92, R201). A pair that is not listed leaves it as it is.
 * Success after `failed` or `canceled` is late money: a voucher paid after all.
 */
export const PAYMENT_TRANSITIONS: Record<PaymentStatus, Partial<Record<Verdict, PaymentStatus>>> = {
  pending: { paid: 'succeeded', failed: 'failed', canceled: 'canceled', refunded: 'refunded', returned: 'refunded' },
  succeeded: { refunded: 'refunded', returned: 'refunded' },
  failed: { paid: 'succeeded', refunded: 'refunded' },
  canceled: { paid: 'succeeded', refunded: 'refunded' },
  refunded: {},
}

export const nextPaymentStatus = (from: PaymentStatus, verdict: Verdict): PaymentStatus =>
  PAYMENT_TRANSITIONS[from][verdict] ?? from

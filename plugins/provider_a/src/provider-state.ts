import type { ProviderState } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'
import { methodOf, voucherOf } from './payment-method.js'

const CHARGE = 'payment_intent.latest_charge'

/** The expansions of a session that `stateOf` needs. */
export const EXPAND = [CHARGE]

/** With what Stripe keeps of it. A restricted key may lack the right to read it, and Stripe then refuses everything. */
export const EXPAND_WITH_FEE = [CHARGE, `${CHARGE}.balance_transaction`]

export const PAYMENT_METADATA_KEY = 'paylink_payment'
export const LINK_METADATA_KEY = 'paylink_link'
export const INSTANCE_METADATA_KEY = 'paylink_instance'

type Status = ProviderState['status']

/** Not a decline: the voucher was not paid in time. */
const VOUCHER_EXPIRED = 'payment_intent_payment_attempt_expired'

const INTENT_UNDER_WAY = new Set(['processing', 'requires_action', 'requires_confirmation', 'succeeded'])

export function stateOf(session: Stripe.Checkout.Session): ProviderState {
  const intent = expanded(session.payment_intent)
  const charge = intent && expanded(intent.latest_charge)
  const status = statusOf(session, intent, charge)
  return {
    providerRef: session.id,
    paymentId: paymentIdOf(session),
    status,
    livemode: session.livemode,
    amount: amountOf(session),
    amountRefunded: charge?.amount_refunded || undefined,
    fee: isPaid(status) && charge ? feeOf(charge) : undefined,
    paidAt: isPaid(status) && charge ? isoOf(charge.created) : undefined,
    method: intent && methodOf(intent, charge),
    voucher: status === 'processing' && intent ? voucherOf(intent) : undefined,
    expiresAt: isoOf(session.expires_at),
    redirectUrl: status === 'open' ? (session.url ?? undefined) : undefined,
    failure: status === 'failed' ? failureOf(intent) : undefined,
  }
}

export function paymentIdOf(session: Pick<Stripe.Checkout.Session, 'client_reference_id' | 'metadata'>) {
  return session.client_reference_id ?? session.metadata?.[PAYMENT_METADATA_KEY] ?? undefined
}

/** The page of a payment in Stripe's dashboard. */
export function dashboardUrlOf(session: Stripe.Checkout.Session): string | undefined {
  const intent = typeof session.payment_intent === 'string' ? session.payment_intent : session.payment_intent?.id
  return intent && `https://dashboard.stripe.com/${session.livemode ? '' : 'test/'}payments/${intent}`
}

/** A declined card leaves the session open: the payer may try another one. */
function statusOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | undefined,
  charge: Stripe.Charge | undefined,
): Status {
  if (session.status === 'open') return 'open'
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return 'unrecognized'
  if (session.payment_status === 'paid') return charge?.refunded ? 'refunded' : 'paid'
  if (session.payment_status === 'unpaid') return unpaidStatus(intent)
  return 'unrecognized'
}

/** Complete but unpaid: a voucher or a transfer that is pending or has ended without payment. */
function unpaidStatus(intent: Stripe.PaymentIntent | undefined): Status {
  if (!intent || INTENT_UNDER_WAY.has(intent.status)) return 'processing'
  if (intent.status === 'canceled') return 'canceled'
  const error = intent.status === 'requires_payment_method' ? intent.last_payment_error : null
  if (!error) return 'unrecognized'
  return error.code === VOUCHER_EXPIRED || error.payment_method?.type === 'oxxo' ? 'expired' : 'failed'
}

function failureOf(intent: Stripe.PaymentIntent | undefined): ProviderState['failure'] {
  const error = intent?.last_payment_error
  const code = error?.decline_code ?? error?.code ?? intent?.cancellation_reason ?? 'payment_failed'
  return { code, message: error?.message ?? 'The payment was not completed' }
}

/** In the currency of the merchant's balance, which may be another than the customer's. */
function feeOf({ balance_transaction }: Stripe.Charge): ProviderState['fee'] {
  const transaction = expanded(balance_transaction)
  return transaction && { amount: transaction.fee, currency: transaction.currency.toUpperCase() }
}

function amountOf(session: Stripe.Checkout.Session): ProviderState['amount'] {
  if (session.amount_total === null || !session.currency) return undefined
  return { amount: session.amount_total, currency: session.currency.toUpperCase() }
}

function isPaid(status: Status): boolean {
  return status === 'paid' || status === 'refunded'
}

export function expanded<T extends object>(reference: string | T | null): T | undefined {
  return typeof reference === 'object' && reference !== null ? reference : undefined
}

export function isoOf(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString()
}

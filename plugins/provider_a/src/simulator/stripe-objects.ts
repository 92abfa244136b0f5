import type { SimulatorContext } from '@paylink/plugin-api'
import { VOUCHER_SECONDS, type SessionFacts, type SessionOrder } from './session-facts.js'

export function sessionObject(facts: SessionFacts, expand: string[], sim: SimulatorContext): object {
  const { order, closing } = facts
  const status = !closing ? 'open' : closing.kind === 'expired' ? 'expired' : 'complete'
  return {
    id: order.id,
    object: 'checkout.session',
    livemode: false,
    mode: 'payment',
    created: order.createdAt,
    expires_at: order.expiresAt,
    status,
    payment_status: paidAt(facts) === undefined ? 'unpaid' : 'paid',
    url: status === 'open' ? addressOf(order, sim) : null,
    amount_subtotal: order.amount,
    amount_total: order.amount,
    currency: order.currency,
    client_reference_id: order.reference ?? null,
    customer_email: order.email ?? null,
    locale: order.locale ?? null,
    metadata: order.metadata,
    success_url: order.successUrl,
    cancel_url: order.cancelUrl ?? null,
    payment_method_types: methodsOf(order),
    payment_intent: intentOf(facts, expand, sim),
  }
}

const CHARGE = 'payment_intent.latest_charge'

export function chargeObject(facts: SessionFacts, expand: readonly string[] = []): object | undefined {
  const created = paidAt(facts)
  if (created === undefined) return undefined
  const { order, closing } = facts
  const refunded = refundedAmount(facts)
  return {
    id: idWith('ch_', order),
    object: 'charge',
    livemode: false,
    created,
    amount: order.amount,
    amount_captured: order.amount,
    amount_refunded: refunded,
    currency: order.currency,
    captured: true,
    paid: true,
    refunded: refunded >= order.amount,
    disputed: facts.dispute !== undefined,
    status: 'succeeded',
    metadata: order.intentMetadata,
    balance_transaction: expand.includes(`${CHARGE}.balance_transaction`)
      ? balanceTransaction(order, created)
      : idWith('txn_', order),
    payment_intent: intentId(order),
    payment_method_details:
      closing?.kind === 'voucher' ? { type: 'oxxo', oxxo: { number: voucherNumber(order) } } : CARD,
  }
}

/** The deadline for responding to a dispute. */
const ANSWER_SECONDS = 7 * 86_400

export function disputeObject({ order, dispute }: SessionFacts): object | undefined {
  if (!dispute) return undefined
  return {
    id: idWith('dp_', order),
    object: 'dispute',
    livemode: false,
    created: dispute.at,
    amount: order.amount,
    currency: order.currency,
    charge: idWith('ch_', order),
    payment_intent: intentId(order),
    reason: 'fraudulent',
    status: dispute.status,
    evidence_details: {
      due_by: dispute.at + ANSWER_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    metadata: {},
  }
}

/** Stripe's prices in Mexico: 3.6 % and three pesos, and IVA on both. */
function balanceTransaction(order: SessionOrder, created: number): object {
  const price = Math.round(order.amount * 0.036) + 300
  const fee = Math.min(order.amount, price + Math.round(price * 0.16))
  return {
    id: idWith('txn_', order),
    object: 'balance_transaction',
    amount: order.amount,
    created,
    currency: order.currency,
    fee,
    net: order.amount - fee,
    source: idWith('ch_', order),
    type: 'charge',
  }
}

export const methodsOf = ({ methods = ['card', 'oxxo'] }: SessionOrder): string[] => methods

export function refundedAmount(facts: SessionFacts): number {
  return facts.refunds.reduce((sum, refund) => sum + refund.amount, 0)
}

export function paidAt({ closing, voucherEnding }: SessionFacts): number | undefined {
  if (closing?.kind === 'paid') return closing.at
  return voucherEnding?.kind === 'paid' ? voucherEnding.at : undefined
}

export function addressOf(order: SessionOrder, sim: SimulatorContext): string {
  return `${sim.pageBase}/checkout/${order.id}`
}

/** Where a payer goes after paying. */
export function returnAddressOf(order: SessionOrder): string {
  return order.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', order.id)
}

function intentId(order: SessionOrder): string {
  return idWith('pi_', order)
}

export function sessionIdOfIntent(intent: string): string {
  return `cs_test_${intent.slice('pi_'.length)}`
}

/** The fourteen digits of a voucher, derived from the session. */
export function voucherNumber(order: SessionOrder): string {
  const digits = [...order.id.slice(-14)].map((character) => character.charCodeAt(0) % 10)
  return digits.join('')
}

const CARD = {
  type: 'card',
  card: { brand: 'visa', country: 'MX', exp_month: 12, exp_year: 2034, funding: 'credit', last4: '4242' },
}

const DECLINE = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}

const VOUCHER_EXPIRED = {
  type: 'invalid_request_error',
  code: 'payment_intent_payment_attempt_expired',
  message: 'The OXXO voucher expired before it was paid.',
}

function intentOf(facts: SessionFacts, expand: string[], sim: SimulatorContext): unknown {
  const { order, closing, hasDeclined } = facts
  // Stripe creates the PaymentIntent at the first attempt to pay.
  if (!hasDeclined && (!closing || closing.kind === 'expired')) return null
  return expand.some((path) => path.startsWith('payment_intent')) ? intentObject(facts, expand, sim) : intentId(order)
}

export function intentObject(facts: SessionFacts, expand: string[], sim: SimulatorContext): object {
  const { order, voucherEnding } = facts
  const charge = chargeObject(facts, expand)
  return {
    id: intentId(order),
    object: 'payment_intent',
    livemode: false,
    created: order.createdAt,
    amount: order.amount,
    amount_received: charge ? order.amount : 0,
    currency: order.currency,
    description: order.title ?? null,
    metadata: order.intentMetadata,
    latest_charge: charge ? (expand.some((path) => path.startsWith(CHARGE)) ? charge : idWith('ch_', order)) : null,
    cancellation_reason: voucherEnding?.kind === 'canceled' ? 'abandoned' : null,
    ...progressOf(facts, sim),
  }
}

function progressOf(facts: SessionFacts, sim: SimulatorContext): object {
  const { order, closing, voucherEnding } = facts
  const progress = { status: 'requires_payment_method', last_payment_error: null, next_action: null }
  if (paidAt(facts) !== undefined) return { ...progress, status: 'succeeded' }
  if (closing?.kind !== 'voucher') return { ...progress, last_payment_error: DECLINE }
  if (voucherEnding?.kind === 'canceled') return { ...progress, status: 'canceled' }
  if (voucherEnding) return { ...progress, last_payment_error: VOUCHER_EXPIRED }
  const oxxo_display_details = {
    number: voucherNumber(order),
    expires_after: closing.at + VOUCHER_SECONDS,
    hosted_voucher_url: addressOf(order, sim),
  }
  return { ...progress, status: 'requires_action', next_action: { type: 'oxxo_display_details', oxxo_display_details } }
}

function idWith(prefix: string, order: SessionOrder): string {
  return prefix + order.id.slice('cs_test_'.length)
}

import type { ProviderState } from '@paylink/plugin-api'
import type { OrderResponse } from 'conekta'
import { ConektaFailure } from './conekta-errors.js'
import { PAYMENT_METADATA_KEY } from './order-request.js'
import { disputeOf } from './chargeback.js'
import { isoOf, methodOf, voucherOf, type Charge } from './payment-method.js'

type Status = ProviderState['status']

export type Order = OrderResponse & { id: string; livemode: boolean }

/** The order statuses that are unambiguous. Any other needs a review. */
const STATUSES: Readonly<Record<string, Status>> = {
  paid: 'paid',
  partially_refunded: 'paid',
  refunded: 'refunded',
  pending_payment: 'processing',
  expired: 'expired',
  canceled: 'canceled',
}

const CHECKOUT_STATUSES: Readonly<Record<string, Status>> = {
  issued: 'open',
  expired: 'expired',
  canceled: 'canceled',
  cancelled: 'canceled',
}

/** Statuses of a charge that was paid, whether or not it was refunded later. */
const PAID_CHARGE = new Set(['paid', 'partially_refunded', 'refunded'])

/** @throws ConektaFailure the answer is not an order */
export function orderOf(answer: OrderResponse): Order {
  const { object, id, livemode } = answer
  if (object !== 'order' || typeof id !== 'string' || id === '' || typeof livemode !== 'boolean') {
    throw new ConektaFailure(200)
  }
  return { ...answer, id, livemode }
}

/**
 * @param now an expired voucher may leave its checkout payable in another way until the checkout expires: Conekta does
 *   not document otherwise. Null after a request to close the order: then "expired" is final.
 */
export function stateOf(order: Order, now: Date | null): ProviderState {
  const status = statusOf(order, now)
  const charge = chargeOf(order, status)
  const { checkout } = order
  return {
    providerRef: order.id,
    paymentId: paymentIdOf(order),
    status,
    livemode: order.livemode,
    amount: amountOf(order),
    amountRefunded: order.amount_refunded || undefined,
    paidAt: isPaid(status) && charge?.paid_at ? isoOf(charge.paid_at) : undefined,
    method: charge && methodOf(charge),
    voucher: status === 'processing' && charge ? voucherOf(charge, checkout?.url) : undefined,
    expiresAt: checkout?.expires_at ? isoOf(checkout.expires_at) : undefined,
    redirectUrl: status === 'open' ? checkout?.url : undefined,
    failure: status === 'failed' ? failureOf(charge) : undefined,
    dispute: charge && disputeOf(charge),
  }
}

/**
 * The page of an order in Conekta's dashboard, in either mode. Conekta documents no address; its own plugin for
 * WooCommerce names this one.
 */
export const dashboardUrlOf = ({ id }: Order): string =>
  `https://panel.conekta.com/transactions/payments/${encodeURIComponent(id)}`

export function paymentIdOf({ metadata }: Pick<OrderResponse, 'metadata'>): string | undefined {
  return textOf(metadata?.[PAYMENT_METADATA_KEY])
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

function statusOf({ payment_status: status, checkout }: Order, now: Date | null): Status {
  // A new order has no status yet, and a declined card leaves its checkout open for another one.
  const ofCheckout = statusNamed(CHECKOUT_STATUSES, checkout?.status?.toLowerCase() ?? 'issued')
  if (status === undefined || status === null) return ofCheckout
  if (status === 'declined') return ofCheckout === 'open' ? 'open' : 'failed'
  const end = checkout?.expires_at
  const isStillPayable = ofCheckout === 'open' && now !== null && typeof end === 'number' && end * 1000 > now.getTime()
  if (status === 'expired' && isStillPayable) return 'open'
  return statusNamed(STATUSES, status)
}

function statusNamed(statuses: Readonly<Record<string, Status>>, name: string): Status {
  return Object.hasOwn(statuses, name) ? statuses[name]! : 'unrecognized'
}

/** The charge behind this status: a payer may have tried several methods. */
function chargeOf({ charges }: Order, status: Status): Charge | undefined {
  const made = Array.isArray(charges?.data) ? charges.data : []
  if (isPaid(status)) return made.find((charge) => PAID_CHARGE.has(charge.status))
  if (status === 'processing') return made.findLast((charge) => charge.status === 'pending_payment')
  return status === 'failed' ? made.at(-1) : undefined
}

function failureOf(charge: Charge | undefined): ProviderState['failure'] {
  return {
    code: charge?.failure_code ?? 'declined',
    message: charge?.failure_message ?? 'The payment was not completed',
  }
}

function amountOf({ amount, currency }: Order): ProviderState['amount'] {
  if (!Number.isSafeInteger(amount) || typeof currency !== 'string') return undefined
  return { amount: amount!, currency: currency.toUpperCase() }
}

function isPaid(status: Status): boolean {
  return status === 'paid' || status === 'refunded'
}

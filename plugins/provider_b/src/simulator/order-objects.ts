import type { SimulatorContext } from '@paylink/plugin-api'
import { paidAt, refundedAmount, VOUCHER_SECONDS, type OrderFacts, type Placed } from './order-facts.js'

/** The deadline for responding to a chargeback. */
const ANSWER_SECONDS = 7 * 86_400

/** An order as a Conekta object. A new one has neither a status nor charges. */
export function orderObject(facts: OrderFacts, sim: SimulatorContext): object {
  const { placed } = facts
  const charges = chargeObjects(facts)
  return {
    id: placed.id,
    object: 'order',
    livemode: false,
    amount: placed.amount,
    amount_refunded: refundedAmount(facts),
    currency: placed.currency,
    payment_status: paymentStatus(facts),
    is_refundable: paidAt(facts) !== undefined && refundedAmount(facts) < placed.amount,
    created_at: placed.createdAt,
    updated_at: placed.createdAt,
    metadata: placed.metadata,
    customer_info: { object: 'customer_info', ...placed.customer },
    line_items: listObject(
      placed.lines.map(({ name, quantity, unitPrice }, index) => ({
        id: `line_item_${suffixOf(placed)}${index}`,
        object: 'line_item',
        parent_id: placed.id,
        name,
        quantity,
        unit_price: unitPrice,
        metadata: {},
      })),
    ),
    tax_lines: placed.taxes.length > 0 ? listObject(placed.taxes) : undefined,
    charges: charges.length > 0 ? listObject(charges) : undefined,
    checkout: checkoutObject(facts, sim),
  }
}

/** In the order of the attempts. */
export function chargeObjects(facts: OrderFacts): object[] {
  const { placed, declinedAt, closing } = facts
  const failure = { failure_code: 'insufficient_funds', failure_message: 'La tarjeta no tiene fondos suficientes.' }
  const declined = { ...chargeObject(placed, 'd', declinedAt, CARD), ...failure, status: 'declined' }
  const list = declinedAt === undefined ? [] : [declined]
  if (!closing || closing.kind === 'expired' || closing.kind === 'canceled') return list
  const charge = {
    ...chargeObject(placed, 'c', closing.at, methodObject(facts)),
    paid_at: paidAt(facts) ?? null,
    status: paymentStatus(facts),
    chargeback: chargebackObject(facts),
    refunds: listObject(facts.refunds.map(({ id, amount, at }) => refundObject(id, -amount, at))),
  }
  return [...list, charge]
}

export function addressOf(placed: Placed, sim: SimulatorContext): string {
  return `${sim.pageBase}/checkout/${suffixOf(placed)}`
}

export function orderIdAt(slug: string): string {
  return `ord_${slug}`
}

export function listObject(data: object[]): object {
  return { object: 'list', has_more: false, total: data.length, data }
}

/** Digits derived from the order: fourteen for a cash reference, eighteen for a CLABE. */
export function voucherNumber({ placed, closing }: OrderFacts): string {
  const digits = [...suffixOf(placed)].map((character) => character.charCodeAt(0) % 10).join('')
  return closing?.kind === 'transfer' ? `646180${digits.slice(-12)}` : digits.slice(-14)
}

function paymentStatus(facts: OrderFacts): string | undefined {
  const { placed, closing, declinedAt, voucherEnding } = facts
  if (paidAt(facts) !== undefined) {
    const refunded = refundedAmount(facts)
    return refunded === 0 ? 'paid' : refunded < placed.amount ? 'partially_refunded' : 'refunded'
  }
  if (!closing) return declinedAt === undefined ? undefined : 'declined'
  if (closing.kind === 'expired' || closing.kind === 'canceled') return closing.kind
  return voucherEnding ? (voucherEnding.kind === 'canceled' ? 'canceled' : 'expired') : 'pending_payment'
}

function checkoutObject(facts: OrderFacts, sim: SimulatorContext): object {
  const { placed } = facts
  const slug = suffixOf(placed)
  return {
    id: slug,
    object: 'checkout',
    type: 'HostedPayment',
    livemode: false,
    name: placed.title,
    slug,
    url: addressOf(placed, sim),
    status: checkoutStatus(facts),
    allowed_payment_methods: placed.methods,
    expires_at: placed.expiresAt,
    success_url: placed.successUrl,
    failure_url: placed.failureUrl,
    metadata: {},
  }
}

/** After its voucher expired, a checkout can no longer be paid. */
function checkoutStatus(facts: OrderFacts): string {
  if (paymentStatus(facts) === 'canceled') return 'Cancelled'
  return paymentStatus(facts) === 'expired' ? 'Expired' : 'Issued'
}

const CARD = {
  object: 'card_payment',
  type: 'credit',
  account_type: 'Credit',
  brand: 'visa',
  last4: '4242',
  issuer: 'BANAMEX',
  country: 'MX',
  exp_month: '12',
  exp_year: '34',
}

function methodObject(facts: OrderFacts): object {
  const { closing } = facts
  const expires_at = (closing?.at ?? 0) + VOUCHER_SECONDS
  const number = voucherNumber(facts)
  if (closing?.kind === 'cash') {
    return {
      object: 'cash_payment',
      type: 'cash',
      service_name: 'store',
      store_name: 'OXXO',
      reference: number,
      expires_at,
    }
  }
  if (closing?.kind === 'transfer') {
    const account = { receiving_account_bank: 'STP', receiving_account_number: number }
    const holder = { receiving_account_holder_name: 'Sandbox' }
    return {
      object: 'bank_transfer_payment',
      type: 'spei',
      bank: 'STP',
      clabe: number,
      ...account,
      ...holder,
      expires_at,
      tracking_code: paidAt(facts) === undefined ? undefined : `SIM${suffixOf(facts.placed).toUpperCase()}`,
    }
  }
  return CARD
}

function chargeObject(placed: Placed, kind: string, at: number | undefined, method: object) {
  return {
    id: `${suffixOf(placed)}${kind}`,
    object: 'charge',
    livemode: false,
    created_at: at,
    amount: placed.amount,
    currency: placed.currency,
    description: 'Payment from order',
    order_id: placed.id,
    payment_method: method,
  }
}

function chargebackObject({ placed, chargeback }: OrderFacts): object | null {
  if (!chargeback) return null
  const { at, status } = chargeback
  return {
    id: `chbk_${suffixOf(placed)}`,
    object: 'chargeback',
    status,
    reason: 'unrecognized',
    charge_id: `${suffixOf(placed)}c`,
    created_at: at,
    evidence_due_by: at + ANSWER_SECONDS,
  }
}

function refundObject(id: string, amount: number, at: number): object {
  return { id, object: 'refund', amount, created_at: at, status: 'refunded' }
}

function suffixOf({ id }: Placed): string {
  return id.slice('ord_'.length)
}

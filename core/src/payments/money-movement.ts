import { splitOf, type TaxSplit, taxSplit } from '../payment-links/tax-split.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payment } from './payment.js'

/** `cancellation`: a payment that was counted before no longer counts, or not as it did. */
export type MovementKind = 'payment' | 'refund' | 'fee' | 'cancellation'

/** Money that came or went, as the books have it: what went is negative, so that every amount can be summed. */
export interface Movement extends TaxSplit {
  kind: MovementKind
  /** The day to which it belongs: payments and fees, when the customer paid; refunds, when they were learnt. */
  at: string
  provider: string
  currency: string
  /** What the customer paid or got back; the sum of its three parts. */
  grossCentavos: number
  /** What the provider kept. */
  feeCentavos: number
  /** 1: a fee is told for the first time; -1: it no longer is. */
  feesTold: number
}

/** How the books change with a payment. A payment that is as it was before moves nothing. */
export function movementsBetween(
  { items }: Pick<PaymentLink, 'items'>,
  before: Payment | null,
  after: Payment,
  now: string,
): Movement[] {
  const whole = taxSplit(items)
  const was = moneyOf(before)
  const is = moneyOf(after)
  const movements: Movement[] = []
  const add = (kind: MovementKind, money: Pick<Money, 'provider' | 'currency'>, at: string, from: number, to: number) =>
    movements.push({ ...pick(money), kind, at, ...gross(whole, from, to), feeCentavos: 0, feesTold: 0 })
  const isSame = was?.paidAt === is?.paidAt && was?.received === is?.received && was?.currency === is?.currency
  if (was && !isSame) add('cancellation', was, was.paidAt, was.received, 0)
  if (is && !isSame) add('payment', is, is.paidAt, 0, is.received)
  const at = is && is.paidAt > now ? is.paidAt : now
  if (was && was.currency === is?.currency) {
    if (was.refunded !== is.refunded) add('refund', is, at, is.refunded, was.refunded)
  } else {
    if (was && was.refunded > 0) add('refund', was, at, 0, was.refunded)
    if (is && is.refunded > 0) add('refund', is, at, is.refunded, 0)
  }
  return [...movements, ...feesBetween(was, is)]
}

/** A provider may correct what it told, and tells it in the currency of the payment alone. */
function feesBetween(was: Money | null, is: Money | null): Movement[] {
  const isAlike = was !== null && is !== null && was.currency === is.currency && was.paidAt === is.paidAt
  const parts = isAlike
    ? [feeMovement(is, was.fee, is.fee)]
    : [feeMovement(was, was?.fee, null), feeMovement(is, null, is?.fee)]
  return parts.filter((movement) => movement !== null)
}

/** A fee of nothing is told, too. */
function feeMovement(money: Money | null, from: number | null = null, to: number | null = null): Movement | null {
  if (money === null || from === to) return null
  const told = { feeCentavos: (from ?? 0) - (to ?? 0), feesTold: Number(to !== null) - Number(from !== null) }
  return { ...pick(money), kind: 'fee', at: money.paidAt, ...NOTHING, ...told }
}

const NOTHING = { grossCentavos: 0, baseCentavos: 0, ivaCentavos: 0, exemptCentavos: 0 }

/** From one amount to another, by taxes: negative where money went. */
function gross(whole: TaxSplit, from: number, to: number): TaxSplit & { grossCentavos: number } {
  const [less, more] = [splitOf(whole, from), splitOf(whole, to)]
  return {
    grossCentavos: to - from,
    baseCentavos: more.baseCentavos - less.baseCentavos,
    ivaCentavos: more.ivaCentavos - less.ivaCentavos,
    exemptCentavos: more.exemptCentavos - less.exemptCentavos,
  }
}

const pick = ({ provider, currency }: Pick<Money, 'provider' | 'currency'>) => ({ provider, currency })

/** A provider that reports `refunded` may leave out the amount. */
export const refundedTotal = ({
  status,
  amountCentavos,
  amountRefunded,
}: Pick<Payment, 'status' | 'amountCentavos' | 'amountRefunded'>): number =>
  status === 'refunded' ? amountCentavos : amountRefunded

interface Money {
  provider: string
  paidAt: string
  currency: string
  received: number
  refunded: number
  fee: number | null
}

/** Null: nothing was received. Money that a person gave back before it was recorded is not counted either. */
function moneyOf(payment: Payment | null): Money | null {
  if (payment === null || payment.paidAt === null) return null
  const { provider, paidAt, amountCentavos, currency, feeCentavos } = payment
  return {
    ...{ provider, paidAt, currency },
    received: amountCentavos,
    refunded: refundedTotal(payment),
    fee: feeCentavos,
  }
}

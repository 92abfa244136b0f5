import type { Payment } from './payment.js'

/** What was received and refunded through one provider in one currency. */
export interface Sums {
  provider: string
  currency: string
  receivedCentavos: number
  receivedCount: number
  refundedCentavos: number
  refundedCount: number
}

/** Money that came or went, or a correction of what was counted before. */
export interface Movement extends Sums {
  at: string
}

/** The received amount counts at the time of payment; a refund when it was learnt. */
export function movementsBetween(before: Payment | null, after: Payment, now: string): Movement[] {
  const was = moneyOf(before)
  const is = moneyOf(after)
  const movements: Movement[] = []
  const add = (payment: Payment, at: string, changes: Partial<Sums>): void => {
    const { provider, currency } = payment
    const nothing = { receivedCentavos: 0, receivedCount: 0, refundedCentavos: 0, refundedCount: 0 }
    movements.push({ at, provider, currency, ...nothing, ...changes })
  }
  const isSame = was?.paidAt === is?.paidAt && was?.received === is?.received && was?.currency === is?.currency
  if (was && before && !isSame) add(before, was.paidAt, { receivedCentavos: -was.received, receivedCount: -1 })
  if (is && !isSame) add(after, is.paidAt, { receivedCentavos: is.received, receivedCount: 1 })
  for (const { currency, amount } of refundsBetween(before, after)) {
    const at = is && is.paidAt > now ? is.paidAt : now
    add({ ...after, currency }, at, { refundedCentavos: amount, refundedCount: 1 })
  }
  return movements
}

/** What of a payment was refunded since, by currency: a person may have accepted another one. Negative: a correction. */
export function refundsBetween(before: Payment | null, after: Payment): { currency: string; amount: number }[] {
  const was = moneyOf(before)
  const is = moneyOf(after)
  const parts =
    was && is && was.currency !== is.currency
      ? [
          { currency: was.currency, amount: -was.refunded },
          { currency: is.currency, amount: is.refunded },
        ]
      : [{ currency: after.currency, amount: (is?.refunded ?? 0) - (was?.refunded ?? 0) }]
  return parts.filter(({ amount }) => amount !== 0)
}

/** A provider that reports `refunded` may leave out the amount. */
export const refundedTotal = ({
  status,
  amountCentavos,
  amountRefunded,
}: Pick<Payment, 'status' | 'amountCentavos' | 'amountRefunded'>): number =>
  status === 'refunded' ? amountCentavos : amountRefunded

/** Null: nothing was received. Money that a person gave back before it was recorded is not counted either. */
function moneyOf(payment: Payment | null) {
  if (payment === null || payment.paidAt === null) return null
  const { paidAt, amountCentavos, currency } = payment
  return { paidAt, currency, received: amountCentavos, refunded: refundedTotal(payment) }
}

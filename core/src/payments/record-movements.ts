import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { InvoicedRefunds } from './invoiced-refunds.js'
import { movementsBetween, refundsBetween } from './money-movement.js'
import type { Payment } from './payment.js'
import type { PaymentSums } from './payment-sums.repository.js'
import type { Refunds } from './refunds.repository.js'

/** What the books keep when money moves: sums, the list of refunds, and the question what becomes of a refund's invoice. */
export class RecordMovements {
  constructor(
    private readonly sums: PaymentSums,
    private readonly refunds: Refunds,
    private readonly invoicedRefunds: InvoicedRefunds,
    private readonly clock: Clock,
  ) {}

  /**
   * In the transaction that changes the payment. Every change of its amount, its refunded amount or its time of payment
   * comes here; one that changes none of them writes nothing.
   */
  async run(tx: Tx, link: PaymentLink, before: Payment | null, after: Payment): Promise<void> {
    const now = iso(this.clock.now())
    const refunds = refundsBetween(before, after)
    for (const { currency, amount } of refunds) {
      await this.refunds.insert(tx, after, { amountCentavos: amount, currency, at: now })
    }
    const isRefunded = after.status === 'refunded' && before?.status !== 'refunded'
    if (isRefunded || refunds.length > 0) await this.invoicedRefunds.note(tx, after)
    await this.sums.add(tx, after, link.createdBy, movementsBetween(before, after, now))
  }
}

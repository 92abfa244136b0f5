import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { InvoicedRefunds } from './invoiced-refunds.js'
import { movementsBetween } from './money-movement.js'
import type { Movements } from './movements.repository.js'
import type { Payment } from './payment.js'
import type { PaymentSums } from './payment-sums.repository.js'

/** What the books keep when money moves: the list of movements, sums, and the question what becomes of a refund's invoice. */
export class RecordMovements {
  constructor(
    private readonly sums: PaymentSums,
    private readonly movements: Movements,
    private readonly invoicedRefunds: InvoicedRefunds,
    private readonly clock: Clock,
  ) {}

  /**
   * In the transaction that changes the payment. Every change of its amount, its refunded amount, its fee or its time of
   * payment comes here; one that changes none of them writes nothing.
   */
  async run(tx: Tx, link: PaymentLink, before: Payment | null, after: Payment): Promise<void> {
    const now = iso(this.clock.now())
    const movements = movementsBetween(link, before, after, now)
    for (const movement of movements) await this.movements.insert(tx, after, movement, now)
    const isRefunded = after.status === 'refunded' && before?.status !== 'refunded'
    if (isRefunded || movements.some(({ kind }) => kind === 'refund')) await this.invoicedRefunds.note(tx, after)
    await this.sums.add(tx, after, link.createdBy, movements)
  }
}

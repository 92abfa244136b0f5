import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { InvoicedRefund, InvoicedRefunds, WaitingRefunds } from '../payments/invoiced-refunds.js'
import type { Payment } from '../payments/payment.js'
import type { Invoices } from './invoices.repository.js'

export class ReviewInvoicedRefunds implements InvoicedRefunds {
  constructor(
    private readonly invoices: Invoices,
    private readonly clock: Clock,
  ) {}

  async note(tx: Tx, payment: Payment): Promise<void> {
    await this.invoices.openRefundReview(tx, payment.id, refundedAmount(payment), iso(this.clock.now()))
  }

  listWaiting(where: WaitingRefunds): Promise<InvoicedRefund[]> {
    return this.invoices.listRefundReviews(where)
  }

  markSeen(tx: Tx, payment: Payment): Promise<boolean> {
    return this.invoices.closeRefundReview(tx, payment.id, refundedAmount(payment))
  }
}

/** A review may resolve a payment as refunded although the provider reported no amount: then all of it. */
const refundedAmount = ({ status, amountCentavos, amountRefunded }: Payment): number =>
  status === 'refunded' ? amountCentavos : amountRefunded

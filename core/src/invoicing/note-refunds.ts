import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import { type InvoicedRefund, InvoicedRefunds } from '../payments/invoiced-refunds.js'
import type { Payment } from '../payments/payment.js'
import type { Invoices } from './invoices.repository.js'

export class NoteRefunds extends InvoicedRefunds {
  constructor(
    private readonly invoices: Invoices,
    private readonly clock: Clock,
  ) {
    super()
  }

  async note(tx: Tx, payment: Payment): Promise<void> {
    await this.invoices.noteRefund(tx, payment.id, givenBack(payment), iso(this.clock.now()))
  }

  waiting(accountId: string): Promise<InvoicedRefund[]> {
    return this.invoices.listRefunded(accountId)
  }

  seen(tx: Tx, payment: Payment): Promise<boolean> {
    return this.invoices.noteRefundSeen(tx, payment.id, givenBack(payment))
  }
}

/** A person may take a payment for given back without the provider saying how much. */
const givenBack = ({ status, amountCentavos, amountRefunded }: Payment): number =>
  status === 'refunded' ? amountCentavos : amountRefunded

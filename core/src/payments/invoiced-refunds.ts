import type { Tx } from '../database/engine.js'
import type { Payment } from './payment.js'

export interface InvoicedRefund {
  paymentId: string
  linkId: string
  since: string
}

/**
 * Money that was given back though its invoice stands: a person cancels the invoice, or issues a credit note at the
 * invoicing provider; nothing does so by itself (R236). `invoicing` fulfils it.
 */
export abstract class InvoicedRefunds {
  /** Part of the transaction that notes the refund. */
  abstract note(tx: Tx, payment: Payment): Promise<void>

  /** What waits for a person, the longest waiting first. */
  abstract waiting(accountId: string): Promise<InvoicedRefund[]>

  /** A person saw to it. False: nothing waited. */
  abstract seen(tx: Tx, payment: Payment): Promise<boolean>
}

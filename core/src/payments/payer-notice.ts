import type { Tx } from '../database/engine.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payment } from './payment.js'

/** Queues the payer's receipt, if the merchant has receipts switched on. Implemented by `email-sharing`. */
export abstract class PayerNotice {
  /** In the transaction in which the payment succeeds: queues only, sends nothing. */
  abstract queueReceipt(tx: Tx, link: PaymentLink, payment: Payment): Promise<void>
}

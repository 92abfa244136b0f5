import type { Tx } from '../database/engine.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { Payment } from './payment.js'

/** Tells whoever paid that the money came, where the merchant wants that. `email-sharing` fulfils it. */
export abstract class PayerNotice {
  /** Part of the transaction in which the payment succeeded: a note of what is to be told, nothing more. */
  abstract paid(tx: Tx, link: PaymentLink, payment: Payment): Promise<void>
}

import type { Tx } from '../database/engine.js'
import type { Invoice } from './invoice.js'

/** Queues the email with a stamped invoice, if the customer asked for one. Implemented by `email-sharing`. */
export abstract class InvoiceMail {
  /** Runs in the transaction that stores the files; it only queues. */
  abstract queueStamped(tx: Tx, invoice: Invoice): Promise<void>
}

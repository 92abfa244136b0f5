import type { Tx } from '../database/engine.js'
import type { Invoice } from './invoice.js'

/** Sends the customer their invoice, where they want that. `email-sharing` fulfils it. */
export abstract class InvoiceNotice {
  /** Part of the transaction from which on its files are here: a note of what is to be sent, nothing more. */
  abstract ready(tx: Tx, invoice: Invoice): Promise<void>
}

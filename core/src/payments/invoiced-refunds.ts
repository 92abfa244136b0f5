import type { Tx } from '../database/engine.js'
import type { Payment } from './payment.js'

export interface InvoicedRefund {
  paymentId: string
  linkId: string
  since: string
}

export interface WaitingRefunds {
  accountId: string
  livemode?: boolean
  /** How many at most. */
  limit?: number
}

/**
 * Refunds of payments whose invoice is still valid. Only the merchant can decide what follows: cancel the invoice, or
 * issue a credit note at the invoicing provider (R236). Implemented by `invoicing`, a higher room.
 */
export abstract class InvoicedRefunds {
  /** In the transaction that records the refund. */
  abstract note(tx: Tx, payment: Payment): Promise<void>

  /** Refunds that wait for a decision, the longest waiting first; without `livemode`, of both modes. */
  abstract listWaiting(where: WaitingRefunds): Promise<InvoicedRefund[]>

  /** The operator has dealt with it. False: nothing was waiting. */
  abstract markSeen(tx: Tx, payment: Payment): Promise<boolean>
}

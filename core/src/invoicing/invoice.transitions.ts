import type { InvoiceStatus } from './invoice.js'

export type InvoiceTrigger =
  /** A stamp is about to be asked for: from here on it may be there. */
  | 'ask'
  /** It was certainly not stamped, and may be later. */
  | 'put_off'
  /** It has a fiscal folio. */
  | 'stamped'
  /** It was certainly not stamped, and never will be. */
  | 'refused'
  /** Its cancellation is about to be asked for. */
  | 'ask_cancel'
  /** It was not cancelled: the provider, or the customer, would not have it. */
  | 'cancel_refused'
  /** The authority acknowledged the cancellation. */
  | 'acknowledged'

/** What becomes of an invoice (R93–R98). A pair that is not listed leaves it as it is. */
export const INVOICE_TRANSITIONS: Record<InvoiceStatus, Partial<Record<InvoiceTrigger, InvoiceStatus>>> = {
  // Whoever was thought dead may still learn that it was stamped.
  requested: { ask: 'stamping', stamped: 'stamped', refused: 'failed' },
  stamping: { stamped: 'stamped', put_off: 'requested', refused: 'failed' },
  // Somebody may cancel it at the provider's own place.
  stamped: { ask_cancel: 'cancel_pending', acknowledged: 'cancelled' },
  cancel_pending: { acknowledged: 'cancelled', cancel_refused: 'stamped' },
  failed: {},
  cancelled: {},
}

export const nextInvoiceStatus = (status: InvoiceStatus, trigger: InvoiceTrigger): InvoiceStatus =>
  INVOICE_TRANSITIONS[status][trigger] ?? status

import type { InvoiceStatus } from './invoice.js'

export type InvoiceTrigger =
  /** A stamp is about to be requested: from here on it may exist at the provider. */
  | 'ask'
  /** Certainly not stamped yet; to be tried again. */
  | 'put_off'
  /** The invoice has a fiscal folio. */
  | 'stamped'
  /** Certainly not stamped, and final. */
  | 'refused'
  /** The cancellation is about to be requested. */
  | 'ask_cancel'
  /** Not cancelled: the provider or the customer refused. */
  | 'cancel_refused'
  /** The authority acknowledged the cancellation. */
  | 'acknowledged'

/** Next status by trigger (R93–R98). A pair that is not listed changes nothing. */
export const INVOICE_TRANSITIONS: Record<InvoiceStatus, Partial<Record<InvoiceTrigger, InvoiceStatus>>> = {
  // A worker whose lease expired may still report the stamp.
  requested: { ask: 'stamping', stamped: 'stamped', refused: 'failed' },
  stamping: { stamped: 'stamped', put_off: 'requested', refused: 'failed' },
  // The merchant may cancel it in the provider's dashboard.
  stamped: { ask_cancel: 'cancel_pending', acknowledged: 'cancelled' },
  cancel_pending: { acknowledged: 'cancelled', cancel_refused: 'stamped' },
  failed: {},
  cancelled: {},
}

export const nextInvoiceStatus = (status: InvoiceStatus, trigger: InvoiceTrigger): InvoiceStatus =>
  INVOICE_TRANSITIONS[status][trigger] ?? status

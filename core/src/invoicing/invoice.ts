import type { CancelMotivo, InvoiceField } from '@paylink/plugin-api'
import type { Scope } from '../kernel/principal.js'
import type { Receiver } from './receiver.js'

export type InvoiceStatus = 'requested' | 'stamping' | 'stamped' | 'failed' | 'cancel_pending' | 'cancelled'

/** One request to invoice a payment. At most one per payment is open (I36). */
export interface Invoice extends Scope {
  id: string
  paymentId: string
  status: InvoiceStatus
  receiver: Receiver
  /** `c_FormaPago` */
  formaPago: string
  /** The connection that stamps it; null until the stamp is requested. */
  connectionId: string | null
  /** The stamp request as sent, JSON. */
  request: string | null
  /** The provider's id. A `stamping` invoice without one may or may not have been stamped: search for it (I37). */
  providerRef: string | null
  /** The fiscal folio. */
  uuid: string | null
  totalCentavos: number | null
  failureCode: string | null
  failureReason: string | null
  /** The field that the customer must correct. */
  failureField: InvoiceField | null
  cancelMotivo: CancelMotivo | null
  /** Who requested its cancellation, in the form of `creatorOf`; null: none, or not known. */
  cancelRequestedBy: string | null
  /** When the provider accepted the cancellation request. */
  cancelAcceptedAt: string | null
  stampedAt: string | null
  cancelledAt: string | null
  createdAt: string
  /** Who requested it, in the form of `creatorOf`, or `PAYER`; null: not known. */
  createdBy: string | null
  /** How many stamps and repeated cancellations were requested; a worker that resumes late finds it changed. */
  attempts: number
  /** Consecutive steps without a change; selects the next delay. */
  tries: number
  /** Why it waits. */
  waitReason: string | null
  /** Since when it awaits review, because its payment was refunded while it is valid (R236). */
  refundReviewSince: string | null
  /** The refunded amount at the last review. */
  refundSeenCentavos: number
}

/** Requests an invoice on the page of a paid link. */
export const PAYER = 'payer'

export const OPEN_STATUSES: readonly InvoiceStatus[] = ['requested', 'stamping', 'stamped', 'cancel_pending']

export const isOpen = ({ status }: Pick<Invoice, 'status'>): boolean => OPEN_STATUSES.includes(status)

/** Stamped, cancelled since or not: it has a fiscal folio and files. */
export const hasFolio = ({ uuid }: Pick<Invoice, 'uuid'>): boolean => uuid !== null

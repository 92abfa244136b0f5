import type { CancelMotivo, InvoiceField } from '@paylink/plugin-api'
import type { Scope } from '../kernel/caller.js'
import type { Receiver } from './receiver.js'

export type InvoiceStatus = 'requested' | 'stamping' | 'stamped' | 'failed' | 'cancel_pending' | 'cancelled'

/** One attempt at invoicing a payment. At most one of a payment is open (I36). */
export interface Invoice extends Scope {
  id: string
  paymentId: string
  status: InvoiceStatus
  receiver: Receiver
  /** `c_FormaPago` */
  formaPago: string
  /** Who stamps it; null until it is asked to. */
  connectionId: string | null
  /** What was asked of the provider, as JSON. */
  request: string | null
  /** The provider's id of it. A `stamping` one without may have been stamped, or not: it is looked for (I37). */
  providerRef: string | null
  /** The fiscal folio. */
  uuid: string | null
  totalCentavos: number | null
  failureCode: string | null
  failureReason: string | null
  /** What the customer is to correct. */
  failureField: InvoiceField | null
  cancelMotivo: CancelMotivo | null
  /** When the provider said that it had taken the cancellation. */
  cancelTakenAt: string | null
  stampedAt: string | null
  cancelledAt: string | null
  createdAt: string
  /** How often a stamp was asked for. */
  attempts: number
  /** How many steps in a row brought nothing new. */
  tries: number
  /** Why it waits. */
  waitsFor: string | null
  /** Since when a person should see to it, because money was given back and it stands (R236). */
  refundReviewSince: string | null
  /** What had been given back when a person last saw to it. */
  refundSeenCentavos: number
}

export const OPEN: readonly InvoiceStatus[] = ['requested', 'stamping', 'stamped', 'cancel_pending']

export const isOpen = ({ status }: Pick<Invoice, 'status'>): boolean => OPEN.includes(status)

/** It has a fiscal folio, and files. */
export const hasFolio = ({ uuid }: Pick<Invoice, 'uuid'>): boolean => uuid !== null

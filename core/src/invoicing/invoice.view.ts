import type { EmailAddress, Timestamp } from '../contract/fields.js'
import type { Invoice } from './invoice.js'

/** Whom an invoice is made out to, as registered with the tax authority. */
export interface InvoiceReceiverView {
  rfc: string
  name: string
  zip: string
  regimenFiscal: string
  usoCfdi: string
  email: EmailAddress | null
}

/** The CFDI 4.0 invoice of a payment. */
export interface PaymentInvoiceView {
  object: 'payment_invoice'
  id: string
  paymentId: string
  livemode: boolean
  /**
   * `requested`: it will be stamped, within seconds unless the invoicing provider is unavailable or out of stamps.
   * `stamping`: a stamp was requested. `stamped`: it is valid. `failed`: refused, see `failureReason`; request it again with
   * corrected data. `cancel_pending`: the authority has not acknowledged the cancellation yet. `cancelled`: it is no longer valid.
   */
  status: 'requested' | 'stamping' | 'stamped' | 'failed' | 'cancel_pending' | 'cancelled'
  /** The authority's folio, once stamped. */
  uuid: string | null
  /**
   * Minor units, once stamped.
   *
   * @isInt
   */
  totalCentavos: number | null
  /** The payment-form code on the invoice. */
  formaPago: string | null
  receiver: InvoiceReceiverView
  /** Set when `failed`: the authority's or provider's code. */
  failureCode: string | null
  failureReason: string | null
  /** `02`: issued with errors, no replacement. `03`: the operation did not happen. Null: no cancellation was requested. */
  cancelMotivo: '02' | '03' | null
  stampedAt: Timestamp | null
  cancelledAt: Timestamp | null
  createdAt: Timestamp
}

export function toInvoiceView(invoice: Invoice): PaymentInvoiceView {
  const { rfc, name, zip, regimenFiscal, usoCfdi, email } = invoice.receiver
  return {
    object: 'payment_invoice',
    id: invoice.id,
    paymentId: invoice.paymentId,
    livemode: invoice.livemode,
    status: invoice.status,
    uuid: invoice.uuid,
    totalCentavos: invoice.totalCentavos,
    formaPago: invoice.formaPago,
    receiver: { rfc, name, zip, regimenFiscal, usoCfdi, email },
    failureCode: invoice.failureCode,
    failureReason: invoice.failureReason,
    cancelMotivo: invoice.cancelMotivo,
    stampedAt: invoice.stampedAt,
    cancelledAt: invoice.cancelledAt,
    createdAt: invoice.createdAt,
  }
}

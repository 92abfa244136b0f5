import { mapping, type RowOf } from '../database/mapping.js'
import type { Invoice } from './invoice.js'
import type { Receiver } from './receiver.js'

const INVOICE = mapping<Omit<Invoice, 'receiver'> & Receiver>()(
  {
    id: 'id',
    accountId: 'account_id',
    livemode: 'livemode',
    paymentId: 'payment_id',
    connectionId: 'connection_id',
    status: 'status',
    rfc: 'rfc',
    name: 'name',
    zip: 'zip',
    regimenFiscal: 'regimen_fiscal',
    usoCfdi: 'uso_cfdi',
    email: 'email',
    formaPago: 'forma_pago',
    request: 'request',
    providerRef: 'provider_ref',
    uuid: 'uuid',
    totalCentavos: 'total_centavos',
    failureCode: 'failure_code',
    failureReason: 'failure_reason',
    failureField: 'failure_field',
    cancelMotivo: 'cancel_motivo',
    cancelAcceptedAt: 'cancel_taken_at',
    stampedAt: 'stamped_at',
    cancelledAt: 'cancelled_at',
    createdAt: 'created_at',
    attempts: 'attempts',
    tries: 'tries',
    waitReason: 'waits_for',
    refundReviewSince: 'refund_review_since',
    refundSeenCentavos: 'refund_seen_centavos',
  },
  ['livemode'],
)

/** Without the columns of the work queue. */
export type StoredInvoice = RowOf<typeof INVOICE>

export interface InvoiceRow extends StoredInvoice {
  next_attempt_at: string | null
  claimed_by: string | null
  has_news: boolean | number
}

export const INVOICE_COLUMNS = INVOICE.columns

export function toInvoice(row: StoredInvoice): Invoice {
  const { rfc, name, zip, regimenFiscal, usoCfdi, email, ...invoice } = INVOICE.toFields(row)
  return { ...invoice, receiver: { rfc, name, zip, regimenFiscal, usoCfdi, email } }
}

export const toInvoiceRow = ({ receiver, ...invoice }: Invoice): StoredInvoice =>
  INVOICE.toRow({ ...invoice, ...receiver })

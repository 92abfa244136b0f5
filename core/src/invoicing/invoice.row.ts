import type { CancelMotivo, InvoiceField } from '@paylink/plugin-api'
import type { Invoice, InvoiceStatus } from './invoice.js'

export interface InvoiceRow {
  id: string
  account_id: string
  livemode: boolean | number
  payment_id: string
  connection_id: string | null
  status: InvoiceStatus
  rfc: string
  name: string
  zip: string
  regimen_fiscal: string
  uso_cfdi: string
  email: string | null
  forma_pago: string
  request: string | null
  provider_ref: string | null
  uuid: string | null
  total_centavos: number | null
  failure_code: string | null
  failure_reason: string | null
  failure_field: InvoiceField | null
  cancel_motivo: CancelMotivo | null
  cancel_taken_at: string | null
  stamped_at: string | null
  cancelled_at: string | null
  created_at: string
  attempts: number
  tries: number
  waits_for: string | null
  next_attempt_at: string | null
  claimed_by: string | null
  has_news: boolean | number
  refund_review_since: string | null
  refund_seen_centavos: number
}

export const INVOICE_COLUMNS = [
  'id',
  'account_id',
  'livemode',
  'payment_id',
  'connection_id',
  'status',
  'rfc',
  'name',
  'zip',
  'regimen_fiscal',
  'uso_cfdi',
  'email',
  'forma_pago',
  'request',
  'provider_ref',
  'uuid',
  'total_centavos',
  'failure_code',
  'failure_reason',
  'failure_field',
  'cancel_motivo',
  'cancel_taken_at',
  'stamped_at',
  'cancelled_at',
  'created_at',
  'attempts',
  'tries',
  'waits_for',
  'next_attempt_at',
  'claimed_by',
  'has_news',
  'refund_review_since',
  'refund_seen_centavos',
] as const satisfies readonly (keyof InvoiceRow)[]

/** Columns of the work queue, which are not part of the domain object. */
type Work = 'next_attempt_at' | 'claimed_by' | 'has_news'

export const toInvoice = (row: Omit<InvoiceRow, Work>): Invoice => ({
  id: row.id,
  accountId: row.account_id,
  livemode: Boolean(row.livemode),
  paymentId: row.payment_id,
  connectionId: row.connection_id,
  status: row.status,
  receiver: {
    rfc: row.rfc,
    name: row.name,
    zip: row.zip,
    regimenFiscal: row.regimen_fiscal,
    usoCfdi: row.uso_cfdi,
    email: row.email,
  },
  formaPago: row.forma_pago,
  request: row.request,
  providerRef: row.provider_ref,
  uuid: row.uuid,
  totalCentavos: row.total_centavos,
  failureCode: row.failure_code,
  failureReason: row.failure_reason,
  failureField: row.failure_field,
  cancelMotivo: row.cancel_motivo,
  cancelAcceptedAt: row.cancel_taken_at,
  stampedAt: row.stamped_at,
  cancelledAt: row.cancelled_at,
  createdAt: row.created_at,
  attempts: row.attempts,
  tries: row.tries,
  waitReason: row.waits_for,
  refundReviewSince: row.refund_review_since,
  refundSeenCentavos: row.refund_seen_centavos,
})

export const toInvoiceRow = (invoice: Invoice): Omit<InvoiceRow, Work> => ({
  id: invoice.id,
  account_id: invoice.accountId,
  livemode: invoice.livemode,
  payment_id: invoice.paymentId,
  connection_id: invoice.connectionId,
  status: invoice.status,
  rfc: invoice.receiver.rfc,
  name: invoice.receiver.name,
  zip: invoice.receiver.zip,
  regimen_fiscal: invoice.receiver.regimenFiscal,
  uso_cfdi: invoice.receiver.usoCfdi,
  email: invoice.receiver.email,
  forma_pago: invoice.formaPago,
  request: invoice.request,
  provider_ref: invoice.providerRef,
  uuid: invoice.uuid,
  total_centavos: invoice.totalCentavos,
  failure_code: invoice.failureCode,
  failure_reason: invoice.failureReason,
  failure_field: invoice.failureField,
  cancel_motivo: invoice.cancelMotivo,
  cancel_taken_at: invoice.cancelAcceptedAt,
  stamped_at: invoice.stampedAt,
  cancelled_at: invoice.cancelledAt,
  created_at: invoice.createdAt,
  attempts: invoice.attempts,
  tries: invoice.tries,
  waits_for: invoice.waitReason,
  refund_review_since: invoice.refundReviewSince,
  refund_seen_centavos: invoice.refundSeenCentavos,
})

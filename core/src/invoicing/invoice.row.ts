import { Columns, type RowOf } from '../database/columns.js'
import type { Invoice } from './invoice.js'
import type { Receiver } from './receiver.js'

type Fields = Omit<Invoice, 'receiver'> & Receiver

const RENAMED = { cancelAcceptedAt: 'cancel_taken_at', waitReason: 'waits_for' } as const

const INVOICE = Columns.of<Fields, typeof RENAMED>(
  {
    id: 'text',
    accountId: 'text',
    livemode: 'boolean',
    paymentId: 'text',
    connectionId: 'text',
    status: 'text',
    rfc: 'text',
    name: 'text',
    zip: 'text',
    regimenFiscal: 'text',
    usoCfdi: 'text',
    email: 'text',
    formaPago: 'text',
    request: 'text',
    providerRef: 'text',
    uuid: 'text',
    totalCentavos: 'int',
    failureCode: 'text',
    failureReason: 'text',
    failureField: 'text',
    cancelMotivo: 'text',
    cancelRequestedBy: 'text',
    cancelAcceptedAt: 'timestamptz',
    stampedAt: 'timestamptz',
    cancelledAt: 'timestamptz',
    createdAt: 'timestamptz',
    createdBy: 'text',
    attempts: 'int',
    tries: 'int',
    waitReason: 'text',
    refundReviewSince: 'timestamptz',
    refundSeenCentavos: 'int',
  },
  RENAMED,
)

/** Without the columns of the work queue. */
export type StoredInvoice = RowOf<Fields, typeof RENAMED>

export interface InvoiceRow extends StoredInvoice {
  next_attempt_at: string | null
  claimed_by: string | null
  has_news: boolean | number
}

export const INVOICE_COLUMNS = INVOICE.names

/** What lists show. */
export const LISTED_COLUMNS = INVOICE.only(
  ...([
    'id',
    'livemode',
    'paymentId',
    'status',
    'rfc',
    'name',
    'email',
    'providerRef',
    'uuid',
    'totalCentavos',
  ] as const),
  ...(['failureReason', 'failureField', 'createdAt', 'waitReason'] as const),
)

export function toInvoice(row: StoredInvoice): Invoice {
  const { rfc, name, zip, regimenFiscal, usoCfdi, email, ...invoice } = INVOICE.fromRow(row)
  return { ...invoice, receiver: { rfc, name, zip, regimenFiscal, usoCfdi, email } }
}

export const toInvoiceRow = ({ receiver, ...invoice }: Invoice): StoredInvoice =>
  INVOICE.toRow({ ...invoice, ...receiver })

import type { Engine } from '../database/engine.js'
import type { Metadata, PaymentMethod } from '../contract/fields.js'
import type { Payment, PaymentStatus, ReviewReason } from './payment.js'

/** A row of `payments`. */
export interface PaymentRow {
  id: string
  link_id: string
  account_id: string
  livemode: boolean | number
  connection_id: string | null
  provider: string
  provider_ref: string
  status: PaymentStatus
  method: PaymentMethod | null
  method_detail: string | null
  amount_centavos: number
  amount_refunded: number
  currency: string
  customer_email: string | null
  customer_name: string | null
  paid_at: string | null
  created_at: string
  note: string | null
  has_reference: boolean | number
  metadata: string
  checkout_request: string | null
  redirect_url: string | null
  checkout_expires_at: string | null
  voucher: string | null
  reconcile_after: string | null
  reconcile_error: string | null
  reconcile_attempts: number
  verifying_token: string | null
  verifying_until: string | null
  unknown_since: string | null
  searched_in_vain_at: string | null
  review_reason: ReviewReason | null
  review_since: string | null
  review_decided_at: string | null
  released_at: string | null
}

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    linkId: row.link_id,
    accountId: row.account_id,
    livemode: Boolean(row.livemode),
    connectionId: row.connection_id,
    provider: row.provider,
    providerRef: row.provider_ref,
    status: row.status,
    method: row.method,
    methodDetail: row.method_detail,
    amountCentavos: row.amount_centavos,
    amountRefunded: row.amount_refunded,
    currency: row.currency,
    customerEmail: row.customer_email,
    customerName: row.customer_name,
    paidAt: row.paid_at,
    createdAt: row.created_at,
    note: row.note,
    hasReference: Boolean(row.has_reference),
    metadata: JSON.parse(row.metadata) as Metadata,
    checkoutRequest: row.checkout_request,
    redirectUrl: row.redirect_url,
    checkoutExpiresAt: row.checkout_expires_at,
    voucher: row.voucher,
    reconcileAfter: row.reconcile_after,
    reconcileError: row.reconcile_error,
    reconcileAttempts: row.reconcile_attempts,
    verifyingToken: row.verifying_token,
    verifyingUntil: row.verifying_until,
    unknownSince: row.unknown_since,
    searchedInVainAt: row.searched_in_vain_at,
    reviewReason: row.review_reason,
    reviewSince: row.review_since,
    reviewDecidedAt: row.review_decided_at,
    releasedAt: row.released_at,
  }
}

export function toPaymentRow(payment: Payment): PaymentRow {
  return {
    id: payment.id,
    link_id: payment.linkId,
    account_id: payment.accountId,
    livemode: payment.livemode,
    connection_id: payment.connectionId,
    provider: payment.provider,
    provider_ref: payment.providerRef,
    status: payment.status,
    method: payment.method,
    method_detail: payment.methodDetail,
    amount_centavos: payment.amountCentavos,
    amount_refunded: payment.amountRefunded,
    currency: payment.currency,
    customer_email: payment.customerEmail,
    customer_name: payment.customerName,
    paid_at: payment.paidAt,
    created_at: payment.createdAt,
    note: payment.note,
    has_reference: payment.hasReference,
    metadata: JSON.stringify(payment.metadata),
    checkout_request: payment.checkoutRequest,
    redirect_url: payment.redirectUrl,
    checkout_expires_at: payment.checkoutExpiresAt,
    voucher: payment.voucher,
    reconcile_after: payment.reconcileAfter,
    reconcile_error: payment.reconcileError,
    reconcile_attempts: payment.reconcileAttempts,
    verifying_token: payment.verifyingToken,
    verifying_until: payment.verifyingUntil,
    unknown_since: payment.unknownSince,
    searched_in_vain_at: payment.searchedInVainAt,
    review_reason: payment.reviewReason,
    review_since: payment.reviewSince,
    review_decided_at: payment.reviewDecidedAt,
    released_at: payment.releasedAt,
  }
}

const TEXTS = [
  ...(['id', 'link_id', 'account_id', 'connection_id', 'provider', 'provider_ref', 'status', 'method'] as const),
  ...([
    'method_detail',
    'currency',
    'customer_email',
    'customer_name',
    'note',
    'metadata',
    'checkout_request',
  ] as const),
  ...(['redirect_url', 'voucher', 'reconcile_error', 'verifying_token', 'review_reason'] as const),
] satisfies readonly (keyof PaymentRow)[]
const TIMES = [
  ...(['paid_at', 'created_at', 'checkout_expires_at', 'reconcile_after', 'verifying_until'] as const),
  ...(['unknown_since', 'searched_in_vain_at', 'review_since', 'review_decided_at', 'released_at'] as const),
] satisfies readonly (keyof PaymentRow)[]
const NUMBERS = ['amount_centavos', 'amount_refunded', 'reconcile_attempts'] as const
const FLAGS = ['livemode', 'has_reference'] as const

type Column = (typeof TEXTS)[number] | (typeof TIMES)[number] | (typeof NUMBERS)[number] | (typeof FLAGS)[number]
/** Fails to compile when a column is missing above. */
type Missing = Exclude<keyof PaymentRow, Column>
const ALL: Missing extends never ? readonly Column[] : never = [...TEXTS, ...TIMES, ...NUMBERS, ...FLAGS]
/** Named columns: on Postgres a prepared `select *` fails once another version has added a column. */
export const PAYMENT_COLUMNS = ALL.join(', ')

/** Postgres takes a bare placeholder in a `select` for text. */
const POSTGRES_TYPES = new Map<Column, string>([
  ...TIMES.map((column) => [column, 'timestamptz'] as const),
  ...NUMBERS.map((column) => [column, 'int'] as const),
  ...FLAGS.map((column) => [column, 'boolean'] as const),
])

/** The statement that inserts a payment, with `paymentValues` as its values; `from` may make it conditional. */
export function insertPayment(engine: Engine, from: string): string {
  const placeholders = ALL.map((column) => (engine === 'postgres' ? `?::${POSTGRES_TYPES.get(column) ?? 'text'}` : '?'))
  return `insert into payments (${PAYMENT_COLUMNS}) select ${placeholders.join(', ')} ${from}`
}

export function paymentValues(payment: Payment): unknown[] {
  const row = toPaymentRow(payment)
  return ALL.map((column) => row[column])
}

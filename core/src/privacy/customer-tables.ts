import type { Row, TableEntry } from './table-entry.js'

const YEARS_KEPT = 5

/**
 * Article 30 of the Código Fiscal de la Federación: five years from the day on which the return was filed or had to be,
 * which for a year's income is by the end of April of the next year at the latest.
 */
const fiscalEnd = (at: unknown): string | null =>
  typeof at === 'string' ? `${Number(at.slice(0, 4)) + 1 + YEARS_KEPT}-04-30` : null

const FISCAL_LAW = 'Código Fiscal de la Federación, article 30: accounting records are kept for five years'

export const isStamped = (invoice: Row): boolean => invoice['stamped_at'] !== null

/** Tables in which a customer's rows are looked up. */
export const CUSTOMER_TABLES: Readonly<Record<string, TableEntry>> = {
  payment_links: {
    key: ['id'],
    plain:
      'id account_id livemode slug status amount_centavos currency expires_at providers invoiceable channel paid_payment_id created_at created_by',
    cleared: 'customer_email customer_name',
    emptied: 'metadata',
    // What was sold belongs to the accounting; a title may still name the customer.
    redacted: 'title description items',
  },
  payments: {
    key: ['id'],
    // Also what a bank statement is compared with: the reference, the last digits of the card, the tracking key.
    plain:
      'id link_id account_id livemode connection_id provider provider_ref status method method_detail amount_centavos amount_refunded fee_centavos currency paid_at created_at has_reference checkout_expires_at voucher reconcile_after reconcile_attempts searched_in_vain_at review_reason review_since review_decided_at unknown_since released_at asked_at',
    secret: 'verifying_token verifying_until',
    cleared: 'customer_email customer_name note checkout_request redirect_url',
    emptied: 'metadata',
    redacted: 'reconcile_error',
  },
  receipts: {
    key: ['payment_id'],
    plain: 'payment_id account_id livemode content_type',
    kept: 'content',
    keeping: {
      reason: `The merchant's proof of the payment. ${FISCAL_LAW}`,
      until: (row) => fiscalEnd(row['paid_at']),
    },
  },
  provider_answers: {
    key: ['payment_id', 'hash'],
    plain: 'payment_id hash seen_at',
    redacted: 'state',
  },
  invoices: {
    key: ['id'],
    plain:
      'id account_id livemode payment_id connection_id status forma_pago provider_ref uuid total_centavos failure_code failure_field cancel_motivo cancel_taken_at stamped_at cancelled_at created_at created_by cancel_requested_by attempts tries waits_for refund_review_since refund_seen_centavos',
    secret: 'next_attempt_at claimed_by has_news',
    cleared: 'email',
    redacted: 'failure_reason',
    kept: 'rfc name zip regimen_fiscal uso_cfdi request',
    isDeleted: (row) => !isStamped(row),
    keeping: {
      reason: `The invoice (CFDI) that was issued to them. ${FISCAL_LAW}`,
      until: (row) => fiscalEnd(row['stamped_at']),
      applies: isStamped,
    },
  },
  invoice_files: {
    key: ['invoice_id', 'format'],
    plain: 'invoice_id account_id livemode format',
    kept: 'content',
    keeping: { reason: `PDF and XML of the invoice. ${FISCAL_LAW}`, until: (row) => fiscalEnd(row['stamped_at']) },
  },
  email_deliveries: {
    key: ['id'],
    plain:
      'id account_id livemode link_id payment_id kind status once via attempts created_at sent_at delivered_at bounced_at opened_at clicked_at complained_at unsubscribed_at temporary_failed_at created_by',
    secret: 'token report_token next_attempt_at claimed_by',
    redacted: 'recipient subject error body_text body_html',
    isDeleted: (row, email) => String(row['recipient']).toLowerCase() === email,
  },
  email_suppressions: {
    key: ['account_id', 'livemode', 'address'],
    plain: 'account_id livemode reason delivery_id created_at',
    kept: 'address',
    isDeleted: (row) => row['reason'] === 'bounced',
    keeping: {
      reason: 'They asked for no more email, or reported one as spam: without the address this could not be respected',
      until: () => null,
      applies: (row) => row['reason'] !== 'bounced',
    },
  },
  events: {
    key: ['id'],
    plain: 'id account_id livemode type object_id created_at',
    redacted: 'payload',
  },
  webhook_attempts: {
    key: ['seq'],
    plain: 'seq delivery_id at status ms',
    // Endpoints may answer with what they were sent.
    cleared: 'answer',
    redacted: 'error',
  },
  idempotency_keys: {
    key: ['account_id', 'livemode', 'key'],
    plain: 'account_id livemode key operation state status created_at completed_at subject',
    secret: 'fingerprint owner_token lease_until',
    redacted: 'body',
  },
  approvals: {
    key: ['id'],
    plain:
      'id account_id livemode holder client operation idempotency_key status created_at expires_at decided_at decided_by',
    secret: 'arguments_hash',
    redacted: 'arguments',
    // The question is about exactly these arguments.
    isDeleted: () => true,
  },
  alerts: {
    key: ['id'],
    plain: 'id account_id kind target since raised_at',
    redacted: 'says',
  },
  plugin_entries: {
    key: ['space', 'key'],
    isShared: true,
    plain: 'space key',
    redacted: 'value',
  },
  audit_entries: {
    key: ['seq'],
    plain: 'seq at account_id actor surface action target',
    secret: 'hash',
    kept: 'details',
    keeping: {
      reason: 'The audit log cannot be changed: a person typed this into a reason',
      until: () => null,
    },
  },
}

type PageLimit = number
type MarkPaymentLinkPaid = { 'method'?: "card" | "retail_cash" | "spei_transfer" | "other"; 'note'?: string; 'paidAt'?: Timestamp; 'reference'?: string }
type Timestamp = string
type IdempotencyKey = string
type CreatePaymentLink = { 'title': string; 'items': (PaymentItem)[]; 'description'?: string; 'currency'?: string; 'customerEmail'?: EmailAddress; 'customerName'?: string; 'expiresAt'?: Timestamp; 'metadata'?: Metadata; 'providers'?: (ProviderId)[]; 'invoiceable'?: boolean }
type PaymentItem = { 'name': string; 'quantity': number; 'unitPriceCentavos': number; 'satProductCode'?: string; 'satUnitCode'?: string; 'tax'?: "iva_included" | "iva_added" | "exempt" }
type EmailAddress = string
type Metadata = Record<string, string | number | boolean>
type ProviderId = string
type UpdatePaymentLink = { 'title'?: string; 'description'?: string | null; 'customerEmail'?: string | null; 'customerName'?: string | null; 'expiresAt'?: string | null; 'metadata'?: Record<string, string | number | boolean> | null; 'providers'?: (ProviderId)[]; 'invoiceable'?: boolean }
type EmailPaymentLink = { 'to': EmailAddress }
type InvoiceRequest = { 'rfc': string; 'name': string; 'zip': string; 'regimenFiscal': string; 'usoCfdi': string; 'email'?: EmailAddress; 'formaPago'?: string }
type CancelInvoice = { 'motivo': "02" | "03" }
export interface OperationInputs {
  sync_payment: { path: { 'id': string }; query: Record<string, never>; headers: Record<string, never>; body: undefined }
  list_payments: { path: Record<string, never>; query: { 'limit'?: PageLimit; 'starting_after'?: string; 'status'?: "pending" | "succeeded" | "failed" | "refunded" | "canceled" }; headers: Record<string, never>; body: undefined }
  retrieve_payment: { path: { 'id': string }; query: Record<string, never>; headers: Record<string, never>; body: undefined }
  retrieve_payment_reference: { path: { 'id': string }; query: Record<string, never>; headers: Record<string, never>; body: undefined }
  mark_payment_link_paid: { path: { 'id': string }; query: Record<string, never>; headers: { 'idempotency-key'?: IdempotencyKey }; body: MarkPaymentLinkPaid | undefined }
  list_payment_links: { path: Record<string, never>; query: { 'limit'?: PageLimit; 'starting_after'?: string; 'status'?: "active" | "processing" | "paid" | "expired" | "disabled" }; headers: Record<string, never>; body: undefined }
  create_payment_link: { path: Record<string, never>; query: Record<string, never>; headers: { 'idempotency-key': IdempotencyKey }; body: CreatePaymentLink }
  retrieve_payment_link: { path: { 'id': string }; query: Record<string, never>; headers: Record<string, never>; body: undefined }
  update_payment_link: { path: { 'id': string }; query: Record<string, never>; headers: { 'idempotency-key'?: IdempotencyKey }; body: UpdatePaymentLink }
  disable_payment_link: { path: { 'id': string }; query: Record<string, never>; headers: { 'idempotency-key'?: IdempotencyKey }; body: undefined }
  email_payment_link: { path: { 'id': string }; query: Record<string, never>; headers: { 'idempotency-key': IdempotencyKey }; body: EmailPaymentLink }
  list_payment_link_emails: { path: { 'id': string }; query: Record<string, never>; headers: Record<string, never>; body: undefined }
  get_invoicing_connection: { path: Record<string, never>; query: Record<string, never>; headers: Record<string, never>; body: undefined }
  get_invoicing_catalogs: { path: Record<string, never>; query: Record<string, never>; headers: Record<string, never>; body: undefined }
  get_payment_invoice: { path: { 'id': string }; query: Record<string, never>; headers: Record<string, never>; body: undefined }
  request_payment_invoice: { path: { 'id': string }; query: Record<string, never>; headers: { 'idempotency-key'?: IdempotencyKey }; body: InvoiceRequest }
  cancel_payment_invoice: { path: { 'id': string }; query: Record<string, never>; headers: { 'idempotency-key'?: IdempotencyKey }; body: CancelInvoice }
  get_payment_invoice_files: { path: { 'id': string }; query: Record<string, never>; headers: Record<string, never>; body: undefined }
  list_connections: { path: Record<string, never>; query: Record<string, never>; headers: Record<string, never>; body: undefined }
}

import { INVOICE_ZONE, invoiceDeadline } from '../invoicing/customer-deadline.js'
import { formatDay } from '../html/format-time.js'
import type { Messages } from '../html/messages/messages.js'
import { type FormasPago, formasPago } from '../invoicing/forma-pago.js'
import { type Invoice, isOpen } from '../invoicing/invoice.js'
import { obstacleTo } from '../invoicing/request-invoice.js'
import { hasWrongCheckDigit, normalizeRfc } from '../invoicing/rfc.js'
import { SECOND_MS } from '../kernel/clock.js'
import type { Payment } from '../payments/payment.js'
import type { LinkFacts, PaymentPageView } from './payment-page.view.js'
import { choicesFor, type ReceiverChoices } from './receiver-choices.js'
import { NOTHING_TYPED, type TypedFault, typedFor, type TypedReceiver } from './typed-receiver.js'

/** How the invoice of a link stands for its payer. */
export type InvoicePageState =
  | { name: 'not_paid' | 'not_invoiceable' | 'refunded' }
  /** `last`: what became of an earlier one, refused or cancelled. */
  | { name: 'form'; payment: Payment; formas: FormasPago; last: Invoice | null; lastDay: string }
  | { name: 'too_late'; last: Invoice | null; lastDay: string }
  | { name: 'stamping' | 'stamped' | 'cancel_pending'; invoice: Invoice }

/** The form as it is shown. */
export interface InvoiceForm {
  typed: TypedReceiver
  faults: TypedFault[]
  choices: ReceiverChoices
  /** Looked at twice, never refused. */
  isRfcDoubtful: boolean
}

/** Why the form is shown again, though nothing in it is wrong. */
export type InvoiceNotice = keyof Messages['invoice']['notices']

export interface InvoicePageView {
  link: PaymentPageView
  /** `/p/{slug}/invoice`, in the language that was chosen. */
  address: string
  state: InvoicePageState
}

export function invoicePageState(
  { link, account, paid, invoice }: LinkFacts,
  { locale, now }: Pick<PaymentPageView, 'locale' | 'now'>,
): InvoicePageState {
  if (!link.invoiceable) return { name: 'not_invoiceable' }
  if (!paid) return { name: 'not_paid' }
  if (invoice && isOpen(invoice)) return { name: openName(invoice), invoice }
  if (paid.status === 'refunded') return { name: 'refunded' }
  if (obstacleTo(paid, link) !== null) return { name: 'not_invoiceable' }
  const deadline = invoiceDeadline(paid.paidAt ?? paid.createdAt, account.invoiceDaysAfterMonth)
  const lastDay = formatDay(locale, INVOICE_ZONE, new Date(deadline.getTime() - SECOND_MS), now)
  const last = invoice ?? null
  if (now >= deadline) return { name: 'too_late', last, lastDay }
  return { name: 'form', payment: paid, formas: formasPago(paid), last, lastDay }
}

function openName({ status }: Invoice): 'stamping' | 'stamped' | 'cancel_pending' {
  return status === 'stamped' || status === 'cancel_pending' ? status : 'stamping'
}

/** As it is shown to whoever comes by: with what was refused, for them to correct. */
export function freshForm({ last, formas }: Extract<InvoicePageState, { name: 'form' }>): InvoiceForm {
  if (last?.status !== 'failed') return toForm(NOTHING_TYPED, [])
  const field = last.failureField
  const isAsked = field !== null && (field !== 'formaPago' || formas.suggested === null)
  return toForm(typedFor(last), isAsked ? [{ field, code: 'refused' }] : [])
}

export const toForm = (typed: TypedReceiver, faults: TypedFault[], isNarrowed = false): InvoiceForm => ({
  typed,
  faults,
  choices: choicesFor(typed, isNarrowed),
  isRfcDoubtful: hasWrongCheckDigit(normalizeRfc(typed.rfc)),
})

/** After how long the page of an invoice that is being stamped asks again: soon, and ever more rarely. */
export function refreshSeconds(createdAt: string, now: Date): number {
  const waited = (now.getTime() - Date.parse(createdAt)) / SECOND_MS
  if (waited < 20) return 2
  if (waited < 120) return 5
  return waited < 900 ? 15 : 60
}

/** Longer than that it takes when the provider is away, or has no stamps left. */
export const isSlow = ({ createdAt }: Invoice, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) > 30 * SECOND_MS

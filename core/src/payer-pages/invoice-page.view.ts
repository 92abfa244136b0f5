import { INVOICE_ZONE, invoiceDeadline } from '../invoicing/customer-deadline.js'
import { formatDay } from '../web/format-time.js'
import type { InvoiceMailState } from '../invoicing/invoice-mail-state.js'
import type { Messages } from '../web/messages/messages.js'
import { type FormasPago, formasPago } from '../invoicing/forma-pago.js'
import { type Invoice, isOpen } from '../invoicing/invoice.js'
import { mayStartOver } from '../invoicing/prove-receiver.js'
import { invoicingRefusal } from '../invoicing/request-invoice.js'
import { hasWrongCheckDigit, normalizeRfc } from '../invoicing/rfc.js'
import { SECOND_MS } from '../kernel/clock.js'
import { isMailbox } from '../kernel/mailbox.js'
import type { Payment } from '../payments/payment.js'
import type { PageFacts, PaymentPageView } from './payment-page.view.js'
import { choicesFor, type ReceiverChoices } from './receiver-choices.js'
import { NOTHING_TYPED, refusedField, type TypedFault, typedFor, type TypedReceiver } from './typed-receiver.js'

/** State of the invoice of a link, for its payer. */
export type InvoicePageState =
  | { name: 'not_paid' | 'not_invoiceable' | 'refunded' }
  /** `last`: an earlier one that was refused or cancelled. */
  | (Asked & { name: 'form'; payment: Payment; formas: FormasPago; knownEmail: string | null })
  | (Asked & { name: 'too_late' })
  /** An earlier one was refused, and this visitor may not see its details. */
  | { name: 'refused'; invoice: Invoice; lastDay: string }
  | { name: 'stamping' | 'stamped' | 'cancel_pending'; invoice: Invoice; isKnown: boolean }

interface Asked {
  last: Invoice | null
  isKnown: boolean
  lastDay: string
}

/** Anyone with the link may see the page; the details are for the receiver only. */
export interface InvoiceVisitor {
  /** This browser made the last request, or has proved that it knows the receiver. */
  isKnown: boolean
  /** Wants an empty form instead of the refused details. */
  startsOver: boolean
}

export interface InvoiceFormView {
  typed: TypedReceiver
  faults: TypedFault[]
  choices: ReceiverChoices
  /** The check digit is wrong: a warning, not a fault. */
  isRfcDoubtful: boolean
  /** Send it to the email address of the link or the payment, unless another one is typed. */
  isToKnownEmail: boolean
}

/** Why the form is shown again although it has no fault. */
export type InvoiceNoticeName = keyof Messages['invoice']['notices']

export interface InvoicePageView {
  link: PaymentPageView
  /** `/p/{slug}/invoice`, in the language that was chosen. */
  address: string
  /** Where a visitor proves that they know the receiver, and where they get an empty form. */
  proofAddress: string
  startOverAddress: string
  state: InvoicePageState
  /** Delivery of its email; null: none is sent. */
  mail: InvoiceMailState | null
}

export function invoicePageState(
  { link, account, paid, invoice }: PageFacts,
  { locale, now }: Pick<PaymentPageView, 'locale' | 'now'>,
  { isKnown, startsOver }: InvoiceVisitor,
): InvoicePageState {
  if (!link.invoiceable) return { name: 'not_invoiceable' }
  if (!paid) return { name: 'not_paid' }
  if (invoice && isOpen(invoice)) return { name: openName(invoice), invoice, isKnown }
  if (paid.status === 'refunded') return { name: 'refunded' }
  if (invoicingRefusal(paid, link) !== null) return { name: 'not_invoiceable' }
  const deadline = invoiceDeadline(paid.paidAt ?? paid.createdAt, account.invoiceDaysAfterMonth)
  const lastDay = formatDay(locale, INVOICE_ZONE, new Date(deadline.getTime() - SECOND_MS), now)
  const last = invoice ?? null
  if (now >= deadline) return { name: 'too_late', last, isKnown, lastDay }
  if (last?.status === 'failed' && !isKnown && !(startsOver && mayStartOver(last))) {
    return { name: 'refused', invoice: last, lastDay }
  }
  const knownEmail = [paid.customerEmail, link.customerEmail].find((email) => email && isMailbox(email)) ?? null
  return { name: 'form', payment: paid, formas: formasPago(paid), knownEmail, last, isKnown, lastDay }
}

function openName({ status }: Invoice): 'stamping' | 'stamped' | 'cancel_pending' {
  return status === 'stamped' || status === 'cancel_pending' ? status : 'stamping'
}

/** The form at first: empty, or with the refused details to correct. */
export function freshForm({
  last,
  isKnown,
  formas,
  knownEmail,
}: Extract<InvoicePageState, { name: 'form' }>): InvoiceFormView {
  if (last?.status !== 'failed' || !isKnown) return toForm(NOTHING_TYPED, [], { isToKnownEmail: true })
  const field = refusedField(last, formas)
  const isToKnownEmail = knownEmail !== null && last.receiver.email === knownEmail
  const typed = { ...typedFor(last), ...(isToKnownEmail && { email: '' }) }
  return toForm(typed, field === null ? [] : [{ field, code: 'refused' }], { isToKnownEmail })
}

export const toForm = (
  typed: TypedReceiver,
  faults: TypedFault[],
  { isNarrowed = false, isToKnownEmail = false } = {},
): InvoiceFormView => ({
  typed,
  faults,
  choices: choicesFor(typed, isNarrowed),
  isRfcDoubtful: hasWrongCheckDigit(normalizeRfc(typed.rfc)),
  isToKnownEmail,
})

/** When the page of an invoice that is being stamped reloads: at growing intervals. */
export function refreshSeconds(createdAt: string, now: Date): number {
  const waited = (now.getTime() - Date.parse(createdAt)) / SECOND_MS
  if (waited < 20) return 2
  if (waited < 120) return 5
  return waited < 900 ? 15 : 60
}

/** Stamping takes longer than this when the provider is down or has no stamps left. */
export const isSlow = ({ createdAt }: Invoice, now: Date): boolean =>
  now.getTime() - Date.parse(createdAt) > 30 * SECOND_MS

import { INVOICE_ZONE, invoiceDeadline } from '../invoicing/customer-deadline.js'
import { formatDay } from '../html/format-time.js'
import type { InvoiceMailState } from '../email-sharing/invoice-mail-state.js'
import type { Messages } from '../html/messages/messages.js'
import { type FormasPago, formasPago } from '../invoicing/forma-pago.js'
import { type Invoice, isOpen } from '../invoicing/invoice.js'
import { obstacleTo } from '../invoicing/request-invoice.js'
import { hasWrongCheckDigit, normalizeRfc } from '../invoicing/rfc.js'
import { SECOND_MS } from '../kernel/clock.js'
import { isMailbox } from '../kernel/mailbox.js'
import type { Payment } from '../payments/payment.js'
import type { LinkFacts, PaymentPageView } from './payment-page.view.js'
import { choicesFor, type ReceiverChoices } from './receiver-choices.js'
import { NOTHING_TYPED, type TypedFault, typedFor, type TypedReceiver } from './typed-receiver.js'

/** How the invoice of a link stands for its payer. */
export type InvoicePageState =
  | { name: 'not_paid' | 'not_invoiceable' | 'refunded' }
  /** `last`: what became of an earlier one, refused or cancelled. */
  | (Asked & { name: 'form'; payment: Payment; formas: FormasPago; knownEmail: string | null })
  | (Asked & { name: 'too_late' })
  /** An earlier one was refused, and this visitor may not see what was typed for it. */
  | { name: 'refused'; invoice: Invoice; lastDay: string }
  | { name: 'stamping' | 'stamped' | 'cancel_pending'; invoice: Invoice; isKnown: boolean }

interface Asked {
  last: Invoice | null
  isKnown: boolean
  lastDay: string
}

/** The visitor of the page. Anyone with the link may look; what was typed is for the receiver alone. */
export interface InvoiceVisitor {
  /** They made the last request in this browser, or have shown that they know its receiver. */
  isKnown: boolean
  /** They want an empty form in place of what was refused. */
  startsOver: boolean
}

/** The form as it is shown. */
export interface InvoiceForm {
  typed: TypedReceiver
  faults: TypedFault[]
  choices: ReceiverChoices
  /** Looked at twice, never refused. */
  isRfcDoubtful: boolean
  /** It is to be mailed to the address that the link or the payment knows, unless another one is typed. */
  isToKnownEmail: boolean
}

/** Why the form is shown again, though nothing in it is wrong. */
export type InvoiceNotice = keyof Messages['invoice']['notices']

export interface InvoicePageView {
  link: PaymentPageView
  /** `/p/{slug}/invoice`, in the language that was chosen. */
  address: string
  /** Where a visitor shows that they know the receiver, and where they find an empty form. */
  proofAddress: string
  startOverAddress: string
  state: InvoicePageState
  /** What is known of its mail; null: none is meant to be sent. */
  mail: InvoiceMailState | null
}

export function invoicePageState(
  { link, account, paid, invoice }: LinkFacts,
  { locale, now }: Pick<PaymentPageView, 'locale' | 'now'>,
  { isKnown, startsOver }: InvoiceVisitor,
): InvoicePageState {
  if (!link.invoiceable) return { name: 'not_invoiceable' }
  if (!paid) return { name: 'not_paid' }
  if (invoice && isOpen(invoice)) return { name: openName(invoice), invoice, isKnown }
  if (paid.status === 'refunded') return { name: 'refunded' }
  if (obstacleTo(paid, link) !== null) return { name: 'not_invoiceable' }
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

/**
 * An RFC that the authority does not know belongs to no taxpayer: it was mistyped, and the customer cannot know what they typed.
 * Any other refusal is of a taxpayer that exists, whose request is not to be taken over by someone else.
 */
export const mayStartOver = ({ status, failureField }: Pick<Invoice, 'status' | 'failureField'>): boolean =>
  status === 'failed' && failureField === 'rfc'

function openName({ status }: Invoice): 'stamping' | 'stamped' | 'cancel_pending' {
  return status === 'stamped' || status === 'cancel_pending' ? status : 'stamping'
}

/** As it is shown first: with what was refused, for the customer to correct. */
export function freshForm({
  last,
  isKnown,
  formas,
  knownEmail,
}: Extract<InvoicePageState, { name: 'form' }>): InvoiceForm {
  if (last?.status !== 'failed' || !isKnown) return toForm(NOTHING_TYPED, [], { isToKnownEmail: true })
  const field = last.failureField
  const isAsked = field !== null && (field !== 'formaPago' || formas.suggested === null)
  const isToKnownEmail = knownEmail !== null && last.receiver.email === knownEmail
  const typed = { ...typedFor(last), ...(isToKnownEmail && { email: '' }) }
  return toForm(typed, isAsked ? [{ field, code: 'refused' }] : [], { isToKnownEmail })
}

export const toForm = (
  typed: TypedReceiver,
  faults: TypedFault[],
  { isNarrowed = false, isToKnownEmail = false } = {},
): InvoiceForm => ({
  typed,
  faults,
  choices: choicesFor(typed, isNarrowed),
  isRfcDoubtful: hasWrongCheckDigit(normalizeRfc(typed.rfc)),
  isToKnownEmail,
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

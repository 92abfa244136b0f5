import type { FormasPago } from '../invoicing/forma-pago.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { InvoiceInput } from '../invoicing/request-invoice.js'
import type { Problem } from '../kernel/problem.js'
import { faultsOfProblem } from '../web/form.js'
import { faultsOf, type ReceiverFaultCode } from '../invoicing/receiver.js'

/** In the order of the form. */
const INVOICE_FIELDS = ['rfc', 'name', 'zip', 'regimenFiscal', 'usoCfdi', 'formaPago', 'email'] as const

export type InvoiceFormField = (typeof INVOICE_FIELDS)[number]

export type TypedReceiver = Record<InvoiceFormField, string>

export interface TypedFault {
  field: InvoiceFormField
  /** `invalid`: by the contract. `refused`: by the SAT. */
  code: ReceiverFaultCode | 'forma_not_allowed' | 'invalid' | 'refused'
}

export const NOTHING_TYPED: TypedReceiver = {
  ...{ rfc: '', name: '', zip: '', regimenFiscal: '', usoCfdi: '', formaPago: '', email: '' },
}

/** A field that is missing or repeated counts as empty. */
export function readTyped(form: Record<string, unknown>): TypedReceiver {
  const typed = { ...NOTHING_TYPED }
  for (const field of INVOICE_FIELDS) {
    const value = form[field]
    if (typeof value === 'string') typed[field] = value
  }
  return typed
}

/** Checkbox: send it to the email address of the link or the payment. */
export const SEND_TO_KNOWN = 'sendToKnown'

/** The field that the SAT refused, if the form asks for it. */
export const refusedField = (
  { status, failureField }: Pick<Invoice, 'status' | 'failureField'>,
  { suggested }: FormasPago,
): InvoiceFormField | null =>
  status === 'failed' && (failureField !== 'formaPago' || suggested === null) ? failureField : null

/** The details of a refused invoice. */
export const typedFor = ({ receiver, formaPago }: Invoice): TypedReceiver => ({
  ...receiver,
  email: receiver.email ?? '',
  formaPago,
})

/**
 * All faults, one per field, in the order of the form.
 *
 * @param refusal by the contract, which alone judges the email address
 */
export function faultsIn(typed: TypedReceiver, formas: FormasPago, refusal: Problem | null): TypedFault[] {
  const faults: TypedFault[] = faultsOf({ ...typed, email: null })
  const forma = formaFault(typed.formaPago, formas)
  if (forma) faults.push({ field: 'formaPago', code: forma })
  for (const field of INVOICE_FIELDS) {
    const isRefused = refusal !== null && faultsOfProblem(refusal).some(({ name }) => name === field)
    if (isRefused && !faults.some((fault) => fault.field === field)) faults.push({ field, code: 'invalid' })
  }
  return faults.sort((one, other) => INVOICE_FIELDS.indexOf(one.field) - INVOICE_FIELDS.indexOf(other.field))
}

/**
 * Leaves out the `formaPago` that follows from the payment: the form does not ask for it.
 *
 * @param knownEmail used unless an address was typed; null: none
 */
export const toInvoiceInput = (typed: TypedReceiver, formas: FormasPago, knownEmail: string | null): InvoiceInput => ({
  ...typed,
  email: typed.email.trim() || (knownEmail ?? undefined),
  formaPago: formas.suggested === null ? typed.formaPago : undefined,
})

function formaFault(chosen: string, { suggested, allowed }: FormasPago): 'missing' | 'forma_not_allowed' | null {
  if (suggested !== null) return null
  if (chosen === '') return 'missing'
  return allowed.some(({ code }) => code === chosen) ? null : 'forma_not_allowed'
}

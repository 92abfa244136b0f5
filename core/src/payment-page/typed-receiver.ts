import type { FormasPago } from '../invoicing/forma-pago.js'
import type { Invoice } from '../invoicing/invoice.js'
import type { InvoiceWish } from '../invoicing/request-invoice.js'
import { faultsOf, type ReceiverFaultCode } from '../invoicing/receiver.js'

/** In the order of the form. */
export const INVOICE_FIELDS = ['rfc', 'name', 'zip', 'regimenFiscal', 'usoCfdi', 'formaPago', 'email'] as const

export type InvoiceFormField = (typeof INVOICE_FIELDS)[number]

/** What the form holds, as it was typed. */
export type TypedReceiver = Record<InvoiceFormField, string>

export interface TypedFault {
  field: InvoiceFormField
  /** `refused`: it looked right, and the authority would not have it. */
  code: ReceiverFaultCode | 'forma_not_allowed' | 'refused'
}

export const NOTHING_TYPED: TypedReceiver = {
  ...{ rfc: '', name: '', zip: '', regimenFiscal: '', usoCfdi: '', formaPago: '', email: '' },
}

/** A field that came twice, or not at all, is taken as left empty. */
export function readTyped(form: Record<string, unknown>): TypedReceiver {
  const typed = { ...NOTHING_TYPED }
  for (const field of INVOICE_FIELDS) {
    const value = form[field]
    if (typeof value === 'string') typed[field] = value
  }
  return typed
}

/** A tick beside the field for an address: the one that the link or the payment knows. */
export const SEND_TO_KNOWN = 'sendToKnown'

/** What was typed for an invoice that was refused. */
export const typedFor = ({ receiver, formaPago }: Invoice): TypedReceiver => ({
  ...receiver,
  email: receiver.email ?? '',
  formaPago,
})

/** Everything that is wrong with it, each field once, in the order of the form. */
export function faultsIn(typed: TypedReceiver, formas: FormasPago): TypedFault[] {
  const faults: TypedFault[] = faultsOf(typed)
  const forma = formaFault(typed.formaPago, formas)
  if (forma) faults.push({ field: 'formaPago', code: forma })
  return faults.sort((one, other) => INVOICE_FIELDS.indexOf(one.field) - INVOICE_FIELDS.indexOf(other.field))
}

/**
 * What the payment settles is not asked, so it is not wrong either.
 *
 * @param knownEmail where it goes unless an address was typed; null: nowhere
 */
export const toWish = (typed: TypedReceiver, formas: FormasPago, knownEmail: string | null): InvoiceWish => ({
  ...typed,
  email: typed.email.trim() || knownEmail,
  formaPago: formas.suggested === null ? typed.formaPago : undefined,
})

function formaFault(chosen: string, { suggested, allowed }: FormasPago): 'missing' | 'forma_not_allowed' | null {
  if (suggested !== null) return null
  if (chosen === '') return 'missing'
  return allowed.some(({ code }) => code === chosen) ? null : 'forma_not_allowed'
}

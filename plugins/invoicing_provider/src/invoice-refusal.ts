import type { InvoiceFailure, InvoiceField } from '@paylink/plugin-api'
import type { Detail, FacturapiSays } from './facturapi-failure.js'

/** What of Facturapi's request the customer typed. */
const FIELD_OF_PATH: Readonly<Record<string, InvoiceField>> = {
  'customer.tax_id': 'rfc',
  'customer.legal_name': 'name',
  'customer.address': 'zip',
  'customer.address.zip': 'zip',
  'customer.tax_system': 'regimenFiscal',
  use: 'usoCfdi',
  payment_form: 'formaPago',
}

/** Facturapi's own codes for what the authority does not know like this. */
const FIELD_OF_TAX_INFO: Readonly<Record<string, InvoiceField>> = {
  tax_id_not_found: 'rfc',
  legal_name_mismatch: 'name',
  tax_address_zip_mismatch: 'zip',
  tax_system_not_allowed_for_tax_id: 'regimenFiscal',
  tax_system_not_in_catalog: 'regimenFiscal',
}

/** By the attribute that the SAT's matrix of errors of CFDI 4.0 gives for each code. */
const FIELD_OF_SAT: Readonly<Record<string, InvoiceField>> = {
  CFDI40104: 'formaPago',
  CFDI40105: 'formaPago',
  CFDI40130: 'name',
  CFDI40143: 'rfc',
  CFDI40144: 'name',
  CFDI40145: 'name',
  CFDI40146: 'name',
  CFDI40147: 'zip',
  CFDI40148: 'zip',
  CFDI40149: 'zip',
  CFDI40157: 'regimenFiscal',
  CFDI40158: 'regimenFiscal',
  CFDI40159: 'regimenFiscal',
  CFDI40160: 'usoCfdi',
  CFDI40161: 'usoCfdi',
}

/** A code of the SAT's, on its own or at the beginning of a text: `CFDI40145 - …`. */
const SAT_CODE = /\bCFDI4\d{4}\b/

/** The SAT's code of the refusal, wherever it is said. */
export function satCodeOf(says: FacturapiSays): string | undefined {
  const places = [...says.details.flatMap(({ code, message }) => [code, message]), says.code, says.message]
  for (const place of places) {
    const found = SAT_CODE.exec(place ?? '')
    if (found) return found[0]
  }
  return undefined
}

/** Why the invoice was refused, for whom it concerns: the authority's word first, then what the customer typed. */
export function invoiceFailureOf(says: FacturapiSays): InvoiceFailure {
  const whole: Detail = { code: says.code, message: says.message, path: says.path }
  const said = [...says.details, whole]
  const detail = said.find(isOfSat) ?? said.find((one) => fieldOf(one) !== undefined) ?? said[0]!
  const code = satCodeIn(detail) ?? detail.code ?? says.code ?? 'rejected'
  return { code, reason: detail.message ?? says.message, field: fieldOf(detail) }
}

function fieldOf(detail: Detail): InvoiceField | undefined {
  const sat = satCodeIn(detail)
  if (sat !== undefined) return named(FIELD_OF_SAT, sat)
  return named(FIELD_OF_TAX_INFO, detail.code) ?? named(FIELD_OF_PATH, detail.path)
}

const isOfSat = (detail: Detail): boolean => satCodeIn(detail) !== undefined

function satCodeIn({ code, message }: Detail): string | undefined {
  return (SAT_CODE.exec(code ?? '') ?? SAT_CODE.exec(message ?? ''))?.[0]
}

function named(fields: Readonly<Record<string, InvoiceField>>, name: string | undefined): InvoiceField | undefined {
  return name !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined
}

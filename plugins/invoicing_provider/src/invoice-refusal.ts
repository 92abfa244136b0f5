import type { InvoiceFailure, InvoiceField } from '@paylink/plugin-api'
import type { Detail, FacturapiErrorBody } from './facturapi-failure.js'

/** The customer's fields by their path in Facturapi's request. */
const FIELD_OF_PATH: Readonly<Record<string, InvoiceField>> = {
  'customer.tax_id': 'rfc',
  'customer.legal_name': 'name',
  'customer.address': 'zip',
  'customer.address.zip': 'zip',
  'customer.tax_system': 'regimenFiscal',
  use: 'usoCfdi',
  payment_form: 'formaPago',
}

/** The customer's fields by Facturapi's codes for data that differs from the SAT's. */
const FIELD_OF_TAX_INFO: Readonly<Record<string, InvoiceField>> = {
  tax_id_not_found: 'rfc',
  legal_name_mismatch: 'name',
  tax_address_zip_mismatch: 'zip',
  tax_system_not_allowed_for_tax_id: 'regimenFiscal',
  tax_system_not_in_catalog: 'regimenFiscal',
}

/** The customer's fields by SAT code, from the attributes in the SAT's CFDI 4.0 error matrix. */
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

/** A SAT code, alone or at the start of a text: `CFDI40145 - …`. */
const SAT_CODE = /\bCFDI4\d{4}\b/

/** The SAT code of a refusal, wherever it occurs. */
export function satCodeOf(body: FacturapiErrorBody): string | undefined {
  const places = [...body.details.flatMap(({ code, message }) => [code, message]), body.code, body.message]
  for (const place of places) {
    const found = SAT_CODE.exec(place ?? '')
    if (found) return found[0]
  }
  return undefined
}

/** Why the invoice was refused: the SAT's detail first, then one about a field of the customer. */
export function invoiceFailureOf(body: FacturapiErrorBody): InvoiceFailure {
  const whole: Detail = { code: body.code, message: body.message, path: body.path }
  const details = [...body.details, whole]
  const detail = details.find(isOfSat) ?? details.find((one) => fieldOf(one) !== undefined) ?? details[0]!
  const code = satCodeIn(detail) ?? detail.code ?? body.code ?? 'rejected'
  return { code, reason: detail.message ?? body.message, field: fieldOf(detail) }
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

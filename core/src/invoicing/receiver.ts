import { CHECKED_LATER } from '../contract/limits.js'
import { isMailbox } from '../kernel/mailbox.js'
import { Problem } from '../kernel/problem.js'
import { cfdiUse, isForIncome, NO_TAX_EFFECT } from './catalogs/cfdi-uses.js'
import { NO_OBLIGATIONS, taxRegime } from './catalogs/tax-regimes.js'
import { hasBar, hasControlCharacter } from './fiscal-text.js'
import { FOREIGNER_RFC, GENERAL_PUBLIC_RFC, normalizeRfc, rfcKind, type RfcKind } from './rfc.js'

/** Whom an invoice is made out to, as on their tax certificate. */
export interface Receiver {
  rfc: string
  name: string
  zip: string
  regimenFiscal: string
  usoCfdi: string
  email: string | null
}

/** As typed by the customer or sent to the API. */
export type ReceiverInput = Omit<Receiver, 'email'> & { email?: string | null }

const MAX_NAME_LENGTH = CHECKED_LATER['InvoiceRequest.name'].maxLength
const ZIP = new RegExp(CHECKED_LATER['InvoiceRequest.zip'].pattern)

/** Messages of the API; the payer's page has its own wording for each code. */
const FAULTS = {
  missing: 'is required',
  rfc_malformed: 'is not an RFC: 13 characters for an individual, 12 for a legal entity, containing a valid date',
  rfc_foreigner: 'invoices to residents abroad are not supported',
  name_too_long: `must have at most ${MAX_NAME_LENGTH} characters`,
  name_has_bar: 'must not contain a vertical bar (|)',
  name_has_control_character: 'must not contain control characters or line breaks',
  zip_malformed: 'must be five digits',
  zip_unknown: 'is not a postal code',
  regime_unknown: 'is not a tax regime of the catalogue (c_RegimenFiscal)',
  regime_not_of_kind: 'is not a tax regime for this kind of RFC (individual or legal entity)',
  regime_not_of_general_public: `must be ${NO_OBLIGATIONS} for the RFC ${GENERAL_PUBLIC_RFC}`,
  use_unknown: 'is not a use of the catalogue (c_UsoCFDI)',
  use_not_for_income: 'is not a use for income invoices',
  use_not_of_kind: 'is not a use for this kind of RFC (individual or legal entity)',
  use_not_of_regime: 'is not a use that the tax regime allows',
  use_not_of_general_public: `must be ${NO_TAX_EFFECT} for the RFC ${GENERAL_PUBLIC_RFC}`,
  email_malformed: 'must be one email address of at most 254 characters',
} as const satisfies Record<string, string>

export type ReceiverFaultCode = keyof typeof FAULTS

export interface ReceiverFault {
  field: keyof Receiver
  code: ReceiverFaultCode
}

/** @throws Problem `validation_error` with all faults, at most one per field */
export function parseReceiver(input: ReceiverInput): Receiver {
  const receiver = normalize(input)
  const faults = faultsIn(receiver)
  if (faults.length === 0) return receiver
  throw new Problem('validation_error', {
    detail: 'The receiver of the invoice is not valid.',
    errors: faults.map(({ field, code }) => ({ path: field, message: FAULTS[code] })),
  })
}

/** At most one fault per field. */
export const faultsOf = (input: ReceiverInput): ReceiverFault[] => faultsIn(normalize(input))

/** The name is only trimmed: SAT compares it with the tax certificate exactly. */
function normalize({ rfc, name, zip, regimenFiscal, usoCfdi, email }: ReceiverInput): Receiver {
  return {
    rfc: normalizeRfc(rfc),
    name: name.trim(),
    zip: zip.trim(),
    regimenFiscal: regimenFiscal.trim(),
    usoCfdi: usoCfdi.trim(),
    email: email?.trim() || null,
  }
}

function faultsIn(receiver: Receiver): ReceiverFault[] {
  const kind = rfcKind(receiver.rfc)
  const found: Record<keyof Receiver, ReceiverFaultCode | null> = {
    rfc: rfcFault(receiver.rfc, kind),
    name: nameFault(receiver.name),
    zip: zipFault(receiver.zip),
    regimenFiscal: regimeFault(receiver, kind),
    usoCfdi: useFault(receiver, kind),
    email: receiver.email === null || isMailbox(receiver.email) ? null : 'email_malformed',
  }
  const fields = Object.keys(found) as (keyof Receiver)[]
  return fields.flatMap((field) => (found[field] === null ? [] : [{ field, code: found[field] }]))
}

function rfcFault(rfc: string, kind: RfcKind | null): ReceiverFaultCode | null {
  if (rfc === '') return 'missing'
  if (rfc === FOREIGNER_RFC) return 'rfc_foreigner'
  return kind === null ? 'rfc_malformed' : null
}

function nameFault(name: string): ReceiverFaultCode | null {
  if (name === '') return 'missing'
  if (hasBar(name)) return 'name_has_bar'
  if (hasControlCharacter(name)) return 'name_has_control_character'
  return [...name].length > MAX_NAME_LENGTH ? 'name_too_long' : null
}

/** Only SAT knows which other codes exist. */
function zipFault(zip: string): ReceiverFaultCode | null {
  if (zip === '') return 'missing'
  if (!ZIP.test(zip)) return 'zip_malformed'
  return zip === '00000' ? 'zip_unknown' : null
}

function regimeFault({ rfc, regimenFiscal }: Receiver, kind: RfcKind | null): ReceiverFaultCode | null {
  if (regimenFiscal === '') return 'missing'
  const regime = taxRegime(regimenFiscal)
  if (!regime) return 'regime_unknown'
  if (rfc === GENERAL_PUBLIC_RFC && regimenFiscal !== NO_OBLIGATIONS) return 'regime_not_of_general_public'
  return kind !== null && !regime[kind] ? 'regime_not_of_kind' : null
}

/** If the RFC or the regime is unknown, the use is not checked against it. */
function useFault({ rfc, regimenFiscal, usoCfdi }: Receiver, kind: RfcKind | null): ReceiverFaultCode | null {
  if (usoCfdi === '') return 'missing'
  const use = cfdiUse(usoCfdi)
  if (!use) return 'use_unknown'
  if (!isForIncome(use)) return 'use_not_for_income'
  if (rfc === GENERAL_PUBLIC_RFC && usoCfdi !== NO_TAX_EFFECT) return 'use_not_of_general_public'
  if (kind !== null && !use[kind]) return 'use_not_of_kind'
  return taxRegime(regimenFiscal) && !use.regimenes.includes(regimenFiscal) ? 'use_not_of_regime' : null
}

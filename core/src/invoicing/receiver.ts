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

/** As somebody typed it. */
export type ReceiverWish = Omit<Receiver, 'email'> & { email?: string | null }

/** Each for people who use the API; the payer's page words them by their codes. */
const FAULTS = {
  missing: 'is required',
  rfc_malformed: 'is not an RFC: 13 characters for a natural person, 12 for a legal one, with a date that exists',
  rfc_foreigner: 'an invoice to a resident abroad cannot be requested here',
  name_too_long: 'must have at most 300 characters',
  name_has_bar: 'must not have a vertical bar (|)',
  name_has_control_character: 'must not have control characters or line breaks',
  zip_malformed: 'must be five digits',
  zip_unknown: 'is no postal code',
  regime_unknown: 'is not a tax regime of the catalogue (c_RegimenFiscal)',
  regime_not_of_kind: 'is not a tax regime of the kind of person that the RFC belongs to',
  regime_not_of_general_public: `must be ${NO_OBLIGATIONS} for the RFC ${GENERAL_PUBLIC_RFC}`,
  use_unknown: 'is not a use of the catalogue (c_UsoCFDI)',
  use_not_for_income: 'is not for invoices of income',
  use_not_of_kind: 'is not a use for the kind of person that the RFC belongs to',
  use_not_of_regime: 'is not a use that the tax regime admits',
  use_not_of_general_public: `must be ${NO_TAX_EFFECT} for the RFC ${GENERAL_PUBLIC_RFC}`,
  email_malformed: 'must be one e-mail address of at most 254 characters',
} as const satisfies Record<string, string>

export type ReceiverFaultCode = keyof typeof FAULTS

export interface ReceiverFault {
  field: keyof Receiver
  code: ReceiverFaultCode
}

const LONGEST_NAME = 300

/** @throws Problem `validation_error` with the fault of every field */
export function parseReceiver(wish: ReceiverWish): Receiver {
  const receiver = normalize(wish)
  const faults = faultsIn(receiver)
  if (faults.length === 0) return receiver
  throw new Problem('validation_error', {
    detail: 'The receiver of the invoice is not valid.',
    errors: faults.map(({ field, code }) => ({ path: field, message: FAULTS[code] })),
  })
}

/** What is wrong with it, at most once a field. */
export const faultsOf = (wish: ReceiverWish): ReceiverFault[] => faultsIn(normalize(wish))

/** Inside, the name stays as it is: SAT compares it with the certificate to the letter. */
function normalize({ rfc, name, zip, regimenFiscal, usoCfdi, email }: ReceiverWish): Receiver {
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
  return [...name].length > LONGEST_NAME ? 'name_too_long' : null
}

/** Which of the others exist only SAT knows. */
function zipFault(zip: string): ReceiverFaultCode | null {
  if (zip === '') return 'missing'
  if (!/^\d{5}$/.test(zip)) return 'zip_malformed'
  return zip === '00000' ? 'zip_unknown' : null
}

function regimeFault({ rfc, regimenFiscal }: Receiver, kind: RfcKind | null): ReceiverFaultCode | null {
  if (regimenFiscal === '') return 'missing'
  const regime = taxRegime(regimenFiscal)
  if (!regime) return 'regime_unknown'
  if (rfc === GENERAL_PUBLIC_RFC && regimenFiscal !== NO_OBLIGATIONS) return 'regime_not_of_general_public'
  return kind !== null && !regime[kind] ? 'regime_not_of_kind' : null
}

/** While the RFC or the regime is unknown itself, the use is not blamed for it. */
function useFault({ rfc, regimenFiscal, usoCfdi }: Receiver, kind: RfcKind | null): ReceiverFaultCode | null {
  if (usoCfdi === '') return 'missing'
  const use = cfdiUse(usoCfdi)
  if (!use) return 'use_unknown'
  if (!isForIncome(use)) return 'use_not_for_income'
  if (rfc === GENERAL_PUBLIC_RFC && usoCfdi !== NO_TAX_EFFECT) return 'use_not_of_general_public'
  if (kind !== null && !use[kind]) return 'use_not_of_kind'
  return taxRegime(regimenFiscal) && !use.regimenes.includes(regimenFiscal) ? 'use_not_of_regime' : null
}

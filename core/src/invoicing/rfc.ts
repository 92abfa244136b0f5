import validateRfc from 'validate-rfc'

export type RfcKind = 'fisica' | 'moral'

/** "Público en general": customers without an RFC. */
export const GENERAL_PUBLIC_RFC = 'XAXX010101000'

/** Residents abroad: their invoice also needs a country and the tax id of that country. */
export const FOREIGNER_RFC = 'XEXX010101000'

/** As SAT's schema has it (tdCFDI t_RFC): letters of the name, a date, two of any, a check digit. */
const SHAPE = /^([A-ZÑ&]{3,4})(\d{2})(\d{2})(\d{2})[A-Z0-9]{2}[0-9A]$/

/** As on a tax certificate. NFC, since an Ñ may come as N plus a combining tilde. */
export const normalizeRfc = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase()

/** The kind of taxpayer by the form of a normalized RFC; null: it cannot be an RFC. */
export function rfcKind(rfc: string): RfcKind | null {
  const [, letters, year, month, day] = SHAPE.exec(rfc) ?? []
  if (!letters || !isDate(Number(year), Number(month), Number(day))) return null
  return letters.length === 4 ? 'fisica' : 'moral'
}

export const isGenericRfc = (rfc: string): boolean => rfc === GENERAL_PUBLIC_RFC || rfc === FOREIGNER_RFC

/** A warning, never an error: SAT issued some RFCs with a wrong check digit. */
export const hasWrongCheckDigit = (rfc: string): boolean =>
  rfcKind(rfc) !== null && (validateRfc(rfc).errors ?? []).includes('INVALID_VERIFICATION_DIGIT')

/** A two-digit year is of this century or the last: every fourth was a leap year in one of them, 00 in 2000. */
function isDate(year: number, month: number, day: number): boolean {
  const february = year % 4 === 0 ? 29 : 28
  const lastDay = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day >= 1 && day <= lastDay
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Invoice } from './invoice.js'
import { isGenericRfc, normalizeRfc } from './rfc.js'
import type { Receiver } from './receiver.js'

export type ProofField = 'rfc' | 'email' | 'name'

/** Masks what a stranger must not read; always the same length, so that it reveals none. */
const HIDDEN = '••••'

/**
 * What a visitor must enter to see the receiver of an invoice. Everyone knows the generic RFC, so it needs a second
 * field; its postal code is the merchant's own, and proves nothing either.
 */
export function proofFields({ receiver: { rfc, email } }: Pick<Invoice, 'receiver'>): readonly ProofField[] {
  if (!isGenericRfc(rfc)) return ['rfc']
  return ['rfc', email === null ? 'name' : 'email']
}

/** Compares in constant time. */
export function provesReceiver(
  invoice: Pick<Invoice, 'receiver'>,
  given: Partial<Record<ProofField, string>>,
): boolean {
  const fields = proofFields(invoice)
  const digestOf = (from: Partial<Record<ProofField, string | null>>): Buffer =>
    createHash('sha256')
      .update(JSON.stringify(fields.map((field) => NORMALIZED[field](from[field] ?? ''))))
      .digest()
  return timingSafeEqual(digestOf(invoice.receiver), digestOf(given))
}

/** Enough for the receiver to recognize, and of no use to anyone else. */
export function maskedReceiver({ rfc, name, zip, email }: Receiver): Record<'rfc' | 'name' | 'zip', string> & {
  email: string | null
} {
  // The beginning of an RFC can be derived from a name and a date of birth, its end cannot.
  const masked = (text: string, shown: number): string => `${[...text].slice(0, shown).join('')}${HIDDEN}`
  return { rfc: masked(rfc, 3), name: masked(name, 1), zip: masked(zip, 1), email: email && maskedEmail(email) }
}

export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at > 0 ? `${[...address][0]}${HIDDEN}${address.slice(at)}` : HIDDEN
}

const letters = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toUpperCase()

const NORMALIZED: Record<ProofField, (text: string) => string> = { rfc: normalizeRfc, email: letters, name: letters }

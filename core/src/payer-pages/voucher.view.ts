import type { Payment } from '../payments/payment.js'

/** The reference that the payer gives at the store or enters in the bank app. */
export interface VoucherView {
  reference: string
  /** Null: unknown, or neither cash nor a transfer. */
  method: 'retail_cash' | 'spei_transfer' | null
  bank: string | null
  beneficiary: string | null
  stores: string[]
  instructionsUrl: string | null
  expiresAt: string | null
  isLapsed: boolean
}

const CLABE = /^\d{18}$/

/** Every field but the reference may be missing: older payments have fewer, and plugins report what they know. */
export function voucherOf({ voucher }: Pick<Payment, 'voucher'>, now: Date): VoucherView | null {
  if (voucher === null) return null
  const stored = JSON.parse(voucher) as Record<string, unknown>
  const text = (name: string): string | null => {
    const value = stored[name]
    return typeof value === 'string' && value.trim() !== '' ? value : null
  }
  const reference = text('reference')
  if (reference === null) return null
  const expiresAt = text('expiresAt')
  const endsAt = expiresAt === null ? NaN : Date.parse(expiresAt)
  const method = text('method')
  return {
    reference,
    method: method === 'retail_cash' || method === 'spei_transfer' ? method : null,
    bank: text('bank'),
    beneficiary: text('beneficiary'),
    stores: Array.isArray(stored['stores']) ? stored['stores'].filter((store) => typeof store === 'string') : [],
    instructionsUrl: webAddress(text('instructionsUrl')),
    expiresAt: Number.isNaN(endsAt) ? null : expiresAt,
    isLapsed: endsAt <= now.getTime(),
  }
}

const webAddress = (address: string | null): string | null =>
  address !== null && /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? address : null

export const isTransfer = ({ method, reference }: VoucherView): boolean =>
  method === 'spei_transfer' || (method === null && isClabe(reference))

export const isClabe = (reference: string): boolean => CLABE.test(bare(reference))

/**
 * The digits in groups, for reading out and comparing: a CLABE as banks print it (bank, branch, account, check digit),
 * other numbers in fours. Null: not a number, shown as it is.
 */
export function groupsOf(reference: string): string[] | null {
  const digits = bare(reference)
  if (!/^\d{6,60}$/.test(digits)) return null
  if (isClabe(digits)) return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 17), digits.slice(17)]
  return digits.match(/\d{1,4}/g)
}

const bare = (reference: string): string => reference.replace(/[\s-]/g, '')

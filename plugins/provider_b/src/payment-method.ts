import type { MethodType, ProviderState } from '@paylink/plugin-api'
import type { OrderResponse } from 'conekta'

type Method = NonNullable<ProviderState['method']>
type Voucher = NonNullable<ProviderState['voucher']>
export type Charge = NonNullable<NonNullable<OrderResponse['charges']>['data']>[number]

/** By the object type of the payment method, and by the current and former values of `type`. */
const METHOD_TYPES: Readonly<Record<string, MethodType>> = {
  card_payment: 'card',
  card: 'card',
  credit: 'card',
  debit: 'card',
  cash_payment: 'retail_cash',
  cash: 'retail_cash',
  oxxo: 'retail_cash',
  oxxo_cash: 'retail_cash',
  bank_transfer_payment: 'spei_transfer',
  bank_transfer: 'spei_transfer',
  spei: 'spei_transfer',
  bnpl_payment: 'bnpl',
  bnpl: 'bnpl',
}

/** `account_type` is a free text: "Credit", but also "BUSINESS" or "VISA". */
const FUNDINGS = ['credit', 'debit', 'prepaid'] as const

/** How it was paid; for an unpaid voucher, how it will be. */
export function methodOf({ payment_method: given }: Charge): Method | undefined {
  if (!given) return undefined
  const raw = given.type || given.object
  const type = typeNamed(given.object) ?? typeNamed(raw) ?? 'other'
  if (type === 'spei_transfer') {
    const { tracking_code } = given as { tracking_code?: unknown }
    const trackingKey = textOf(tracking_code)
    return { type, raw, ...(trackingKey !== undefined && { trackingKey }) }
  }
  if (type !== 'card') return { type, raw }
  const { account_type, brand, last4 } = given as { account_type?: unknown; brand?: unknown; last4?: unknown }
  const accountType = textOf(account_type)?.toLowerCase()
  const funding = FUNDINGS.find((known) => known === accountType) ?? 'unknown'
  return { type, raw, card: { funding, brand: textOf(brand), last4: textOf(last4) } }
}

/** The checkout's own page shows the instructions. */
export function voucherOf(charge: Charge, instructionsUrl: string | undefined): Voucher | undefined {
  const given = (charge.payment_method ?? {}) as Record<string, unknown>
  const number = digitsOf(given['reference']) ?? digitsOf(given['clabe'])
  if (number === undefined) return undefined
  const { expires_at } = given
  const method = methodOf(charge)?.type
  const store = method === 'retail_cash' ? storeOf(given) : undefined
  return {
    reference: number,
    method,
    bank: textOf(given['receiving_account_bank']) ?? textOf(given['bank']),
    beneficiary: textOf(given['receiving_account_holder_name']),
    stores: store === undefined ? undefined : [store],
    instructionsUrl,
    expiresAt: typeof expires_at === 'number' && expires_at > 0 ? isoOf(expires_at) : undefined,
  }
}

/** `service_name` is free text: "OxxoPay" in older references, or just "store". */
function storeOf({ store_name, service_name }: Record<string, unknown>): string | undefined {
  const service = textOf(service_name)
  return textOf(store_name) ?? (service && /^oxxo/i.test(service) ? 'OXXO' : undefined)
}

export function isoOf(unixSeconds: number): string {
  return new Date(unixSeconds * 1000).toISOString()
}

/** A twenty-digit reference sent as a number has lost its last digits, and a wrong one is worse than none. */
function digitsOf(value: unknown): string | undefined {
  return Number.isSafeInteger(value) ? String(value) : textOf(value)
}

function typeNamed(name: string): MethodType | undefined {
  return Object.hasOwn(METHOD_TYPES, name) ? METHOD_TYPES[name] : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

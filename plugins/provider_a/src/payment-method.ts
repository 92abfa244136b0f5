import type { MethodType, ProviderState } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'

type Method = NonNullable<ProviderState['method']>
type Voucher = NonNullable<ProviderState['voucher']>

const METHOD_TYPES: Readonly<Record<string, MethodType>> = {
  card: 'card',
  oxxo: 'retail_cash',
  boleto: 'retail_cash',
  konbini: 'retail_cash',
  multibanco: 'retail_cash',
  link: 'wallet',
  paypal: 'wallet',
  alipay: 'wallet',
  amazon_pay: 'wallet',
  cashapp: 'wallet',
  grabpay: 'wallet',
  wechat_pay: 'wallet',
  affirm: 'bnpl',
  afterpay_clearpay: 'bnpl',
  klarna: 'bnpl',
  zip: 'bnpl',
  acss_debit: 'bank_debit',
  au_becs_debit: 'bank_debit',
  bacs_debit: 'bank_debit',
  sepa_debit: 'bank_debit',
  us_bank_account: 'bank_debit',
}

const FUNDINGS = ['credit', 'debit', 'prepaid'] as const

/** How it was paid; for an unpaid voucher, how it will be. */
export function methodOf(intent: Stripe.PaymentIntent, charge: Stripe.Charge | undefined): Method | undefined {
  const details = charge?.payment_method_details
  const raw = details?.type ?? (intent.next_action?.oxxo_display_details ? 'oxxo' : undefined)
  if (raw === undefined) return undefined
  const type = methodType(raw, intent.currency)
  const card = details?.card
  if (!card) return { type, raw }
  const funding = FUNDINGS.find((known) => known === card.funding) ?? 'unknown'
  return { type, raw, card: { funding, brand: card.brand ?? undefined, last4: card.last4 ?? undefined } }
}

export function voucherOf(intent: Stripe.PaymentIntent): Voucher | undefined {
  const oxxo = intent.next_action?.oxxo_display_details
  if (!oxxo?.number) return undefined
  return {
    reference: oxxo.number,
    method: 'retail_cash',
    stores: ['OXXO'],
    instructionsUrl: oxxo.hosted_voucher_url ?? undefined,
    expiresAt: oxxo.expires_after ? new Date(oxxo.expires_after * 1000).toISOString() : undefined,
  }
}

function methodType(raw: string, currency: string): MethodType {
  // Stripe's bank transfers are SPEI in Mexico; elsewhere our API has no name for them.
  if (raw === 'customer_balance') return currency === 'mxn' ? 'spei_transfer' : 'other'
  return Object.hasOwn(METHOD_TYPES, raw) ? METHOD_TYPES[raw]! : 'other'
}

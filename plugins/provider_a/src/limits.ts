import type { AmountLimits, CurrencyLimits, Money } from '@paylink/plugin-api'

/**
 * Stripe's published minimum charges, in minor units.
 *
 * Two-decimal currencies only: in a zero- or three-decimal one Stripe's minor unit differs from ours. Currencies whose
 * minimum is "the equivalent of 0.50 USD" are omitted, because no rate is known when a link is created; so is HUF, whose
 * two decimals Stripe accepts on a charge but not on a payout.
 */
const MINIMUM_CHARGE: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  INR: 50,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1000,
  USD: 50,
}

/** Eight digits, in any currency. */
const MAXIMUM_CHARGE = 99_999_999

/** OXXO: pesos, from 10.00 to 10,000.00 (docs.stripe.com/payments/oxxo, "Amount limits"). */
const OXXO: AmountLimits = { min: 1000, max: 1_000_000 }

export function limitsOf(currency: string): CurrencyLimits | null {
  const min = Object.hasOwn(MINIMUM_CHARGE, currency) ? MINIMUM_CHARGE[currency] : undefined
  if (min === undefined) return null
  const card = { min, max: MAXIMUM_CHARGE }
  return { ...card, methods: currency === 'MXN' ? { card, retail_cash: OXXO } : { card } }
}

/** Whether a total can be paid at OXXO. */
export function fitsOxxo({ amount, currency }: Money): boolean {
  return currency === 'MXN' && amount >= OXXO.min && amount <= OXXO.max
}

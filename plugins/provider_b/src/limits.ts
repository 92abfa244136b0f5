import type { AmountLimits, CurrencyLimits, MethodType, Money } from '@paylink/plugin-api'

/**
 * Conekta publishes no bounds of an order: these are the usual ones of cards in Mexico. A transfer by SPEI has no bound of
 * its own below them.
 */
const ORDER: AmountLimits = { min: 1000, max: 99_999_999 }

/** Conekta publishes none for cash either: 10,000.00 is what the largest of its stores, OXXO, takes for one reference. */
const CASH: AmountLimits = { min: 1000, max: 1_000_000 }

/** Conekta's words for the methods of a checkout. */
const METHODS = { card: 'card', retail_cash: 'cash', spei_transfer: 'bank_transfer' } as const

/**
 * Pesos only. Conekta's description names dollars for subscription plans, not for orders, and neither vouchers nor
 * SPEI take them.
 */
const LIMITS: Readonly<Record<string, CurrencyLimits>> = {
  MXN: { ...ORDER, methods: { card: ORDER, retail_cash: CASH, spei_transfer: ORDER } },
}

export function limitsOf(currency: string): CurrencyLimits | null {
  return Object.hasOwn(LIMITS, currency) ? LIMITS[currency]! : null
}

/** What Conekta may offer for a total. */
export function allowedMethods({ amount, currency }: Money): (typeof METHODS)[keyof typeof METHODS][] {
  const within = limitsOf(currency)?.methods ?? {}
  const fits = (method: MethodType): boolean => {
    const bounds = within[method]
    return bounds !== undefined && amount >= bounds.min && amount <= bounds.max
  }
  return (Object.keys(METHODS) as (keyof typeof METHODS)[]).filter(fits).map((method) => METHODS[method])
}

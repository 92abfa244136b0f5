import type { AmountLimits, CurrencyLimits, MethodType, Money } from '@paylink/plugin-api'

/**
 * Conekta publishes no limits of an order: these are usual for cards in Mexico. A SPEI transfer has no tighter ones.
 */
const ORDER: AmountLimits = { min: 1000, max: 99_999_999 }

/** Conekta publishes none for cash either: its largest store, OXXO, accepts 10,000.00 for one reference. */
const CASH: AmountLimits = { min: 1000, max: 1_000_000 }

/** Conekta's names of the methods. */
const METHODS = { card: 'card', retail_cash: 'cash', spei_transfer: 'bank_transfer' } as const

/**
 * Pesos only. Conekta documents dollars for subscription plans, not for orders, and neither vouchers nor SPEI accept
 * them.
 */
const LIMITS: Readonly<Record<string, CurrencyLimits>> = {
  MXN: { ...ORDER, methods: { card: ORDER, retail_cash: CASH, spei_transfer: ORDER } },
}

export function limitsOf(currency: string): CurrencyLimits | null {
  return Object.hasOwn(LIMITS, currency) ? LIMITS[currency]! : null
}

/** The methods that Conekta may offer for a total. */
export function allowedMethods({ amount, currency }: Money): (typeof METHODS)[keyof typeof METHODS][] {
  const within = limitsOf(currency)?.methods ?? {}
  const fits = (method: MethodType): boolean => {
    const bounds = within[method]
    return bounds !== undefined && amount >= bounds.min && amount <= bounds.max
  }
  return (Object.keys(METHODS) as (keyof typeof METHODS)[]).filter(fits).map((method) => METHODS[method])
}

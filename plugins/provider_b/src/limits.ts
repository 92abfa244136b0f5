import type { CurrencyLimits } from '@paylink/plugin-api'

/**
 * Pesos only. Conekta's description names dollars for subscription plans, not for orders, and neither vouchers nor
 * SPEI take them. It publishes no bounds of an order: these are the usual ones of cards in Mexico.
 */
const LIMITS: Readonly<Record<string, CurrencyLimits>> = {
  MXN: { min: 1000, max: 99_999_999 },
}

export function limitsOf(currency: string): CurrencyLimits | null {
  return Object.hasOwn(LIMITS, currency) ? LIMITS[currency]! : null
}

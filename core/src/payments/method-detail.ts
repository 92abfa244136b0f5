import type { Payment } from './payment.js'

export interface Card {
  brand?: string
  last4?: string
}

/** The tracking key of the transfer that paid; null: another method, or its provider does not tell. */
export function trackingKeyOf({ methodDetail }: Pick<Payment, 'methodDetail'>): string | null {
  if (methodDetail === null) return null
  return (JSON.parse(methodDetail) as { trackingKey?: string }).trackingKey ?? null
}

/** The card that paid, as far as the provider tells; null: another method, or unknown. */
export function cardOf({ methodDetail }: Pick<Payment, 'methodDetail'>): Card | null {
  if (methodDetail === null) return null
  const { card } = JSON.parse(methodDetail) as { card?: Card }
  return card ?? null
}

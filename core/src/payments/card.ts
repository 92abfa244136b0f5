import type { Payment } from './payment.js'

export interface Card {
  brand?: string
  last4?: string
}

/** The card that paid, as far as the provider tells; null: another method, or unknown. */
export function cardOf({ methodDetail }: Pick<Payment, 'methodDetail'>): Card | null {
  if (methodDetail === null) return null
  const { card } = JSON.parse(methodDetail) as { card?: Card }
  return card ?? null
}

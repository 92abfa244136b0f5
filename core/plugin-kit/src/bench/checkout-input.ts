import type { CheckoutItem, CreateCheckoutInput, PaymentProviderPlugin } from '@paylink/plugin-api'

/** PayLink's own currencies first; a provider that offers neither is tested in one that it does offer. */
export const CURRENCIES = ['MXN', 'USD', 'EUR', 'GBP', 'CAD', 'BRL', 'COP', 'CLP', 'ARS', 'PEN', 'JPY']
const USUAL_AMOUNT = 43_500
const HOUR_SECONDS = 3600
/** As in core: the provider's clock may differ. */
const MARGIN_SECONDS = 60

export const CUSTOMER = { email: 'ana.conformance@example.com', name: 'Ana Conformance Robles' }
export const INSTANCE_ID = '01981bd0-7a41-7c3e-8a52-6d7f4b7c9e10'
const RETURN_URL = 'https://merchant.example/p/4fKq/return'
const CANCEL_URL = 'https://merchant.example/p/4fKq'

export interface Offer {
  currency: string
  min: number
  max: number
}

/** The currencies offered, of those that the kit knows. */
export function offersOf(limits: (currency: string) => { min: number; max: number } | null): Offer[] {
  return CURRENCIES.flatMap((currency) => {
    const limit = limits(currency)
    return limit ? [{ currency, ...limit }] : []
  })
}

/** A checkout of two lines with tax, well within the limits. */
export function checkoutInput(
  paymentId: string,
  offer: Offer,
  now: number,
  lifetime: PaymentProviderPlugin['manifest']['capabilities']['checkoutLifetime'],
  changes: Partial<CreateCheckoutInput> = {},
): CreateCheckoutInput {
  const items = changes.items ?? usualItems(offer)
  const seconds = Math.max(lifetime.minSeconds + MARGIN_SECONDS, Math.min(HOUR_SECONDS, lifetime.maxSeconds))
  return {
    paymentId,
    linkId: `plink_${paymentId.slice('pay_'.length)}`,
    instanceId: INSTANCE_ID,
    idempotencyKey: `pl:${INSTANCE_ID}:test:${paymentId}:create`,
    total: { amount: totalOf(items), currency: offer.currency },
    title: 'Anticipo de arreglo floral',
    customer: CUSTOMER,
    expiresAt: new Date(now + seconds * 1000).toISOString(),
    returnUrl: RETURN_URL,
    cancelUrl: CANCEL_URL,
    locale: 'es-MX',
    ...changes,
    items,
  }
}

const totalOf = (items: readonly CheckoutItem[]): number =>
  items.reduce((sum, { quantity, unitAmount, taxAmount }) => sum + quantity * unitAmount + taxAmount, 0)

/** One line of exactly this amount. */
export const singleItem = (amount: number, name = 'Taza de barro'): CheckoutItem[] => [
  { name, quantity: 1, unitAmount: amount, taxAmount: 0 },
]

function usualItems({ min, max }: Offer): CheckoutItem[] {
  const amount = Math.min(Math.max(USUAL_AMOUNT, min), max)
  const unitAmount = Math.floor(amount / 4)
  if (unitAmount < 7) return singleItem(amount)
  const taxAmount = Math.round(unitAmount * 2 * 0.16)
  const rest = amount - unitAmount * 2 - taxAmount
  return [
    { name: 'Centro de mesa', quantity: 2, unitAmount, taxAmount },
    { name: 'Montaje', quantity: 1, unitAmount: rest, taxAmount: 0 },
  ]
}

/** A well-formed reference that the provider never gave out. */
export const unknownRef = (providerRef: string): string =>
  providerRef.slice(0, -6) + (providerRef.endsWith('000000') ? '111111' : '000000')

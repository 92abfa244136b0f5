import type { CheckoutItem, CreateCheckoutInput } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'
import { fitsOxxo } from './limits.js'
import { INSTANCE_METADATA_KEY, LINK_METADATA_KEY, PAYMENT_METADATA_KEY } from './provider-state.js'

type LineItem = NonNullable<Stripe.Checkout.SessionCreateParams['line_items']>[number]

const TAX_LINE = { 'es-MX': 'IVA 16 %', en: 'VAT (IVA) 16 %' } as const
const STRIPE_LOCALE = { 'es-MX': 'es-419', en: 'en' } as const

/**
 * The parameters of a Checkout Session.
 *
 * A pure function of `input`: Stripe refuses a retry under the same idempotency key with other parameters.
 */
export function checkoutParams(input: CreateCheckoutInput): Stripe.Checkout.SessionCreateParams {
  const { instanceId } = input
  const metadata = {
    [PAYMENT_METADATA_KEY]: input.paymentId,
    [LINK_METADATA_KEY]: input.linkId,
    ...(instanceId === undefined ? {} : { [INSTANCE_METADATA_KEY]: instanceId }),
  }
  return {
    mode: 'payment',
    client_reference_id: input.paymentId,
    metadata,
    payment_intent_data: { description: input.title, metadata },
    // A filter: Stripe offers those that the account has, and does not complain about the others.
    allowed_payment_method_types: fitsOxxo(input.total) ? ['card', 'oxxo'] : ['card'],
    line_items: lineItems(input),
    customer_email: input.customer.email,
    locale: STRIPE_LOCALE[input.locale],
    success_url: input.returnUrl,
    cancel_url: input.cancelUrl,
    expires_at: Math.floor(new Date(input.expiresAt).getTime() / 1000),
  }
}

function lineItems(input: CreateCheckoutInput): LineItem[] {
  const currency = input.total.currency.toLowerCase()
  const lines = input.items.map((item) => line(item.name, item.quantity, item.unitAmount, currency))
  const tax = taxOf(input.items)
  return tax > 0 ? [...lines, line(TAX_LINE[input.locale], 1, tax, currency)] : lines
}

function line(name: string, quantity: number, unitAmount: number, currency: string): LineItem {
  return { quantity, price_data: { currency, unit_amount: unitAmount, product_data: { name } } }
}

function taxOf(items: CheckoutItem[]): number {
  return items.reduce((sum, item) => sum + item.taxAmount, 0)
}

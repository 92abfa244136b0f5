import type { CreateCheckoutInput } from '@paylink/plugin-api'
import type { CustomerInfo, OrderRequest } from 'conekta'
import { allowedMethods } from './limits.js'

export const PAYMENT_METADATA_KEY = 'paylink_payment'

/** Conekta's bounds of a text. Its unit isn't published: what keeps within them in code points and in UTF-16 fits. */
const SHORTEST = 3
const LONGEST = 249

const NEUTRAL_NAME = 'Cliente'
const NEUTRAL_PHONE = '+525555555555'
const TAX_LINE = { 'es-MX': 'IVA 16 %', en: 'VAT (IVA) 16 %' } as const

/** What we ask Conekta for: an order whose amount is `input.total` to the centavo. */
export function orderRequest(input: CreateCheckoutInput): OrderRequest {
  const tax = input.items.reduce((sum, item) => sum + item.taxAmount, 0)
  return {
    currency: input.total.currency,
    customer_info: customerInfo(input),
    line_items: input.items.map(({ name, quantity, unitAmount }) => ({
      name: withinBounds(name),
      quantity,
      unit_price: unitAmount,
    })),
    // The tax of a line can't be spread over its pieces exactly: the order's amount is its lines plus this one.
    tax_lines: tax > 0 ? [{ description: TAX_LINE[input.locale], amount: tax }] : undefined,
    metadata: { [PAYMENT_METADATA_KEY]: input.paymentId, paylink_link: input.linkId },
    checkout: {
      type: 'HostedPayment',
      name: withinBounds(input.title),
      allowed_payment_methods: allowedMethods(input.total),
      monthly_installments_enabled: false,
      expires_at: Math.floor(new Date(input.expiresAt).getTime() / 1000),
      success_url: input.returnUrl,
      failure_url: input.cancelUrl,
    },
  }
}

/** Conekta opens no checkout without a customer, and we may know nobody: then these are as good as nobody. */
function customerInfo({ customer, returnUrl }: CreateCheckoutInput): CustomerInfo {
  return {
    name: withinBounds(customer.name ?? NEUTRAL_NAME),
    email: customer.email ?? neutralEmail(returnUrl),
    phone: NEUTRAL_PHONE,
  }
}

/** At our own host; at one that can't exist where ours has no public name. */
function neutralEmail(returnUrl: string): string {
  const host = new URL(returnUrl).hostname.replace(/[[\]]/g, '').replaceAll(':', '-')
  const isPublicName = /\.[a-z-]+$/i.test(host)
  return `cliente@${isPublicName ? host : `${host}.invalid`}`
}

function withinBounds(text: string): string {
  let fitting = ''
  let length = 0
  for (const character of text) {
    if (fitting.length + character.length > LONGEST) break
    fitting += character
    length++
  }
  return fitting + '.'.repeat(Math.max(0, SHORTEST - length))
}

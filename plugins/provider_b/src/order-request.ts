import type { CreateCheckoutInput } from '@paylink/plugin-api'
import type { CustomerInfo, OrderRequest } from 'conekta'
import { allowedMethods } from './limits.js'

export const PAYMENT_METADATA_KEY = 'paylink_payment'
export const LINK_METADATA_KEY = 'paylink_link'
export const INSTANCE_METADATA_KEY = 'paylink_instance'

/** Conekta's limits of a text. Their unit is unpublished, so both code points and UTF-16 units are kept within them. */
const MIN_LENGTH = 3
const MAX_LENGTH = 249

const NEUTRAL_NAME = 'Cliente'
const NEUTRAL_PHONE = '+525555555555'
const TAX_LINE = { 'es-MX': 'IVA 16 %', en: 'VAT (IVA) 16 %' } as const

/** The order to create, whose amount equals `input.total` to the centavo. */
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
    // The tax of a line cannot be divided exactly among its pieces, so it is one line of its own.
    tax_lines: tax > 0 ? [{ description: TAX_LINE[input.locale], amount: tax }] : undefined,
    metadata: {
      [PAYMENT_METADATA_KEY]: input.paymentId,
      [LINK_METADATA_KEY]: input.linkId,
      ...(input.instanceId === undefined ? {} : { [INSTANCE_METADATA_KEY]: input.instanceId }),
    },
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

/** Conekta requires a customer. Placeholders stand in for one that we do not know. */
function customerInfo({ customer, returnUrl }: CreateCheckoutInput): CustomerInfo {
  return {
    name: withinBounds(customer.name ?? NEUTRAL_NAME),
    email: customer.email ?? neutralEmail(returnUrl),
    phone: NEUTRAL_PHONE,
  }
}

/** An address at our own host, or at one that cannot exist if ours has no public name. */
function neutralEmail(returnUrl: string): string {
  const host = new URL(returnUrl).hostname.replace(/[[\]]/g, '').replaceAll(':', '-')
  const isPublicName = /\.[a-z-]+$/i.test(host)
  return `cliente@${isPublicName ? host : `${host}.invalid`}`
}

function withinBounds(text: string): string {
  let fitting = ''
  let length = 0
  for (const character of text) {
    if (fitting.length + character.length > MAX_LENGTH) break
    fitting += character
    length++
  }
  return fitting + '.'.repeat(Math.max(0, MIN_LENGTH - length))
}

import type { CheckoutItem, CreateCheckoutInput, ProviderCapabilities } from '@paylink/plugin-api'
import { iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Locale } from '../accounts/account.js'
import { modeOf } from '../kernel/mode.js'
import { lineAmounts } from '../payment-links/link-total.js'
import type { PaymentLink } from '../payment-links/payment-link.js'

/** The provider counts from the arrival of the request, by its own clock. */
const MIN_MARGIN_MS = MINUTE_MS
const MAX_MARGIN_MS = 10 * MINUTE_MS

/** When the checkout closes: at the link's expiry, or as late as the provider allows. */
export function checkoutExpiry(
  link: Pick<PaymentLink, 'expiresAt'>,
  { minSeconds, maxSeconds }: ProviderCapabilities['checkoutLifetime'],
  now: Date,
): string {
  const earliest = later(now, minSeconds * SECOND_MS + MIN_MARGIN_MS).getTime()
  const latest = later(now, maxSeconds * SECOND_MS - MAX_MARGIN_MS).getTime()
  const wanted = link.expiresAt === null ? latest : Date.parse(link.expiresAt)
  return iso(new Date(Math.min(Math.max(wanted, earliest), latest)))
}

/** The request for a checkout, stored with the payment: every repeat is identical (I15). */
export function checkoutRequest(
  link: PaymentLink,
  payment: { id: string; expiresAt: string; locale: Locale; instanceId: string; baseUrl: string },
): CreateCheckoutInput {
  return {
    paymentId: payment.id,
    linkId: link.id,
    instanceId: payment.instanceId,
    idempotencyKey: `pl:${payment.instanceId}:${modeOf(link.livemode)}:${payment.id}:create`,
    total: { amount: link.amountCentavos, currency: link.currency },
    items: link.items.map(toCheckoutItem),
    title: link.title,
    ...(link.description === null ? {} : { description: link.description }),
    customer: {
      ...(link.customerEmail === null ? {} : { email: link.customerEmail }),
      ...(link.customerName === null ? {} : { name: link.customerName }),
    },
    expiresAt: payment.expiresAt,
    // The payer returns in the same language.
    returnUrl: `${payment.baseUrl}/p/${link.slug}/return?lang=${payment.locale}`,
    cancelUrl: `${payment.baseUrl}/p/${link.slug}?lang=${payment.locale}`,
    locale: payment.locale,
  }
}

function toCheckoutItem(item: PaymentLink['items'][number]): CheckoutItem {
  return {
    name: item.name,
    quantity: item.quantity,
    unitAmount: item.unitPriceCentavos,
    taxAmount: lineAmounts(item).addedIvaCentavos,
  }
}

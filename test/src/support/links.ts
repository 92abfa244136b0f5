import { ExpirePaymentLinks } from '@paylink/core/payment-links/expire-payment-links'
import type { LinkStatus } from '@paylink/core/payment-links/payment-link'
import type { TestAppliance } from './appliance.js'
import type { Merchant } from './merchants.js'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** `lapsed`: past its expiry, and no sweep has written it down yet. */
export type Situation = LinkStatus | 'lapsed'

export const inMs = (paylink: TestAppliance, ms: number): string =>
  new Date(paylink.clock.now().getTime() + ms).toISOString()

/** Writes down what has expired, as the background does. */
export const expireLinks = (paylink: TestAppliance): Promise<void> => paylink.container.get(ExpirePaymentLinks).run()

/** A link in the situation, reached as a merchant or a payer would. Returns its id. */
export async function linkThatIs(situation: Situation, paylink: TestAppliance, merchant: Merchant): Promise<string> {
  const isTimed = situation === 'lapsed' || situation === 'expired'
  const link = await merchant.createLink(isTimed ? { expiresAt: inMs(paylink, MINUTE) } : {})
  const id: string = link.id
  switch (situation) {
    case 'active':
      break
    case 'processing':
      await paylink.openCheckout(link)
      break
    case 'paid':
      await merchant.post(`/v1/payment_links/${id}/mark_paid`)
      break
    case 'disabled':
      await merchant.post(`/v1/payment_links/${id}/disable`)
      break
    case 'lapsed':
    case 'expired':
      paylink.clock.advance(MINUTE + 1)
      if (situation === 'expired') await expireLinks(paylink)
  }
  return id
}

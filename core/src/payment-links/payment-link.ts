import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Channel, Scope } from '../kernel/caller.js'
import type { Metadata } from '../kernel/contract.js'

export type LinkStatus = 'active' | 'processing' | 'paid' | 'expired' | 'disabled'

/** How IVA stands to a price (R41). */
export type ItemTax = 'iva_included' | 'iva_added' | 'exempt'

export interface LinkItem {
  name: string
  quantity: number
  unitPriceCentavos: number
  satProductCode?: string
  satUnitCode?: string
  tax: ItemTax
}

/** A request for a fixed amount. Items, amount, currency, mode and account never change (I7). */
export interface PaymentLink extends Scope {
  id: string
  slug: string
  /** As written down; `statusAt` says how it reads. */
  status: LinkStatus
  title: string
  description: string | null
  items: LinkItem[]
  amountCentavos: number
  currency: string
  customerEmail: string | null
  customerName: string | null
  expiresAt: string | null
  metadata: Metadata
  /** Offered on the page in this order; empty: all that are connected. */
  providers: string[]
  invoiceable: boolean
  channel: Channel
  paidPaymentId: string | null
  createdAt: string
}

/** No checkout starts later than this before the link expires (R83, R192). */
export const CUT_OFF_MS = 30 * MINUTE_MS

/** A link past its expiry reads `expired` at once; the sweep that writes it down may come later. */
export function statusAt(link: PaymentLink, now: Date): LinkStatus {
  return link.status === 'active' && isExpired(link, now) ? 'expired' : link.status
}

export function isExpired(link: Pick<PaymentLink, 'expiresAt'>, now: Date): boolean {
  return link.expiresAt !== null && Date.parse(link.expiresAt) <= now.getTime()
}

/** A checkout may not start so late that the customer is still paying when the link expires. */
export function isPastCutOff(link: Pick<PaymentLink, 'expiresAt'>, now: Date): boolean {
  return link.expiresAt !== null && Date.parse(link.expiresAt) - now.getTime() <= CUT_OFF_MS
}

/** When the last checkout may start: what a payer is told as the end. Null: the link does not expire. */
export function checkoutEndsAt({ expiresAt }: Pick<PaymentLink, 'expiresAt'>): string | null {
  return expiresAt === null ? null : iso(later(new Date(expiresAt), -CUT_OFF_MS))
}

/** The link as it reads now. */
export const asOf = (clock: Clock, link: PaymentLink): PaymentLink => ({
  ...link,
  status: statusAt(link, clock.now()),
})

import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { Metadata } from '../contract/fields.js'
import type { Principal, Scope, Surface } from '../kernel/principal.js'

/** The way a link was created; the operator and the service act for the merchant, as the dashboard does (R33). */
export type Channel = 'api' | 'dashboard' | 'mcp'

const CHANNELS: Record<Surface, Channel> = {
  api: 'api',
  dashboard: 'dashboard',
  mcp: 'mcp',
  cli: 'dashboard',
  system: 'dashboard',
}

export const channelOf = ({ surface }: Principal): Channel => CHANNELS[surface]

export type LinkStatus = 'active' | 'processing' | 'paid' | 'expired' | 'disabled'

/** How IVA applies to a price (R41). */
export type ItemTax = 'iva_included' | 'iva_added' | 'exempt'

export interface LinkItem {
  name: string
  quantity: number
  unitPriceCentavos: number
  satProductCode?: string
  satUnitCode?: string
  tax: ItemTax
  /** Whether the merchant named the tax; absent where `tax` is the default, which the page does not show. */
  isTaxStated?: true
}

/** A request for a fixed amount. Items, amount, currency, mode and account never change (I7). */
export interface PaymentLink extends Scope {
  id: string
  slug: string
  /** As stored; `statusAt` gives the effective status. */
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
  /** Offered on the page in this order; empty: every connected provider. */
  providers: string[]
  invoiceable: boolean
  channel: Channel
  /** In the form of `creatorOf`; null: created before this was recorded. */
  createdBy: string | null
  paidPaymentId: string | null
  createdAt: string
}

/** The item as the API shows it and as the fingerprint covers it. */
export const publicItem = ({ isTaxStated: _, ...item }: LinkItem): LinkItem => item

/** No checkout starts within this time before the link's expiry (R83, R192). */
export const CUT_OFF_MS = 30 * MINUTE_MS

/** A link past its expiry reads `expired` at once; a periodic task stores it later. */
export function statusAt(link: PaymentLink, now: Date): LinkStatus {
  return link.status === 'active' && isExpired(link, now) ? 'expired' : link.status
}

export function isExpired(link: Pick<PaymentLink, 'expiresAt'>, now: Date): boolean {
  return link.expiresAt !== null && Date.parse(link.expiresAt) <= now.getTime()
}

/** A checkout may not start so late that the payer is still paying when the link expires. */
export function isPastCutOff(link: Pick<PaymentLink, 'expiresAt'>, now: Date): boolean {
  return link.expiresAt !== null && Date.parse(link.expiresAt) - now.getTime() <= CUT_OFF_MS
}

/** The last moment at which a checkout may start; payers see it as the end. Null: the link does not expire. */
export function checkoutEndsAt({ expiresAt }: Pick<PaymentLink, 'expiresAt'>): string | null {
  return expiresAt === null ? null : iso(later(new Date(expiresAt), -CUT_OFF_MS))
}

/** The link with its effective status. */
export const asOf = (clock: Clock, link: PaymentLink): PaymentLink => ({
  ...link,
  status: statusAt(link, clock.now()),
})

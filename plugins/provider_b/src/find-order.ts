import type { Iso } from '@paylink/plugin-api'
import type { Conekta } from './ask-conekta.js'
import { ConektaFailure } from './conekta-errors.js'
import { orderOf, paymentIdOf, type Order } from './order-state.js'

/** Conekta's clock and ours may differ. */
const CLOCK_SKEW_SECONDS = 600
/** An order is asked for within seconds of its payment. A day bounds the search, so that it ends in a busy account too. */
const LATEST_SECONDS = 86_400
/** Twenty lines of two hundred characters each make an order of some 20 KB, and an answer may have 2 MB. */
const PAGE_SIZE = 50

/**
 * The order with our payment id; null if there is none.
 *
 * Whether Conekta's `search` looks into metadata is not documented: every order of the time is looked at, or none is
 * concluded missing.
 */
export async function findOrder(
  { orders }: Conekta,
  { paymentId, createdAfter }: { paymentId: string; createdAfter: Iso },
): Promise<Order | null> {
  const after = Math.floor(new Date(createdAfter).getTime() / 1000)
  const [gte, lte] = [after - CLOCK_SKEW_SECONDS, after + LATEST_SECONDS]
  let next: string | undefined
  for (;;) {
    const { data: page } = await orders.getOrders(
      ...([undefined, undefined, PAGE_SIZE, undefined, next] as const),
      ...([undefined, undefined, undefined, undefined, gte, lte] as const),
    )
    if (!Array.isArray(page.data) || typeof page.has_more !== 'boolean') throw new ConektaFailure(200)
    const found = page.data.find((order) => paymentIdOf(order) === paymentId)
    if (found) return orderOf(found)
    if (!page.has_more) return null
    next = cursorOf(page.next_page_url, next)
  }
}

/** Only the cursor is taken from the address: where we ask is ours to say. */
function cursorOf(nextPageUrl: unknown, current: string | undefined): string {
  const next = isAddress(nextPageUrl) ? new URL(nextPageUrl).searchParams.get('next') : undefined
  if (!next || next === current) throw new ConektaFailure(200)
  return next
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value)

import type { Iso } from '@paylink/plugin-api'
import type { Conekta } from './ask-conekta.js'
import { ConektaFailure } from './conekta-errors.js'
import { orderOf, paymentIdOf, type Order } from './order-state.js'

/** Conekta's clock and ours may differ. */
const CLOCK_SKEW_SECONDS = 600
/** An order is created within seconds of its payment; a day bounds the search in a busy account. */
const SEARCH_SECONDS = 86_400
/** An order with twenty long lines has some 20 KB, and an answer may have 2 MB. */
const PAGE_SIZE = 50

/**
 * The order with our payment id, or null.
 *
 * Whether Conekta's `search` covers metadata is undocumented, so null requires that every order of the period was read.
 */
export async function findOrder(
  { orders }: Conekta,
  { paymentId, createdAfter }: { paymentId: string; createdAfter: Iso },
): Promise<Order | null> {
  const after = Math.floor(new Date(createdAfter).getTime() / 1000)
  const [gte, lte] = [after - CLOCK_SKEW_SECONDS, after + SEARCH_SECONDS]
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

/** Takes only the cursor from the address: an answer must not choose the host of the next request. */
function cursorOf(nextPageUrl: unknown, current: string | undefined): string {
  const next = isAddress(nextPageUrl) ? new URL(nextPageUrl).searchParams.get('next') : undefined
  if (!next || next === current) throw new ConektaFailure(200)
  return next
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value)

import type { CheckoutPage, Iso, ListedCheckout } from '@paylink/plugin-api'
import type { OrderResponse } from 'conekta'
import type { Conekta } from './ask-conekta.js'
import { ConektaFailure } from './conekta-errors.js'
import { INSTANCE_METADATA_KEY, LINK_METADATA_KEY } from './order-request.js'
import { orderOf, paymentIdOf, textOf, type Order } from './order-state.js'
import { isoOf } from './payment-method.js'

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
  conekta: Conekta,
  { paymentId, createdAfter }: { paymentId: string; createdAfter: Iso },
): Promise<Order | null> {
  const after = secondsOf(createdAfter)
  const created = { gte: after - CLOCK_SKEW_SECONDS, lte: after + SEARCH_SECONDS }
  for (let page: string | undefined; ;) {
    const { orders, next } = await readPage(conekta, created, page)
    const found = orders.find((order) => paymentIdOf(order) === paymentId)
    if (found) return orderOf(found)
    if (next === undefined) return null
    page = next
  }
}

/** Orders that another application of the same account created have no payment id of ours. */
export async function listOrders(
  conekta: Conekta,
  { from, until, page }: { from: Iso; until: Iso; page?: string },
): Promise<CheckoutPage> {
  const created = { gte: secondsOf(from) - CLOCK_SKEW_SECONDS, lte: secondsOf(until) + CLOCK_SKEW_SECONDS }
  const { orders, next } = await readPage(conekta, created, page)
  return { checkouts: orders.flatMap(listed), ...(next !== undefined && { next }) }
}

function listed(answer: OrderResponse): ListedCheckout[] {
  const paymentId = paymentIdOf(answer)
  if (paymentId === undefined) return []
  const { id, created_at: createdAt, metadata } = orderOf(answer)
  if (typeof createdAt !== 'number') throw new ConektaFailure(200)
  const [linkId, instanceId] = [textOf(metadata?.[LINK_METADATA_KEY]), textOf(metadata?.[INSTANCE_METADATA_KEY])]
  return [{ providerRef: id, paymentId, linkId, instanceId, createdAt: isoOf(createdAt) }]
}

async function readPage(
  { orders }: Conekta,
  { gte, lte }: { gte: number; lte: number },
  cursor: string | undefined,
): Promise<{ orders: OrderResponse[]; next: string | undefined }> {
  const { data: page } = await orders.getOrders(
    ...([undefined, undefined, PAGE_SIZE, undefined, cursor] as const),
    ...([undefined, undefined, undefined, undefined, gte, lte] as const),
  )
  if (!Array.isArray(page.data) || typeof page.has_more !== 'boolean') throw new ConektaFailure(200)
  return { orders: page.data, next: page.has_more ? cursorOf(page.next_page_url, cursor) : undefined }
}

/** Takes only the cursor from the address: an answer must not choose the host of the next request. */
function cursorOf(nextPageUrl: unknown, current: string | undefined): string {
  const next = isAddress(nextPageUrl) ? new URL(nextPageUrl).searchParams.get('next') : undefined
  if (!next || next === current) throw new ConektaFailure(200)
  return next
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && URL.canParse(value)

const secondsOf = (at: Iso): number => Math.floor(new Date(at).getTime() / 1000)

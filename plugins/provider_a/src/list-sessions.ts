import type { CheckoutPage, Iso, ListedCheckout } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'
import { INSTANCE_METADATA_KEY, isoOf, LINK_METADATA_KEY, PAYMENT_METADATA_KEY, paymentIdOf } from './provider-state.js'
import { GarbledAnswer } from './stripe-errors.js'

/** Stripe's clock and ours may differ. */
const CLOCK_SKEW_SECONDS = 600
/** A session is created within a day of its payment; this bounds the search. */
const SEARCH_SECONDS = 86_400
const PAGE_SIZE = 100

type Session = Stripe.Checkout.Session

/** The list cannot be filtered by our id, so null requires that every session of the period was read. */
export async function findSession(
  stripe: Stripe,
  ref: { paymentId: string; createdAfter: Iso },
): Promise<string | null> {
  const after = secondsOf(ref.createdAfter)
  const created = { gte: after - CLOCK_SKEW_SECONDS, lte: after + SEARCH_SECONDS + CLOCK_SKEW_SECONDS }
  for (let page: string | undefined; ;) {
    const { sessions, next } = await readPage(stripe, created, page)
    const found = sessions.find((session) => paymentIdOf(session) === ref.paymentId)
    if (found) return found.id
    if (next === undefined) return null
    page = next
  }
}

/** Sessions that another application of the same account created have no payment id of ours. */
export async function listSessions(
  stripe: Stripe,
  { from, until, page }: { from: Iso; until: Iso; page?: string },
): Promise<CheckoutPage> {
  const created = { gte: secondsOf(from) - CLOCK_SKEW_SECONDS, lte: secondsOf(until) + CLOCK_SKEW_SECONDS }
  const { sessions, next } = await readPage(stripe, created, page)
  return { checkouts: sessions.flatMap(listed), ...(next !== undefined && { next }) }
}

function listed(session: Session): ListedCheckout[] {
  const { id, created, metadata } = session
  const paymentId = metadata?.[PAYMENT_METADATA_KEY]
  if (!paymentId) return []
  const [linkId, instanceId] = [metadata?.[LINK_METADATA_KEY], metadata?.[INSTANCE_METADATA_KEY]]
  return [{ providerRef: id, paymentId, linkId, instanceId, createdAt: isoOf(created) }]
}

async function readPage(
  stripe: Stripe,
  created: { gte: number; lte: number },
  startingAfter: string | undefined,
): Promise<{ sessions: Session[]; next: string | undefined }> {
  const page = await stripe.checkout.sessions.list({ created, limit: PAGE_SIZE, starting_after: startingAfter })
  if (!Array.isArray(page.data) || typeof page.has_more !== 'boolean') throw new GarbledAnswer(200, {})
  const next = page.has_more ? page.data.at(-1)?.id : undefined
  if (page.has_more && next === undefined) throw new GarbledAnswer(200, {})
  return { sessions: page.data.filter(isSession), next }
}

export function isSession(session: { object?: unknown; id?: unknown }): boolean {
  return session.object === 'checkout.session' && typeof session.id === 'string' && session.id !== ''
}

const secondsOf = (at: Iso): number => Math.floor(new Date(at).getTime() / 1000)

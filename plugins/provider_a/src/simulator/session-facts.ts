import type { PluginStore } from '@paylink/plugin-api'

/** How long a voucher can be paid. */
export const VOUCHER_SECONDS = 3 * 86_400

/** A session as it was created. Never changes. */
export interface SessionOrder {
  id: string
  account: string
  createdAt: number
  /** Unix seconds, like all times of Stripe. */
  expiresAt: number
  amount: number
  currency: string
  lines: { name: string; quantity: number; unitAmount: number }[]
  title?: string
  reference?: string
  email?: string
  locale?: string
  successUrl: string
  cancelUrl?: string
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  /** Stripe's names. Missing in sessions of former versions, which offered both methods. */
  methods?: string[]
}

/** How a session, or the voucher it led to, ended. */
interface Ending<Kind extends string> {
  kind: Kind
  /** Unix seconds. */
  at: number
}
export type Closing = Ending<'paid' | 'voucher' | 'expired'>
export type VoucherEnding = Ending<'paid' | 'expired' | 'canceled'>

export interface SessionDispute {
  at: number
  status: 'needs_response' | 'won' | 'lost'
}

export interface Refund {
  id: string
  amount: number
  at: number
}

/**
 * What happened to a session, and nothing derived from it.
 *
 * Facts are only added, and an ending only once: two payers, or a payer and the merchant, who act at the same time
 * cannot undo each other's action.
 */
export interface SessionFacts {
  order: SessionOrder
  hasDeclined: boolean
  closing?: Closing
  voucherEnding?: VoucherEnding
  refunds: Refund[]
  dispute?: SessionDispute
}

const orderKey = (id: string) => `session:${id}`
const declinedKey = (id: string) => `declined:${id}`
const closingKey = (id: string) => `closing:${id}`
const voucherKey = (id: string) => `voucher:${id}`
const disputeKey = (id: string) => `dispute:${id}`
const decisionKey = (id: string) => `dispute-decided:${id}`
const refundPrefix = (id: string) => `refund:${id}:`
const indexPrefix = (account: string) => `created:${account}:`
const timeKey = (account: string, at: number) => indexPrefix(account) + String(at).padStart(12, '0')
const indexKey = ({ account, createdAt, id }: SessionOrder) => `${timeKey(account, createdAt)}:${id}`

/** A retried creation keeps the first order and its place in the list. */
export async function addOrder(order: SessionOrder, store: PluginStore): Promise<void> {
  await store.add(orderKey(order.id), JSON.stringify(order))
  const kept = await read<SessionOrder>(orderKey(order.id), store)
  await store.add(indexKey(kept ?? order), order.id)
}

export async function factsOf(id: string, store: PluginStore): Promise<SessionFacts | undefined> {
  const order = await read<SessionOrder>(orderKey(id), store)
  if (!order) return undefined
  const refunds = await store.list(refundPrefix(id))
  return {
    order,
    hasDeclined: (await store.get(declinedKey(id))) !== null,
    closing: await read<Closing>(closingKey(id), store),
    voucherEnding: await read<VoucherEnding>(voucherKey(id), store),
    refunds: refunds.map(({ value }) => JSON.parse(value) as Refund),
    dispute:
      (await read<SessionDispute>(decisionKey(id), store)) ?? (await read<SessionDispute>(disputeKey(id), store)),
  }
}

/** Newest first, after the cursor `after`, created between `since` and `until`. */
export async function listIds(
  account: string,
  { since, until = Infinity, after, limit }: { since: number; until?: number; after?: SessionOrder; limit: number },
  store: PluginStore,
): Promise<string[]> {
  const ends = [...(after ? [indexKey(after)] : []), ...(until < Infinity ? [timeKey(account, until + 1)] : [])]
  const entries = await store.list(indexPrefix(account), { before: ends.sort()[0], limit })
  return entries.filter(({ key }) => key >= timeKey(account, since)).map(({ value }) => value)
}

/** True if it was open. */
export function close(id: string, closing: Closing, store: PluginStore): Promise<boolean> {
  return store.add(closingKey(id), JSON.stringify(closing))
}

export function endVoucher(id: string, ending: VoucherEnding, store: PluginStore): Promise<boolean> {
  return store.add(voucherKey(id), JSON.stringify(ending))
}

export function recordDecline(id: string, store: PluginStore): Promise<void> {
  return store.set(declinedKey(id), '1')
}

/** True if there was no dispute, or no decision, before. */
export function addDispute(id: string, dispute: SessionDispute, store: PluginStore): Promise<boolean> {
  const key = dispute.status === 'needs_response' ? disputeKey(id) : decisionKey(id)
  return store.add(key, JSON.stringify(dispute))
}

/** False if another refund came first: read the facts again before adding. */
export function addRefund(id: string, refund: Refund, alreadyMade: number, store: PluginStore): Promise<boolean> {
  return store.add(refundPrefix(id) + String(alreadyMade).padStart(4, '0'), JSON.stringify(refund))
}

async function read<T>(key: string, store: PluginStore): Promise<T | undefined> {
  const value = await store.get(key)
  return value === null ? undefined : (JSON.parse(value) as T)
}

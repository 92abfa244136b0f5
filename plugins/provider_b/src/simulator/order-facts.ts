import type { PluginStore } from '@paylink/plugin-api'

/** How long a cash or transfer reference can be paid. */
export const VOUCHER_SECONDS = 3 * 86_400

/** An order as it was created. Never changes. */
export interface Placed {
  id: string
  account: string
  /** Unix seconds, like all times of Conekta. */
  createdAt: number
  expiresAt: number
  amount: number
  currency: string
  title: string
  lines: { name: string; quantity: number; unitPrice: number }[]
  taxes: { description: string; amount: number }[]
  methods: string[]
  customer: { name: string; email: string; phone: string }
  successUrl: string
  failureUrl: string
  metadata: Record<string, string | number | boolean>
}

/** How the choice on the checkout's page ended. */
export interface Closing {
  kind: 'card' | 'cash' | 'transfer' | 'expired' | 'canceled'
  at: number
}

/** How an issued reference ended. */
export interface VoucherEnding {
  kind: 'paid' | 'expired' | 'canceled'
  at: number
}

export interface Chargeback {
  at: number
  status: 'action_required' | 'won' | 'lost'
}

interface Refund {
  id: string
  amount: number
  at: number
}

/**
 * What happened to an order, and nothing derived from it.
 *
 * Facts are only added, and an ending only once: two payers, or a payer and the merchant, who act at the same time
 * cannot undo each other's action.
 */
export interface OrderFacts {
  placed: Placed
  declinedAt?: number
  closing?: Closing
  voucherEnding?: VoucherEnding
  refunds: Refund[]
  chargeback?: Chargeback
}

const placedKey = (id: string) => `order:${id}`
const declinedKey = (id: string) => `declined:${id}`
const closingKey = (id: string) => `closing:${id}`
const voucherKey = (id: string) => `voucher:${id}`
const chargebackKey = (id: string) => `chargeback:${id}`
const decisionKey = (id: string) => `chargeback-decided:${id}`
const refundPrefix = (id: string) => `refund:${id}:`
const indexPrefix = (account: string) => `created:${account}:`
const secondKey = (account: string, at: number) => `${indexPrefix(account)}${String(at).padStart(12, '0')}`
const indexKey = ({ account, createdAt, id }: Placed) => `${secondKey(account, createdAt)}:${id}`

export async function addOrder(order: Placed, store: PluginStore): Promise<void> {
  await store.set(placedKey(order.id), JSON.stringify(order))
  await store.add(indexKey(order), order.id)
}

export async function factsOf(id: string, store: PluginStore): Promise<OrderFacts | undefined> {
  const placed = await read<Placed>(placedKey(id), store)
  if (!placed) return undefined
  const refunds = await store.list(refundPrefix(id))
  return {
    placed,
    declinedAt: await read<number>(declinedKey(id), store),
    closing: await read<Closing>(closingKey(id), store),
    voucherEnding: await read<VoucherEnding>(voucherKey(id), store),
    refunds: refunds.map(({ value }) => JSON.parse(value) as Refund),
    chargeback: (await read<Chargeback>(decisionKey(id), store)) ?? (await read<Chargeback>(chargebackKey(id), store)),
  }
}

/** Newest first, after the cursor `after`, created within the bounds. */
export async function listIds(
  account: string,
  { gte, lte, after, limit }: { gte: number; lte: number; after?: Placed; limit: number },
  store: PluginStore,
): Promise<string[]> {
  const before = after ? indexKey(after) : secondKey(account, lte + 1)
  const entries = await store.list(indexPrefix(account), { before, limit })
  return entries.filter(({ key }) => key >= secondKey(account, gte)).map(({ value }) => value)
}

/** True if it was open. */
export function close(id: string, closing: Closing, store: PluginStore): Promise<boolean> {
  return store.add(closingKey(id), JSON.stringify(closing))
}

export function endVoucher(id: string, ending: VoucherEnding, store: PluginStore): Promise<boolean> {
  return store.add(voucherKey(id), JSON.stringify(ending))
}

export function recordDecline(id: string, at: number, store: PluginStore): Promise<void> {
  return store.set(declinedKey(id), String(at))
}

/** True if there was none, or no decision, before. */
export function addChargeback(id: string, chargeback: Chargeback, store: PluginStore): Promise<boolean> {
  const key = chargeback.status === 'action_required' ? chargebackKey(id) : decisionKey(id)
  return store.add(key, JSON.stringify(chargeback))
}

/** False if another refund came first: read the facts again before adding. */
export function addRefund(id: string, refund: Refund, alreadyMade: number, store: PluginStore): Promise<boolean> {
  return store.add(refundPrefix(id) + String(alreadyMade).padStart(4, '0'), JSON.stringify(refund))
}

export function paidAt({ closing, voucherEnding }: OrderFacts): number | undefined {
  if (closing?.kind === 'card') return closing.at
  return voucherEnding?.kind === 'paid' ? voucherEnding.at : undefined
}

/** The deadline of an unpaid reference; undefined if there is none. */
export function voucherDeadline({ closing, voucherEnding }: OrderFacts): number | undefined {
  const isWaiting = (closing?.kind === 'cash' || closing?.kind === 'transfer') && !voucherEnding
  return isWaiting ? closing.at + VOUCHER_SECONDS : undefined
}

export function refundedAmount({ refunds }: OrderFacts): number {
  return refunds.reduce((sum, refund) => sum + refund.amount, 0)
}

async function read<T>(key: string, store: PluginStore): Promise<T | undefined> {
  const value = await store.get(key)
  return value === null ? undefined : (JSON.parse(value) as T)
}

import type { SimulatorContext } from '@paylink/plugin-api'
import type { Call } from './call.js'
import { integerOf, textOf } from './json-body.js'
import { validateOrder } from './order-check.js'
import { listIds, addOrder, voucherDeadline, type OrderFacts } from './order-facts.js'
import { currentFacts, closeOrder, refund, settleVoucher } from './order-life.js'
import { orderObject } from './order-objects.js'
import { invalid, missing, precondition } from './refusal.js'
import { unixNow } from './unix-now.js'

const MAX_UNIX_SECONDS = 99_999_999_999

/** Every call creates an order: Conekta has no idempotency keys. */
export async function createOrder({ account, body }: Call, sim: SimulatorContext): Promise<object> {
  const placed = validateOrder(body, account, sim)
  await addOrder(placed, sim.store)
  return orderObject({ placed, refunds: [] }, sim)
}

export async function retrieveOrder({ account, id }: Call, sim: SimulatorContext): Promise<object> {
  return orderObject(await ownFacts(id, account, sim), sim)
}

export async function listOrders({ account, query }: Call, sim: SimulatorContext): Promise<object> {
  const limit = numberIn(query, 'limit') ?? 20
  if (limit < 1 || limit > 250) throw invalid('limit', 'range', 'limit must be between 1 and 250.')
  const next = query.get('next')
  const after = next ? (await ownFacts(next, account, sim)).placed : undefined
  const bounds = {
    gte: numberIn(query, 'created_at.gte') ?? 0,
    lte: numberIn(query, 'created_at.lte') ?? MAX_UNIX_SECONDS,
  }
  const ids = await listIds(account, { ...bounds, after, limit: limit + 1 }, sim.store)
  const data: object[] = []
  for (const id of ids.slice(0, limit)) data.push(orderObject(await ownFacts(id, account, sim), sim))
  const hasMore = ids.length > limit
  const nextPage = `https://api.conekta.io/orders?limit=${limit}&next=${ids[limit - 1]}`
  return {
    object: 'list',
    has_more: hasMore,
    next_page_url: hasMore ? nextPage : null,
    previous_page_url: null,
    data,
  }
}

/**
 * Also cancels an order with an unpaid voucher or transfer, which can no longer be paid then. Conekta documents a 428 for
 * an order with a pending charge; that can be tested with `paylink sandbox fault provider_b refuse`.
 */
export async function cancelOrder({ account, id }: Call, sim: SimulatorContext): Promise<object> {
  const isWaiting = voucherDeadline(await ownFacts(id, account, sim)) !== undefined
  const canceled = { kind: 'canceled', at: unixNow(sim) } as const
  const isDone = isWaiting ? await settleVoucher(id, canceled, sim) : await closeOrder(id, canceled, sim)
  if (!isDone) throw precondition('The order cannot be canceled: it is over.')
  return orderObject(await ownFacts(id, account, sim), sim)
}

export async function refundOrder({ account, id, body }: Call, sim: SimulatorContext): Promise<object> {
  await ownFacts(id, account, sim)
  textOf(body['reason'], 'reason')
  const amount = integerOf(body['amount'], 'amount', { min: 1 })
  if (!(await refund(id, amount, sim))) throw invalid('amount', 'not_refundable', 'There is not as much to refund.')
  return orderObject(await ownFacts(id, account, sim), sim)
}

async function ownFacts(id: string, account: string, sim: SimulatorContext): Promise<OrderFacts> {
  const facts = await currentFacts(id, sim)
  if (facts?.placed.account !== account) throw missing('Order', id)
  return facts
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^\d{1,11}$/.test(text)) throw invalid(name, 'type', `${name} must be an integer.`)
  return Number(text)
}

import type { SimulatorContext } from '@paylink/plugin-api'
import { announce } from './events.js'
import {
  addChargeback,
  addRefund,
  close,
  endVoucher,
  factsOf,
  recordDecline,
  paidAt,
  refundedAmount,
  voucherDeadline,
  type Chargeback,
  type Closing,
  type OrderFacts,
  type VoucherEnding,
} from './order-facts.js'
import { chargeObjects, orderObject } from './order-objects.js'
import { unixNow } from './unix-now.js'

const CLOSING_EVENTS: Record<Closing['kind'], string> = {
  card: 'order.paid',
  cash: 'order.pending_payment',
  transfer: 'order.pending_payment',
  expired: 'order.expired',
  canceled: 'order.canceled',
}

const VOUCHER_EVENTS: Record<VoucherEnding['kind'], string> = {
  paid: 'order.paid',
  expired: 'order.expired',
  canceled: 'order.canceled',
}

/** The order's current facts, after expiring what is overdue. */
export async function currentFacts(id: string, sim: SimulatorContext): Promise<OrderFacts | undefined> {
  const facts = await factsOf(id, sim.store)
  if (!facts) return undefined
  const deadline = voucherDeadline(facts)
  if (!facts.closing && unixNow(sim) > facts.placed.expiresAt) {
    await closeOrder(id, { kind: 'expired', at: facts.placed.expiresAt }, sim)
  } else if (deadline !== undefined && unixNow(sim) > deadline) {
    await settleVoucher(id, { kind: 'expired', at: deadline }, sim)
  } else {
    return facts
  }
  return factsOf(id, sim.store)
}

/** True if this call ended the choice. */
export async function closeOrder(id: string, closing: Closing, sim: SimulatorContext): Promise<boolean> {
  const isFirst = await close(id, closing, sim.store)
  if (isFirst) await announceOrder(CLOSING_EVENTS[closing.kind], id, sim)
  return isFirst
}

/** True if this call ended it. */
export async function settleVoucher(id: string, ending: VoucherEnding, sim: SimulatorContext): Promise<boolean> {
  const isFirst = await endVoucher(id, ending, sim.store)
  if (isFirst) await announceOrder(VOUCHER_EVENTS[ending.kind], id, sim)
  return isFirst
}

/** Cards only. Conekta documents no event of its own for the decision: the order's event is sent. */
export async function chargeBack(id: string, status: Chargeback['status'], sim: SimulatorContext): Promise<void> {
  const before = await currentFacts(id, sim)
  const isNext = status === 'action_required' ? before?.closing?.kind === 'card' : before?.chargeback !== undefined
  if (!isNext || !(await addChargeback(id, { at: unixNow(sim), status }, sim.store))) return
  await announceOrder('order.charged_back', id, sim)
}

/** The order stays open: the payer may try another card. */
export async function declineCard(id: string, sim: SimulatorContext): Promise<void> {
  await recordDecline(id, unixNow(sim), sim.store)
  const facts = await factsOf(id, sim.store)
  const [object] = facts ? chargeObjects(facts) : []
  if (facts && object) await announce({ account: facts.placed.account, type: 'charge.declined', object }, sim)
}

/** Refunds `amount`, or all that is left. False, without effect, if less is left. */
export async function refund(id: string, amount: number | undefined, sim: SimulatorContext): Promise<boolean> {
  const refundId = sim.randomId(24)
  for (;;) {
    const facts = await currentFacts(id, sim)
    const left = facts && paidAt(facts) !== undefined ? facts.placed.amount - refundedAmount(facts) : 0
    const wanted = amount ?? left
    if (!facts || wanted < 1 || wanted > left) return false
    const made = { id: refundId, amount: wanted, at: unixNow(sim) }
    if (!(await addRefund(id, made, facts.refunds.length, sim.store))) continue
    await announceOrder(wanted < left ? 'order.partially_refunded' : 'order.refunded', id, sim)
    return true
  }
}

async function announceOrder(type: string, id: string, sim: SimulatorContext): Promise<void> {
  const facts = await factsOf(id, sim.store)
  if (facts) await announce({ account: facts.placed.account, type, object: orderObject(facts, sim) }, sim)
}

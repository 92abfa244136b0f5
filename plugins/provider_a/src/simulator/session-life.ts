import type { SimulatorContext } from '@paylink/plugin-api'
import { announce } from './events.js'
import {
  addDispute,
  close,
  endVoucher,
  factsOf,
  recordDecline,
  type SessionDispute,
  type SessionFacts,
  VOUCHER_SECONDS,
} from './session-facts.js'
import { chargeObject, disputeObject, sessionObject } from './stripe-objects.js'
import { unixNow } from './unix-now.js'

/** The session's current facts, after expiring what is overdue. */
export async function currentFacts(id: string, sim: SimulatorContext): Promise<SessionFacts | undefined> {
  const facts = await factsOf(id, sim.store)
  if (!facts) return undefined
  const now = unixNow(sim)
  const { closing, voucherEnding, order } = facts
  if (!closing && now > order.expiresAt) {
    await expireOpen(id, order.expiresAt, sim)
  } else if (closing?.kind === 'voucher' && !voucherEnding && now > closing.at + VOUCHER_SECONDS) {
    await expireVoucher(id, closing.at + VOUCHER_SECONDS, sim)
  } else {
    return facts
  }
  return factsOf(id, sim.store)
}

/** Each of these returns true if this call made the change. */

export async function payByCard(id: string, sim: SimulatorContext): Promise<boolean> {
  const isFirst = await close(id, { kind: 'paid', at: unixNow(sim) }, sim.store)
  if (isFirst) await announceSession('checkout.session.completed', id, sim)
  return isFirst
}

export async function chooseVoucher(id: string, sim: SimulatorContext): Promise<boolean> {
  const isFirst = await close(id, { kind: 'voucher', at: unixNow(sim) }, sim.store)
  if (isFirst) await announceSession('checkout.session.completed', id, sim)
  return isFirst
}

export async function expireOpen(id: string, at: number, sim: SimulatorContext): Promise<boolean> {
  const isFirst = await close(id, { kind: 'expired', at }, sim.store)
  if (isFirst) await announceSession('checkout.session.expired', id, sim)
  return isFirst
}

export async function payVoucher(id: string, sim: SimulatorContext): Promise<boolean> {
  const isFirst = await endVoucher(id, { kind: 'paid', at: unixNow(sim) }, sim.store)
  if (isFirst) await announceSession('checkout.session.async_payment_succeeded', id, sim)
  return isFirst
}

/** Done by the merchant: Stripe notifies about the PaymentIntent, not the session, so nothing is sent. */
export async function cancelVoucher(id: string, sim: SimulatorContext): Promise<boolean> {
  return endVoucher(id, { kind: 'canceled', at: unixNow(sim) }, sim.store)
}

/** Only card payments can be disputed. */
export async function dispute(id: string, status: SessionDispute['status'], sim: SimulatorContext): Promise<void> {
  const before = await currentFacts(id, sim)
  const isNext = status === 'needs_response' ? before?.closing?.kind === 'paid' : before?.dispute !== undefined
  if (!isNext || !(await addDispute(id, { at: unixNow(sim), status }, sim.store))) return
  const facts = await factsOf(id, sim.store)
  const object = facts && disputeObject(facts)
  const type = status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed'
  if (object) await announce({ account: facts.order.account, type, object }, sim)
}

export async function expireVoucher(id: string, at: number, sim: SimulatorContext): Promise<boolean> {
  const isFirst = await endVoucher(id, { kind: 'expired', at }, sim.store)
  if (isFirst) await announceSession('checkout.session.async_payment_failed', id, sim)
  return isFirst
}

/** The session stays open: the payer may try another card. */
export function declineCard(id: string, sim: SimulatorContext): Promise<void> {
  return recordDecline(id, sim.store)
}

export async function announceRefund(id: string, sim: SimulatorContext): Promise<void> {
  const facts = await factsOf(id, sim.store)
  const charge = facts && chargeObject(facts)
  if (charge) await announce({ account: facts.order.account, type: 'charge.refunded', object: charge }, sim)
}

async function announceSession(type: string, id: string, sim: SimulatorContext): Promise<void> {
  const facts = await factsOf(id, sim.store)
  if (!facts) return
  await announce({ account: facts.order.account, type, object: sessionObject(facts, [], sim) }, sim)
}

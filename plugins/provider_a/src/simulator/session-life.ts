import type { SimulatorContext } from '@paylink/plugin-api'
import { announce } from './events.js'
import {
  addDispute,
  close,
  type Closing,
  endVoucher,
  factsOf,
  recordDecline,
  type SessionDispute,
  type SessionFacts,
  VOUCHER_SECONDS,
  type VoucherEnding,
} from './session-facts.js'
import { chargeObject, disputeObject, sessionObject } from './stripe-objects.js'
import { unixNow } from './unix-now.js'

const CLOSING_EVENTS: Record<Closing['kind'], string> = {
  paid: 'checkout.session.completed',
  voucher: 'checkout.session.completed',
  expired: 'checkout.session.expired',
}

/** A merchant cancels the PaymentIntent: Stripe notifies about that, not about the session, so nothing is sent. */
const VOUCHER_EVENTS: Record<VoucherEnding['kind'], string | null> = {
  paid: 'checkout.session.async_payment_succeeded',
  expired: 'checkout.session.async_payment_failed',
  canceled: null,
}

/** The session's current facts, after expiring what is overdue. */
export async function currentFacts(id: string, sim: SimulatorContext): Promise<SessionFacts | undefined> {
  const facts = await factsOf(id, sim.store)
  if (!facts) return undefined
  const now = unixNow(sim)
  const { closing, voucherEnding, order } = facts
  if (!closing && now > order.expiresAt) {
    await closeSession(id, { kind: 'expired', at: order.expiresAt }, sim)
  } else if (closing?.kind === 'voucher' && !voucherEnding && now > closing.at + VOUCHER_SECONDS) {
    await settleVoucher(id, { kind: 'expired', at: closing.at + VOUCHER_SECONDS }, sim)
  } else {
    return facts
  }
  return factsOf(id, sim.store)
}

/** True if it was open. */
export async function closeSession(id: string, closing: Closing, sim: SimulatorContext): Promise<boolean> {
  const isFirst = await close(id, closing, sim.store)
  if (isFirst) await announceSession(CLOSING_EVENTS[closing.kind], id, sim)
  return isFirst
}

/** True if this call ended it. */
export async function settleVoucher(id: string, ending: VoucherEnding, sim: SimulatorContext): Promise<boolean> {
  const isFirst = await endVoucher(id, ending, sim.store)
  const event = VOUCHER_EVENTS[ending.kind]
  if (isFirst && event !== null) await announceSession(event, id, sim)
  return isFirst
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

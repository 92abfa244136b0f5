import type { SimulatorContext, SimulatorRequest, SimulatorResponse } from '@paylink/plugin-api'
import { pageAnswer, seeOther } from '@paylink/plugin-api/simulator-page'
import { integerOf } from './form-body.js'
import { sessionPage, unknownPage } from './page-views.js'
import { refundSession } from './refunds.js'
import { Refusal } from './refusal.js'
import type { SessionFacts, SessionOrder } from './session-facts.js'
import { closeSession, currentFacts, declineCard, dispute, settleVoucher } from './session-life.js'
import { addressOf, methodsOf, returnAddressOf } from './stripe-objects.js'
import { unixNow } from './unix-now.js'

const PROVIDER = 'Stripe'

/** `Origin` is not checked: with our `no-referrer` browsers send `null`, and the sandbox protects no money. */
export async function servePage(request: SimulatorRequest, sim: SimulatorContext): Promise<SimulatorResponse> {
  const id = /^\/checkout\/(cs_test_[a-z0-9]+)$/.exec(request.path)?.[1]
  const facts = id === undefined ? undefined : await currentFacts(id, sim)
  if (!facts) return pageAnswer(404, unknownPage(sim.locale), sim.locale, [], PROVIDER)
  if (request.method === 'GET' || request.method === 'HEAD') return shown(facts, sim)
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'GET, HEAD, POST' } }
  return play(new URLSearchParams(new TextDecoder().decode(request.rawBody)), facts, sim)
}

async function play(form: URLSearchParams, facts: SessionFacts, sim: SimulatorContext): Promise<SimulatorResponse> {
  const { order, closing, voucherEnding } = facts
  const isVoucher = closing?.kind === 'voucher' && !voucherEnding
  const outcome = form.get('outcome')
  switch (outcome) {
    case 'succeed':
      if (isVoucher) await settleVoucher(order.id, { kind: 'paid', at: unixNow(sim) }, sim)
      else if (!closing) await closeSession(order.id, { kind: 'paid', at: unixNow(sim) }, sim)
      return afterSuccess(order, sim)
    case 'decline':
      if (closing) return seeOther(addressOf(order, sim))
      await declineCard(order.id, sim)
      return shown(facts, sim, true)
    case 'cash_later':
      if (!closing && methodsOf(order).includes('oxxo')) {
        await closeSession(order.id, { kind: 'voucher', at: unixNow(sim) }, sim)
      }
      return seeOther(addressOf(order, sim))
    case 'cancel':
      // As at Stripe, leaving closes nothing: the payer may come back and pay.
      return seeOther(order.cancelUrl ?? addressOf(order, sim))
    case 'expire':
      if (isVoucher) await settleVoucher(order.id, { kind: 'expired', at: unixNow(sim) }, sim)
      return seeOther(addressOf(order, sim))
    case 'dispute':
    case 'dispute_won':
    case 'dispute_lost':
      await dispute(order.id, DISPUTE_STATUS[outcome], sim)
      return seeOther(addressOf(order, sim))
    case 'refund':
      return refund(form.get('amount'), order, sim)
    default:
      return { ...shown(facts, sim), status: 400 }
  }
}

const DISPUTE_STATUS = { dispute: 'needs_response', dispute_won: 'won', dispute_lost: 'lost' } as const

/** A refund as made in Stripe's dashboard. One that comes too late or is too large changes nothing. */
async function refund(amount: string | null, order: SessionOrder, sim: SimulatorContext): Promise<SimulatorResponse> {
  try {
    const asked = integerOf(amount ?? undefined, 'amount')
    await refundSession(order.id, { id: `re_${sim.randomId(24)}`, amount: asked }, sim)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  return seeOther(addressOf(order, sim))
}

/** The payer who pressed "pay" returns to the merchant if the session is paid, now or before. */
async function afterSuccess(order: SessionOrder, sim: SimulatorContext): Promise<SimulatorResponse> {
  const now = await currentFacts(order.id, sim)
  const isPaid = now?.closing?.kind === 'paid' || now?.voucherEnding?.kind === 'paid'
  return seeOther(isPaid ? returnAddressOf(order) : addressOf(order, sim))
}

function shown(facts: SessionFacts, sim: SimulatorContext, isJustDeclined = false): SimulatorResponse {
  const { successUrl, cancelUrl } = facts.order
  const targets = [successUrl, cancelUrl ?? successUrl]
  return pageAnswer(200, sessionPage(facts, sim.locale, isJustDeclined), sim.locale, targets, PROVIDER)
}

import type { SimulatorContext, SimulatorRequest, SimulatorResponse } from '@paylink/plugin-api'
import { pageAnswer, seeOther } from '@paylink/plugin-api/simulator-page'
import { paidAt, voucherDeadline, type Closing, type OrderFacts } from './order-facts.js'
import { chargeBack, currentFacts, declineCard, closeOrder, refund, settleVoucher } from './order-life.js'
import { addressOf, orderIdAt } from './order-objects.js'
import { orderPage, unknownPage } from './page-views.js'
import { unixNow } from './unix-now.js'

const PROVIDER = 'Conekta'

/** `Origin` is not checked: with our `no-referrer` browsers send `null`, and the sandbox protects no money. */
export async function servePage(request: SimulatorRequest, sim: SimulatorContext): Promise<SimulatorResponse> {
  const slug = /^\/checkout\/([a-z0-9]+)$/.exec(request.path)?.[1]
  const facts = slug === undefined ? undefined : await currentFacts(orderIdAt(slug), sim)
  if (!facts) return pageAnswer(404, unknownPage(sim.locale), sim.locale, [], PROVIDER)
  if (request.method === 'GET' || request.method === 'HEAD') return shown(facts, sim)
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'GET, HEAD, POST' } }
  return play(new URLSearchParams(new TextDecoder().decode(request.rawBody)), facts, sim)
}

async function play(form: URLSearchParams, facts: OrderFacts, sim: SimulatorContext): Promise<SimulatorResponse> {
  const { placed, closing } = facts
  const isWaiting = voucherDeadline(facts) !== undefined
  const here = seeOther(addressOf(placed, sim))
  const outcome = form.get('outcome')
  switch (outcome) {
    case 'succeed':
      if (isWaiting) await settleVoucher(placed.id, { kind: 'paid', at: unixNow(sim) }, sim)
      else await choose('card', facts, sim)
      return afterSuccess(facts, sim)
    case 'decline':
      if (closing) return here
      await declineCard(placed.id, sim)
      return shown(facts, sim, true)
    case 'cash_later':
      if (placed.methods.includes('cash')) await choose('cash', facts, sim)
      return here
    case 'transfer_later':
      if (placed.methods.includes('bank_transfer')) await choose('transfer', facts, sim)
      return here
    case 'cancel':
      // Leaving closes nothing: the payer may come back and pay.
      return seeOther(placed.failureUrl)
    case 'expire':
      if (isWaiting) await settleVoucher(placed.id, { kind: 'expired', at: unixNow(sim) }, sim)
      return here
    case 'dispute':
    case 'dispute_won':
    case 'dispute_lost':
      await chargeBack(placed.id, CHARGEBACK_STATUS[outcome], sim)
      return here
    case 'refund': {
      const amount = amountOf(form.get('amount'))
      const isDone = amount !== null && (await refund(placed.id, amount, sim))
      return isDone ? here : { ...shown(facts, sim), status: 400 }
    }
    default:
      return { ...shown(facts, sim), status: 400 }
  }
}

const CHARGEBACK_STATUS = { dispute: 'action_required', dispute_won: 'won', dispute_lost: 'lost' } as const

async function choose(kind: Closing['kind'], { placed, closing }: OrderFacts, sim: SimulatorContext): Promise<void> {
  if (!closing) await closeOrder(placed.id, { kind, at: unixNow(sim) }, sim)
}

/** Minor units; undefined if the field is empty, null if it is not a number. */
function amountOf(text: string | null): number | undefined | null {
  if (!text) return undefined
  return /^\d{1,10}$/.test(text) ? Number(text) : null
}

/** The payer who pressed "pay" returns to the merchant if the order is paid, now or before. */
async function afterSuccess({ placed }: OrderFacts, sim: SimulatorContext): Promise<SimulatorResponse> {
  const now = await currentFacts(placed.id, sim)
  return seeOther(now && paidAt(now) !== undefined ? placed.successUrl : addressOf(placed, sim))
}

function shown(facts: OrderFacts, sim: SimulatorContext, isJustDeclined = false): SimulatorResponse {
  const { successUrl, failureUrl } = facts.placed
  const targets = [successUrl, failureUrl]
  return pageAnswer(200, orderPage(facts, sim.locale, isJustDeclined), sim.locale, targets, PROVIDER)
}

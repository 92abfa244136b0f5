import type { SimulatorContext } from '@paylink/plugin-api'
import type { Caller } from './caller.js'
import { integerOf, textOf, type FormObject } from './form-body.js'
import { factsOfIntent } from './payment-intents.js'
import { invalid } from './refusal.js'
import { addRefund, type Refund } from './session-facts.js'
import { announceRefund, currentFacts } from './session-life.js'
import { paidAt, refundedAmount } from './stripe-objects.js'
import { unixNow } from './unix-now.js'

export async function createRefund(
  { caller, params }: { caller: Caller; params: FormObject },
  sim: SimulatorContext,
): Promise<object> {
  const intent = textOf(params['payment_intent']) ?? ''
  const amount = integerOf(params['amount'], 'amount')
  const facts = await factsOfIntent(intent, caller, sim)
  const refund = await refundSession(facts.order.id, { id: caller.newId('re_'), amount }, sim)
  return refundObject(refund, intent, facts.order.currency)
}

/**
 * Refunds a paid session, by default all that is left. Idempotent by id.
 *
 * @throws Refusal there is nothing to refund, or less than requested
 */
export async function refundSession(
  sessionId: string,
  { id, amount: asked }: { id: string; amount?: number },
  sim: SimulatorContext,
): Promise<Refund> {
  for (;;) {
    const facts = await currentFacts(sessionId, sim)
    const made = facts?.refunds.find((refund) => refund.id === id)
    if (made) return made
    if (!facts || paidAt(facts) === undefined) {
      throw invalid('This PaymentIntent does not have a successful charge to refund.')
    }
    const left = facts.order.amount - refundedAmount(facts)
    const amount = asked ?? left
    if (left === 0) throw invalid('This charge has already been refunded.', { code: 'charge_already_refunded' })
    if (amount < 1 || amount > left) {
      throw invalid(`Refund amount (${amount}) is greater than the unrefunded amount on the charge (${left})`, {
        param: 'amount',
      })
    }
    const refund = { id, amount, at: unixNow(sim) }
    if (!(await addRefund(sessionId, refund, facts.refunds.length, sim.store))) continue
    await announceRefund(sessionId, sim)
    return refund
  }
}

function refundObject(refund: Refund, intent: string, currency: string): object {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    currency,
    created: refund.at,
    payment_intent: intent,
    status: 'succeeded',
  }
}

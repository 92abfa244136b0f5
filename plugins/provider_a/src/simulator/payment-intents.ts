import type { SimulatorContext } from '@paylink/plugin-api'
import type { Caller } from './caller.js'
import { listOf, textOf, type FormObject } from './form-body.js'
import { invalid, missing } from './refusal.js'
import type { SessionFacts } from './session-facts.js'
import { currentFacts, settleVoucher } from './session-life.js'
import { disputeObject, intentObject, sessionIdOfIntent } from './stripe-objects.js'
import { unixNow } from './unix-now.js'

interface Call {
  caller: Caller
  params: FormObject
  id: string
}

/**
 * Cancels the PaymentIntent of an unpaid voucher. Stripe documents that `requires_action` can be canceled, except in a
 * Checkout Session, which is expired instead; but a complete session cannot be expired. The refusal can be tested with
 * `paylink sandbox fault provider_a refuse`.
 */
export async function cancelIntent({ caller, params, id }: Call, sim: SimulatorContext): Promise<object> {
  const before = await factsOfIntent(id, caller, sim)
  if (!before.closing) {
    throw invalid('You cannot cancel the PaymentIntent for a Checkout Session. Expire the Checkout Session instead.')
  }
  const isCanceled =
    before.closing.kind === 'voucher' &&
    (await settleVoucher(before.order.id, { kind: 'canceled', at: unixNow(sim) }, sim))
  if (!isCanceled) {
    throw invalid('You cannot cancel this PaymentIntent because of its status.', {
      code: 'payment_intent_unexpected_state',
    })
  }
  const expand = listOf(params['expand']).filter((path) => typeof path === 'string')
  return intentObject(await factsOfIntent(id, caller, sim), expand, sim)
}

export async function listDisputes({ caller, params }: Call, sim: SimulatorContext): Promise<object> {
  const intent = textOf(params['payment_intent'])
  if (intent === undefined) throw invalid('This sandbox lists the disputes of a payment_intent only')
  const facts = await currentFacts(sessionIdOfIntent(intent), sim)
  const dispute = facts?.order.account === caller.id ? disputeObject(facts) : undefined
  return { object: 'list', url: '/v1/disputes', has_more: false, data: dispute ? [dispute] : [] }
}

/** @throws Refusal unknown, or of another account */
export async function factsOfIntent(intent: string, caller: Caller, sim: SimulatorContext): Promise<SessionFacts> {
  const facts = await currentFacts(sessionIdOfIntent(intent), sim)
  if (facts?.order.account !== caller.id) throw missing('payment_intent', intent)
  return facts
}

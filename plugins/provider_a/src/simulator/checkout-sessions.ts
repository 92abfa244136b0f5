import type { SimulatorContext } from '@paylink/plugin-api'
import type { Caller } from './caller.js'
import { integerOf, listOf, objectOf, textOf, type FormObject } from './form-body.js'
import { invalid, missing } from './refusal.js'
import { addOrder, listIds, type SessionFacts } from './session-facts.js'
import { closeSession, currentFacts } from './session-life.js'
import { orderOf } from './session-order.js'
import { sessionIdOfIntent, sessionObject } from './stripe-objects.js'
import { unixNow } from './unix-now.js'

interface Call {
  caller: Caller
  params: FormObject
  id: string
}

export async function createSession({ caller, params }: Call, sim: SimulatorContext): Promise<object> {
  const order = orderOf(params, caller, sim)
  await addOrder(order, sim.store)
  const facts = await ownFacts(order.id, caller, sim)
  return sessionObject(facts, expandOf(params), sim)
}

export async function retrieveSession({ caller, params, id }: Call, sim: SimulatorContext): Promise<object> {
  return sessionObject(await ownFacts(id, caller, sim), expandOf(params), sim)
}

export async function listSessions({ caller, params }: Call, sim: SimulatorContext): Promise<object> {
  const limit = integerOf(params['limit'], 'limit') ?? 10
  if (limit < 1 || limit > 100) throw invalid('The limit must be between 1 and 100', { param: 'limit' })
  const intent = textOf(params['payment_intent'])
  if (intent !== undefined) return listOfIntent(intent, caller, expandOf(params), sim)
  const { gte, lte } = objectOf(params['created'])
  const since = integerOf(gte, 'created[gte]') ?? 0
  const until = integerOf(lte, 'created[lte]')
  const startingAfter = textOf(params['starting_after'])
  const after = startingAfter === undefined ? undefined : (await ownFacts(startingAfter, caller, sim)).order
  const ids = await listIds(caller.id, { since, until, after, limit: limit + 1 }, sim.store)
  const expand = expandOf(params).map((path) => path.replace(/^data\./, ''))
  const data: object[] = []
  for (const id of ids.slice(0, limit)) data.push(sessionObject(await ownFacts(id, caller, sim), expand, sim))
  return { object: 'list', url: '/v1/checkout/sessions', has_more: ids.length > limit, data }
}

export async function expireSession({ caller, params, id }: Call, sim: SimulatorContext): Promise<object> {
  await ownFacts(id, caller, sim)
  if (!(await closeSession(id, { kind: 'expired', at: unixNow(sim) }, sim))) {
    throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
  }
  return sessionObject(await ownFacts(id, caller, sim), expandOf(params), sim)
}

async function listOfIntent(intent: string, caller: Caller, expand: string[], sim: SimulatorContext): Promise<object> {
  const facts = await currentFacts(sessionIdOfIntent(intent), sim)
  const data = facts?.order.account === caller.id ? [sessionObject(facts, expand, sim)] : []
  return { object: 'list', url: '/v1/checkout/sessions', has_more: false, data }
}

async function ownFacts(id: string, caller: Caller, sim: SimulatorContext): Promise<SessionFacts> {
  const facts = await currentFacts(id, sim)
  if (facts?.order.account !== caller.id) throw missing('checkout.session', id)
  return facts
}

function expandOf(params: FormObject): string[] {
  return listOf(params['expand']).filter((path) => typeof path === 'string')
}

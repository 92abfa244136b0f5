import { createHash } from 'node:crypto'
import type { SimulatorContext, SimulatorRequest, SimulatorResponse } from '@paylink/plugin-api'
import { accountOf, type Caller } from './caller.js'
import { createSession, expireSession, listSessions, retrieveSession } from './checkout-sessions.js'
import { parseForm, type FormObject } from './form-body.js'
import { underKey, type Answer } from './idempotency.js'
import { cancelIntent, listDisputes } from './payment-intents.js'
import { createRefund } from './refunds.js'
import { Refusal } from './refusal.js'
import { createEndpoint, deleteEndpoint, listEndpoints, retrieveEndpoint } from './webhook-endpoints.js'

type Endpoint = (call: { caller: Caller; params: FormObject; id: string }, sim: SimulatorContext) => Promise<object>

const ROUTES: [method: string, path: RegExp, endpoint: Endpoint][] = [
  ['GET', /^\/v1\/account$/, ({ caller }) => Promise.resolve(account(caller))],
  ['GET', /^\/v1\/balance$/, () => Promise.resolve(BALANCE)],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions$/, listSessions],
  ['GET', /^\/v1\/checkout\/sessions\/([^/]+)$/, retrieveSession],
  ['POST', /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, expireSession],
  ['POST', /^\/v1\/payment_intents\/([^/]+)\/cancel$/, cancelIntent],
  ['GET', /^\/v1\/disputes$/, listDisputes],
  ['POST', /^\/v1\/refunds$/, createRefund],
  ['POST', /^\/v1\/webhook_endpoints$/, createEndpoint],
  ['GET', /^\/v1\/webhook_endpoints$/, listEndpoints],
  ['GET', /^\/v1\/webhook_endpoints\/([^/]+)$/, retrieveEndpoint],
  ['DELETE', /^\/v1\/webhook_endpoints\/([^/]+)$/, deleteEndpoint],
]

const BALANCE = { object: 'balance', livemode: false, available: [{ amount: 0, currency: 'mxn' }], pending: [] }

export async function serveApi(request: SimulatorRequest, sim: SimulatorContext): Promise<SimulatorResponse> {
  const requestId = `req_${sim.randomId(14)}`
  const answer = await refusalsAnswered(() => dispatch(request, sim))
  return {
    status: answer.status,
    headers: { 'content-type': 'application/json', 'request-id': requestId, 'cache-control': 'no-store' },
    body: answer.body,
  }
}

async function dispatch(request: SimulatorRequest, sim: SimulatorContext): Promise<Answer> {
  const account = accountOf(request.headers['authorization'])
  for (const [method, path, endpoint] of ROUTES) {
    const match = method === request.method ? path.exec(request.path) : null
    if (!match) continue
    const sent = request.method === 'POST' ? new TextDecoder().decode(request.rawBody) : request.query.toString()
    const key = request.method === 'POST' ? request.headers['idempotency-key'] : undefined
    const caller: Caller = { ...account, newId: idSource(account, key, sim) }
    const answer = () =>
      refusalsAnswered(async () => {
        const params = parseForm(new URLSearchParams(sent))
        const id = decodeURIComponent(match[1] ?? '')
        return { status: 200, body: JSON.stringify(await endpoint({ caller, params, id }, sim)) }
      })
    return key === undefined
      ? answer()
      : underKey({ account: account.id, key, request: `${request.path}\n${sent}` }, answer, sim)
  }
  throw new Refusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${request.method}: ${request.path}).`,
  })
}

async function refusalsAnswered(answer: () => Promise<Answer>): Promise<Answer> {
  try {
    return await answer()
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { status: refusal.status, body: JSON.stringify({ error: refusal.error }) }
  }
}

/** Ids are derived from the idempotency key, so that a retried creation makes the same object. */
function idSource(account: { secretKey: string }, key: string | undefined, sim: SimulatorContext): Caller['newId'] {
  if (key === undefined) return (prefix) => prefix + sim.randomId(32)
  return (prefix) =>
    prefix + createHash('sha256').update(`${account.secretKey}\n${prefix}\n${key}`).digest('hex').slice(0, 40)
}

function account(caller: Caller) {
  return {
    id: caller.id,
    object: 'account',
    charges_enabled: true,
    country: 'MX',
    default_currency: 'mxn',
    business_profile: { name: 'Sandbox' },
    settings: { dashboard: { display_name: 'Sandbox' } },
  }
}

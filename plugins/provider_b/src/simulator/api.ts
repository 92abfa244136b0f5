import { createHash } from 'node:crypto'
import type { SimulatorContext, SimulatorRequest, SimulatorResponse } from '@paylink/plugin-api'
import type { Call } from './call.js'
import { parseBody } from './json-body.js'
import { cancelOrder, createOrder, listOrders, refundOrder, retrieveOrder } from './orders.js'
import { missing, Refusal } from './refusal.js'
import { createKey, createWebhook, deleteWebhook, listKeys, listWebhooks, testWebhook } from './webhooks.js'

type Endpoint = (call: Call, sim: SimulatorContext) => Promise<object>

const ROUTES: [method: string, path: RegExp, endpoint: Endpoint][] = [
  ['GET', /^\/companies\/current$/, ({ account }) => Promise.resolve(company(account))],
  ['POST', /^\/orders$/, createOrder],
  ['GET', /^\/orders$/, listOrders],
  ['GET', /^\/orders\/([^/]+)$/, retrieveOrder],
  ['POST', /^\/orders\/([^/]+)\/cancel$/, cancelOrder],
  ['POST', /^\/orders\/([^/]+)\/refunds$/, refundOrder],
  ['POST', /^\/webhook_keys$/, createKey],
  ['GET', /^\/webhook_keys$/, listKeys],
  ['POST', /^\/webhooks$/, createWebhook],
  ['GET', /^\/webhooks$/, listWebhooks],
  ['DELETE', /^\/webhooks\/([^/]+)$/, deleteWebhook],
  ['POST', /^\/webhooks\/([^/]+)\/test$/, testWebhook],
]

export async function serveApi(request: SimulatorRequest, sim: SimulatorContext): Promise<SimulatorResponse> {
  try {
    return answer(200, await dispatch(request, sim))
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    const { status, type, detail } = refusal
    const details = [{ ...detail, debug_message: detail.message }]
    return answer(status, { object: 'error', type, log_id: sim.randomId(24), details })
  }
}

async function dispatch(request: SimulatorRequest, sim: SimulatorContext): Promise<object> {
  const account = accountOf(request.headers['authorization'])
  for (const [method, path, endpoint] of ROUTES) {
    const match = method === request.method ? path.exec(request.path) : null
    if (!match) continue
    const body = method === 'POST' ? parseBody(request.rawBody) : {}
    return endpoint({ account, id: decodeURIComponent(match[1] ?? ''), query: request.query, body }, sim)
  }
  throw missing('Resource', `${request.method} ${request.path}`)
}

function accountOf(authorization: string | undefined): string {
  const key = /^Bearer (key_sandbox[\w-]{8,})$/.exec(authorization ?? '')?.[1]
  if (key !== undefined) return createHash('sha256').update(key).digest('hex').slice(0, 24)
  throw new Refusal(401, 'authentication_error', {
    code: authorization ? 'conekta.errors.authentication.invalid_key' : 'conekta.errors.authentication.missing_key',
    message: 'Please include your access key in your request.',
  })
}

function company(account: string): object {
  return { id: account, object: 'company', name: 'Sandbox', active: true, account_status: 'activated' }
}

function answer(status: number, body: object): SimulatorResponse {
  return {
    status,
    headers: { 'content-type': 'application/vnd.conekta-v2.3.0+json', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  }
}

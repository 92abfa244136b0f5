import type { SimulatorContext, SimulatorRequest, SimulatorResponse } from '@paylink/plugin-api'
import type { Call, OrganizationCall, Reply } from './call.js'
import { emailInvoice } from './emails.js'
import { invoicePdf, invoiceXml } from './files.js'
import { cancelInvoice, createInvoice, listInvoices, retrieveInvoice } from './invoices.js'
import { parseBody } from './json-body.js'
import { listOrganizations, organizationsOf, ownOrganization, testKey } from './organizations.js'
import { Refusal } from './refusal.js'
import { createWebhook, deleteWebhook, listWebhooks } from './webhooks.js'

type Method = 'GET' | 'POST' | 'DELETE'
type Endpoint<Of> = (call: Of, sim: SimulatorContext) => Promise<Reply>
type Routes<Of> = [method: Method, path: RegExp, endpoint: Endpoint<Of>][]
type Found<Of> = { endpoint: Endpoint<Of>; id: string }

/** With the account's key. */
const OF_ACCOUNT: Routes<Call> = [
  ['GET', /^\/v2\/organizations$/, listOrganizations],
  ['GET', /^\/v2\/organizations\/([^/]+)\/apikeys\/test$/, testKey],
]

/** With the key of an organization. */
const OF_ORGANIZATION: Routes<OrganizationCall> = [
  ['GET', /^\/v2\/organizations\/me$/, ownOrganization],
  ['POST', /^\/v2\/invoices$/, createInvoice],
  ['GET', /^\/v2\/invoices$/, listInvoices],
  ['GET', /^\/v2\/invoices\/([^/]+)$/, retrieveInvoice],
  ['DELETE', /^\/v2\/invoices\/([^/]+)$/, cancelInvoice],
  ['GET', /^\/v2\/invoices\/([^/]+)\/xml$/, invoiceXml],
  ['GET', /^\/v2\/invoices\/([^/]+)\/pdf$/, invoicePdf],
  ['POST', /^\/v2\/invoices\/([^/]+)\/email$/, emailInvoice],
  ['POST', /^\/v2\/webhooks$/, createWebhook],
  ['GET', /^\/v2\/webhooks$/, listWebhooks],
  ['DELETE', /^\/v2\/webhooks\/([^/]+)$/, deleteWebhook],
]

export async function serveApi(request: SimulatorRequest, sim: SimulatorContext): Promise<SimulatorResponse> {
  try {
    return answer(await dispatch(request, sim))
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    const { status, code, message, details } = refusal
    const path = details[0]?.path
    const errors = details.length > 0 ? { errors: details } : {}
    return answer({ status, body: { ok: false, status, code, message, ...(path && { path }), ...errors } })
  }
}

async function dispatch(request: SimulatorRequest, sim: SimulatorContext): Promise<Reply> {
  const caller = callerOf(request.headers['authorization'])
  const found: Found<OrganizationCall> | undefined = caller.organization
    ? route(OF_ORGANIZATION, request)
    : route(OF_ACCOUNT, request)
  if (!found) {
    const isOthers = caller.organization ? route(OF_ACCOUNT, request) : route(OF_ORGANIZATION, request)
    if (isOthers) throw wrongKey('api_key_not_allowed')
    throw new Refusal(404, 'not_found', 'No se encontró el recurso solicitado.')
  }
  const body = request.method === 'POST' ? parseBody(request.rawBody) : {}
  return found.endpoint({ ...caller, id: found.id, query: request.query, body } as OrganizationCall, sim)
}

function route<Of>(routes: Routes<Of>, { method, path }: SimulatorRequest): Found<Of> | undefined {
  for (const [known, pattern, endpoint] of routes) {
    const match = known === method ? pattern.exec(path) : null
    if (match) return { endpoint, id: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}

function callerOf(authorization = ''): Pick<Call, 'seed' | 'organization'> {
  const [, account] = /^Bearer sk_user_sandbox([\w-]{8,})$/.exec(authorization) ?? []
  if (account !== undefined) return { seed: account }
  const [, index, seed] = /^Bearer sk_test_sandbox(\d)x([\w-]{8,})$/.exec(authorization) ?? []
  const organization = seed === undefined ? undefined : organizationsOf(seed)[Number(index)]
  if (seed === undefined || !organization) throw wrongKey(authorization ? 'api_key_invalid' : 'missing_credentials')
  return { seed, organization }
}

function wrongKey(code: string): Refusal {
  return new Refusal(401, code, 'La llave secreta no es válida para esta operación.')
}

function answer({ status = 200, body, file }: Reply): SimulatorResponse {
  const headers = { 'cache-control': 'no-store' }
  if (file) return { status, headers: { ...headers, 'content-type': file.type }, body: file.bytes }
  return { status, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

import type { PluginStore, SimulatorContext } from '@paylink/plugin-api'
import type { Caller } from './caller.js'
import { listOf, textOf, type FormObject } from './form-body.js'
import { invalid, missing } from './refusal.js'
import { unixNow } from './unix-now.js'

export interface WebhookEndpoint {
  id: string
  url: string
  secret: string
  events: string[]
  apiVersion: string | null
  createdAt: number
  isDeleted: boolean
}

interface Call {
  caller: Caller
  params: FormObject
  id: string
}

const prefixOf = (account: string) => `endpoint:${account}:`

export async function createEndpoint({ caller, params }: Call, sim: SimulatorContext): Promise<object> {
  const url = textOf(params['url'])
  if (url === undefined || !URL.canParse(url)) throw invalid('Invalid URL', { param: 'url', code: 'url_invalid' })
  const events = listOf(params['enabled_events']).filter((event) => typeof event === 'string')
  if (events.length === 0) throw invalid('Missing required param: enabled_events.', { param: 'enabled_events' })
  const endpoint: WebhookEndpoint = {
    id: caller.newId('we_'),
    url,
    secret: caller.newId('whsec_'),
    events,
    apiVersion: textOf(params['api_version']) ?? null,
    createdAt: unixNow(sim),
    isDeleted: false,
  }
  await sim.store.set(prefixOf(caller.id) + endpoint.id, JSON.stringify(endpoint))
  // The only answer that contains the secret.
  return { ...endpointObject(endpoint), secret: endpoint.secret }
}

export async function listEndpoints({ caller }: Call, sim: SimulatorContext): Promise<object> {
  const endpoints = await endpointsOf(caller.id, sim.store)
  return { object: 'list', url: '/v1/webhook_endpoints', has_more: false, data: endpoints.map(endpointObject) }
}

export async function retrieveEndpoint({ caller, id }: Call, sim: SimulatorContext): Promise<object> {
  return endpointObject(await ownEndpoint(caller, id, sim.store))
}

export async function deleteEndpoint({ caller, id }: Call, sim: SimulatorContext): Promise<object> {
  const endpoint = await ownEndpoint(caller, id, sim.store)
  await sim.store.set(prefixOf(caller.id) + id, JSON.stringify({ ...endpoint, isDeleted: true }))
  return { id, object: 'webhook_endpoint', deleted: true }
}

export async function endpointsOf(account: string, store: PluginStore): Promise<WebhookEndpoint[]> {
  const entries = await store.list(prefixOf(account))
  return entries.map(({ value }) => JSON.parse(value) as WebhookEndpoint).filter((endpoint) => !endpoint.isDeleted)
}

async function ownEndpoint(caller: Caller, id: string, store: PluginStore): Promise<WebhookEndpoint> {
  const endpoint = (await endpointsOf(caller.id, store)).find((candidate) => candidate.id === id)
  if (!endpoint) throw missing('webhook_endpoint', id)
  return endpoint
}

function endpointObject(endpoint: WebhookEndpoint): object {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    livemode: false,
    url: endpoint.url,
    enabled_events: endpoint.events,
    api_version: endpoint.apiVersion,
    created: endpoint.createdAt,
    status: 'enabled',
  }
}

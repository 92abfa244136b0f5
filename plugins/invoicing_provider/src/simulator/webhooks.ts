import type { PluginStore, SimulatorContext } from '@paylink/plugin-api'
import type { OrganizationCall, Reply } from './call.js'
import { listOf, textOf } from './json-body.js'
import { invalid, missing } from './refusal.js'

/** An address subscribed to events. */
export interface Webhook {
  id: string
  url: string
  events: string[]
  secret: string
  isDeleted: boolean
}

const prefixOf = (organizationId: string) => `webhook:${organizationId}:`

/** One webhook per address. Unlike Facturapi, the simulator accepts local addresses, the usual ones in test mode. */
export async function createWebhook({ organization, body }: OrganizationCall, sim: SimulatorContext): Promise<Reply> {
  const url = textOf(body['url'], 'url', { max: 2000 })
  if (!URL.canParse(url)) throw invalid('url', 'invalid_format', 'must be a valid uri')
  const events = listOf(body['enabled_events'], 'enabled_events').filter((event) => typeof event === 'string')
  const known = (await webhooksOf(organization.id, sim.store)).find((webhook) => webhook.url === url)
  // The secret is returned at creation only.
  if (known) return { body: webhookObject(known, organization.id) }
  const webhook = { id: sim.randomId(24), url, events, secret: sim.randomId(32), isDeleted: false }
  await save(organization.id, webhook, sim.store)
  return { status: 201, body: { ...webhookObject(webhook, organization.id), secret: webhook.secret } }
}

export async function listWebhooks({ organization }: OrganizationCall, sim: SimulatorContext): Promise<Reply> {
  const all = await webhooksOf(organization.id, sim.store)
  const data = all.map((webhook) => webhookObject(webhook, organization.id))
  return { body: { page: 1, total_pages: 1, total_results: data.length, data } }
}

export async function deleteWebhook({ organization, id }: OrganizationCall, sim: SimulatorContext): Promise<Reply> {
  const webhook = (await webhooksOf(organization.id, sim.store)).find((one) => one.id === id)
  if (!webhook) throw missing('webhook')
  await save(organization.id, { ...webhook, isDeleted: true }, sim.store)
  return { body: webhookObject(webhook, organization.id) }
}

export async function webhooksOf(organizationId: string, store: PluginStore): Promise<Webhook[]> {
  const kept = (await store.list(prefixOf(organizationId))).map(({ value }) => JSON.parse(value) as Webhook)
  return kept.filter(({ isDeleted }) => !isDeleted)
}

function save(organizationId: string, webhook: Webhook, store: PluginStore): Promise<void> {
  return store.set(prefixOf(organizationId) + webhook.id, JSON.stringify(webhook))
}

function webhookObject({ id, url, events }: Webhook, organization: string): object {
  return { id, organization, livemode: false, url, enabled_events: events, status: 'enabled' }
}

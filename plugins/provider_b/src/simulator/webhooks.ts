import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { PluginStore, SimulatorContext } from '@paylink/plugin-api'
import type { Call } from './call.js'
import { ping } from './events.js'
import { listOf, textOf } from './json-body.js'
import { listObject } from './order-objects.js'
import { invalid, missing } from './refusal.js'
import { unixNow } from './unix-now.js'
import { keysOf, saveKey, saveWebhook, webhooksOf, type Webhook, type WebhookKey } from './webhook-entries.js'

/** Half of Conekta's size: it protects no money, and is generated at every first start. */
const KEY_BITS = 1024

/** Conekta refuses loopback addresses; in the sandbox they are the usual ones. */
export async function createWebhook({ account, body }: Call, sim: SimulatorContext): Promise<object> {
  const url = textOf(body['url'], 'url', { max: 2000 })
  if (!URL.canParse(url)) throw invalid('url', 'format', 'The URL is not valid.')
  const events = listOf(body['subscribed_events'], 'subscribed_events').filter((event) => typeof event === 'string')
  const webhook: Webhook = { id: sim.randomId(24), url, events, isDeleted: false }
  await saveWebhook(account, webhook, sim.store)
  return webhookObject(webhook)
}

export async function listWebhooks({ account }: Call, sim: SimulatorContext): Promise<object> {
  return listObject((await webhooksOf(account, sim.store)).map(webhookObject))
}

export async function deleteWebhook({ account, id }: Call, sim: SimulatorContext): Promise<object> {
  const webhook = await ownWebhook(account, id, sim.store)
  await saveWebhook(account, { ...webhook, isDeleted: true }, sim.store)
  return { ...webhookObject(webhook), deleted: true }
}

export async function testWebhook({ account, id }: Call, sim: SimulatorContext): Promise<object> {
  const webhook = await ownWebhook(account, id, sim.store)
  await ping(webhook, account, sim)
  return webhookObject(webhook)
}

export async function createKey({ account }: Call, sim: SimulatorContext): Promise<object> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key: WebhookKey = { id: sim.randomId(24), ...pair, createdAt: unixNow(sim) }
  await saveKey(account, key, sim.store)
  return keyObject(key)
}

export async function listKeys({ account }: Call, sim: SimulatorContext): Promise<object> {
  return listObject((await keysOf(account, sim.store)).map(keyObject))
}

async function ownWebhook(account: string, id: string, store: PluginStore): Promise<Webhook> {
  const webhook = (await webhooksOf(account, store)).find((one) => one.id === id)
  if (!webhook) throw missing('Webhook', id)
  return webhook
}

function webhookObject({ id, url, events }: Webhook): object {
  return { id, object: 'webhook', livemode: false, active: true, status: 'listening', url, subscribed_events: events }
}

function keyObject({ id, publicKey, createdAt }: WebhookKey): object {
  return { id, object: 'webhook_key', livemode: false, active: true, created_at: createdAt, public_key: publicKey }
}

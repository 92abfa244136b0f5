import type { PluginStore } from '@paylink/plugin-api'

/** A subscription to events. */
export interface Webhook {
  id: string
  url: string
  events: string[]
  isDeleted: boolean
}

/** The key pair that signs the account's notifications. */
export interface WebhookKey {
  id: string
  publicKey: string
  privateKey: string
  createdAt: number
}

const webhookPrefix = (account: string) => `webhook:${account}:`
const keyPrefix = (account: string) => `key:${account}:`

export function saveWebhook(account: string, webhook: Webhook, store: PluginStore): Promise<void> {
  return store.set(webhookPrefix(account) + webhook.id, JSON.stringify(webhook))
}

export function saveKey(account: string, key: WebhookKey, store: PluginStore): Promise<void> {
  return store.set(keyPrefix(account) + key.id, JSON.stringify(key))
}

export async function webhooksOf(account: string, store: PluginStore): Promise<Webhook[]> {
  const webhooks = (await store.list(webhookPrefix(account))).map(({ value }) => JSON.parse(value) as Webhook)
  return webhooks.filter(({ isDeleted }) => !isDeleted)
}

export async function keysOf(account: string, store: PluginStore): Promise<WebhookKey[]> {
  return (await store.list(keyPrefix(account))).map(({ value }) => JSON.parse(value) as WebhookKey)
}

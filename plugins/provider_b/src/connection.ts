import { ProviderAuthError, type ConfigValues, type ConnectionReport, type PluginContext } from '@paylink/plugin-api'
import type { WebhookKeyResponse } from 'conekta'
import { askConekta, type Conekta } from './ask-conekta.js'
import { ConektaFailure } from './conekta-errors.js'

const EVENTS = [
  'order.paid',
  'order.pending_payment',
  'order.expired',
  'order.canceled',
  'order.partially_refunded',
  'order.refunded',
  'order.charged_back',
  'charge.declined',
]

/**
 * Neither Conekta's keys nor the account tell their mode, but objects made with the key do. If there are none yet, the
 * requested mode is assumed, and `registerWebhook` checks it.
 */
export function checkConnection(ctx: PluginContext): Promise<ConnectionReport> {
  return askConekta(ctx, 'read', async (conekta) => {
    const { data: company } = await conekta.companies.getCurrentCompany()
    if (typeof company.id !== 'string') throw new ConektaFailure(200)
    const livemode = (await knownMode(conekta)) ?? ctx.livemode
    const cannotCharge = livemode && company.active === false
    return {
      ok: !cannotCharge,
      externalAccountId: company.id,
      displayName: company.name || undefined,
      livemode,
      problem: cannotCharge
        ? 'Conekta todavía no permite cobrar con esta cuenta: termina de activarla en Conekta.'
        : undefined,
    }
  })
}

/**
 * The account's webhook keys sign all its notifications: active ones are trusted, and one is created if there is none.
 *
 * @throws ProviderAuthError the private key belongs to the other mode
 */
export function registerWebhook(url: string, ctx: PluginContext): Promise<{ id: string; config: ConfigValues }> {
  return askConekta(ctx, 'write', async (conekta) => {
    const isOurs = (key: WebhookKeyResponse) => key.livemode === ctx.livemode
    const inUse = (await webhookKeys(conekta)).filter((key) => key.active && isOurs(key))
    const keys = inUse.length > 0 ? inUse : [await createWebhookKey(conekta)]
    if (!keys.every(isOurs)) throw new ProviderAuthError(`the private key does not belong to ${ctx.mode} mode`)
    const { data: webhook } = await conekta.webhooks.createWebhook({ url, subscribed_events: EVENTS })
    if (typeof webhook.id !== 'string') throw new ConektaFailure(200)
    return { id: webhook.id, config: { webhookPublicKey: keys.map((key) => key.public_key).join('\n') } }
  })
}

/** The webhook keys stay, because other systems of the account may trust them. A missing webhook is not an error. */
export async function unregisterWebhook(id: string, ctx: PluginContext): Promise<void> {
  await askConekta(ctx, 'write', async ({ webhooks }) => {
    try {
      await webhooks.deleteWebhook(id)
    } catch (error) {
      if (!(error instanceof ConektaFailure && error.apiError && error.status === 404)) throw error
    }
  })
}

async function knownMode(conekta: Conekta): Promise<boolean | undefined> {
  const { data: orders } = await conekta.orders.getOrders(undefined, undefined, 1)
  if (!Array.isArray(orders.data)) throw new ConektaFailure(200)
  if (orders.data[0]) return orders.data[0].livemode
  const modes = new Set((await webhookKeys(conekta)).map(({ livemode }) => livemode))
  return modes.size === 1 ? [...modes][0] : undefined
}

async function webhookKeys({ webhookKeys }: Conekta): Promise<WebhookKeyResponse[]> {
  const { data: keys } = await webhookKeys.getWebhookKeys()
  if (!Array.isArray(keys.data)) throw new ConektaFailure(200)
  return keys.data.filter((key) => typeof key.public_key === 'string')
}

async function createWebhookKey({ webhookKeys }: Conekta): Promise<WebhookKeyResponse> {
  const { data: key } = await webhookKeys.createWebhookKey(undefined, { active: true })
  if (typeof key.public_key !== 'string') throw new ConektaFailure(200)
  return key
}

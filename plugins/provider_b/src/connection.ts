import { ProviderAuthError, type ConfigValues, type ConnectionReport, type PluginContext } from '@paylink/plugin-api'
import type { WebhookKeyResponse } from 'conekta'
import { askConekta, type Conekta } from './ask-conekta.js'
import { ConektaFailure } from './conekta-errors.js'

const EVENTS = [
  'order.paid',
  'order.pending_payment',
  'order.expired',
  'order.canceled',
  'charge.declined',
  'charge.refunded',
]

/**
 * Conekta's keys don't tell their mode, and neither does the account: what was made with the key does. Where nothing
 * was made yet, the key is taken at its word, and `registerWebhook` finds out.
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
 * The account's keys sign all its notifications: those in use are trusted, and one is made where there is none.
 *
 * @throws ProviderAuthError the private key is of the other mode
 */
export function registerWebhook(url: string, ctx: PluginContext): Promise<{ id: string; config: ConfigValues }> {
  return askConekta(ctx, 'write', async (conekta) => {
    const inUse = (await webhookKeys(conekta)).filter(({ active }) => active)
    const keys = inUse.length > 0 ? inUse : [await createWebhookKey(conekta)]
    if (keys.some(({ livemode }) => livemode !== ctx.livemode)) {
      throw new ProviderAuthError(`the private key is not one of ${ctx.mode} mode`)
    }
    const { data: webhook } = await conekta.webhooks.createWebhook({ url, subscribed_events: EVENTS })
    if (typeof webhook.id !== 'string') throw new ConektaFailure(200)
    return { id: webhook.id, config: { webhookPublicKey: keys.map((key) => key.public_key).join('\n') } }
  })
}

/** The keys stay: others of the account's listeners may trust them. What is gone already is as good as gone. */
export async function unregisterWebhook(id: string, ctx: PluginContext): Promise<void> {
  await askConekta(ctx, 'write', async ({ webhooks }) => {
    try {
      await webhooks.deleteWebhook(id)
    } catch (error) {
      if (!(error instanceof ConektaFailure && error.says && error.status === 404)) throw error
    }
  })
}

async function knownMode(conekta: Conekta): Promise<boolean | undefined> {
  const { data: orders } = await conekta.orders.getOrders(undefined, undefined, 1)
  if (!Array.isArray(orders.data)) throw new ConektaFailure(200)
  return orders.data[0]?.livemode ?? (await webhookKeys(conekta))[0]?.livemode
}

async function webhookKeys({ webhookKeys }: Conekta): Promise<WebhookKeyResponse[]> {
  const { data: keys } = await webhookKeys.getWebhookKeys()
  if (!Array.isArray(keys.data)) throw new ConektaFailure(200)
  return keys.data
}

async function createWebhookKey({ webhookKeys }: Conekta): Promise<WebhookKeyResponse> {
  const { data: key } = await webhookKeys.createWebhookKey(undefined, { active: true })
  if (typeof key.public_key !== 'string') throw new ConektaFailure(200)
  return key
}

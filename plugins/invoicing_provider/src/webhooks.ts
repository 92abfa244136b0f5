import type { ConfigValues, PluginContext } from '@paylink/plugin-api'
import { askFacturapi } from './ask-facturapi.js'
import { FacturapiFailure, isRecord } from './facturapi-failure.js'
import { issuerKeyOf } from './settings.js'

const EVENTS = ['invoice.status_updated', 'invoice.cancellation_status_updated']

/**
 * Facturapi returns an existing webhook for a known address, possibly without its secret. Notifications could then not be
 * verified, so it is replaced by a new one.
 */
export function registerWebhook(url: string, ctx: PluginContext): Promise<{ id: string; config: ConfigValues }> {
  return askFacturapi(ctx, { effect: 'write', key: issuerKeyOf(ctx.config) }, async ({ webhooks }) => {
    const create = async () => webhookOf(await webhooks.create({ url, enabled_events: EVENTS }))
    let webhook = await create()
    if (webhook.secret === undefined) {
      await webhooks.del(encodeURIComponent(webhook.id))
      webhook = await create()
    }
    if (webhook.secret === undefined) throw new FacturapiFailure(200)
    return { id: webhook.id, config: { webhookSecret: webhook.secret } }
  })
}

/** Succeeds if the webhook no longer exists. */
export async function unregisterWebhook(id: string, ctx: PluginContext): Promise<void> {
  await askFacturapi(ctx, { effect: 'write', key: issuerKeyOf(ctx.config) }, async ({ webhooks }) => {
    try {
      const answer: unknown = await webhooks.del(encodeURIComponent(id))
      if (!isRecord(answer)) throw new FacturapiFailure(200)
    } catch (error) {
      if (!(error instanceof FacturapiFailure && error.body && error.status === 404)) throw error
    }
  })
}

function webhookOf(answer: unknown): { id: string; secret?: string } {
  if (!isRecord(answer) || typeof answer['id'] !== 'string' || answer['id'] === '') throw new FacturapiFailure(200)
  const { id, secret } = answer
  return { id, secret: typeof secret === 'string' && secret !== '' ? secret : undefined }
}

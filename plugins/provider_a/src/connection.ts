import type { ConfigValues, ConnectionReport, PluginContext } from '@paylink/plugin-api'
import type { Stripe } from 'stripe'
import { askStripe, STRIPE_VERSION } from './ask-stripe.js'
import { secretKeyOf } from './settings.js'
import { GarbledAnswer } from './stripe-errors.js'

const EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
]

/** The mode is read from the key: the account answers alike in both, and a restricted key may not see the balance. */
export function checkConnection(ctx: PluginContext): Promise<ConnectionReport> {
  return askStripe(ctx, 'read', async (stripe) => {
    const account = await stripe.accounts.retrieveCurrent()
    if (typeof account.id !== 'string') throw new GarbledAnswer(200, {})
    const livemode = /^(sk|rk)_live_/.test(secretKeyOf(ctx.config))
    const cannotCharge = livemode && account.charges_enabled === false
    return {
      ok: !cannotCharge,
      externalAccountId: account.id,
      displayName: account.settings?.dashboard?.display_name || account.business_profile?.name || undefined,
      livemode,
      problem: cannotCharge
        ? 'Stripe todavía no permite cobrar con esta cuenta: termina de activarla en Stripe.'
        : undefined,
    }
  })
}

export async function registerWebhook(url: string, ctx: PluginContext): Promise<{ id: string; config: ConfigValues }> {
  const endpoint = await askStripe(ctx, 'write', async (stripe) => {
    const created = await stripe.webhookEndpoints.create({ url, enabled_events: EVENTS, api_version: STRIPE_VERSION })
    if (typeof created.id !== 'string' || !created.secret) throw new GarbledAnswer(200, {})
    return { id: created.id, secret: created.secret }
  })
  return { id: endpoint.id, config: { webhookSecret: endpoint.secret } }
}

/** An endpoint that no longer exists is not an error. */
export async function unregisterWebhook(id: string, ctx: PluginContext): Promise<void> {
  await askStripe(ctx, 'write', async (stripe) => {
    try {
      await stripe.webhookEndpoints.del(id)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'resource_missing')) throw error
    }
  })
}

import { createHmac } from 'node:crypto'
import type { SimulatorContext } from '@paylink/plugin-api'
import { unixNow } from './unix-now.js'
import { endpointsOf, type WebhookEndpoint } from './webhook-endpoints.js'

/** Notifies the account's webhooks, signed as Stripe does. A failed notification must not fail the payer's action. */
export async function announce(
  { account, type, object }: { account: string; type: string; object: object },
  sim: SimulatorContext,
): Promise<void> {
  const endpoints = (await endpointsOf(account, sim.store)).filter(
    ({ events }) => events.includes(type) || events.includes('*'),
  )
  const event = {
    id: `evt_${sim.randomId(24)}`,
    object: 'event',
    created: unixNow(sim),
    livemode: false,
    type,
    pending_webhooks: endpoints.length,
    request: { id: null, idempotency_key: null },
    data: { object },
  }
  await Promise.allSettled(endpoints.map((endpoint) => send(endpoint, event, sim)))
}

function send(endpoint: WebhookEndpoint, event: object, sim: SimulatorContext): Promise<void> {
  const body = JSON.stringify({ ...event, api_version: endpoint.apiVersion })
  const timestamp = unixNow(sim)
  const signature = createHmac('sha256', endpoint.secret).update(`${timestamp}.${body}`).digest('hex')
  return sim.notify({
    url: endpoint.url,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${timestamp},v1=${signature}`,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body,
  })
}

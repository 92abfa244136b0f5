import { createHmac } from 'node:crypto'
import type { SimulatorContext } from '@paylink/plugin-api'
import { type Webhook, webhooksOf } from './webhooks.js'

/** Notifies the organization's webhooks. A failed delivery does not fail the API call that caused it. */
export async function announce(
  { organizationId, type, object }: { organizationId: string; type: string; object: object },
  sim: SimulatorContext,
): Promise<void> {
  const webhooks = (await webhooksOf(organizationId, sim.store)).filter(({ events }) => events.includes(type))
  const body = JSON.stringify({
    id: sim.randomId(24),
    created_at: sim.now().toISOString(),
    livemode: false,
    organization: organizationId,
    type,
    data: { type: 'invoice', object },
  })
  await Promise.allSettled(webhooks.map((webhook) => send(webhook, body, sim)))
}

/** Signed as Facturapi signs: HMAC-SHA256 of the body, in hexadecimal digits. */
async function send({ url, secret }: Webhook, body: string, sim: SimulatorContext): Promise<void> {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'facturapi-signature': signature }
  await sim.notify({ url, headers, body })
}

import { sign } from 'node:crypto'
import type { SimulatorContext } from '@paylink/plugin-api'
import { unixNow } from './unix-now.js'
import { keysOf, webhooksOf, type Webhook } from './webhook-entries.js'

/** Notifies the account's webhooks. A failed notification must not fail the payer's action. */
export async function announce(
  { account, type, object }: { account: string; type: string; object: object },
  sim: SimulatorContext,
): Promise<void> {
  const webhooks = (await webhooksOf(account, sim.store)).filter(({ events }) => events.includes(type))
  const event = eventObject(type, { object, previous_attributes: {} }, sim)
  await Promise.allSettled(webhooks.map((webhook) => send(webhook, event, account, sim)))
}

export function ping(webhook: Webhook, account: string, sim: SimulatorContext): Promise<void> {
  return send(webhook, eventObject('webhook_ping', { action: 'ping', livemode: false }, sim), account, sim)
}

function eventObject(type: string, data: object, sim: SimulatorContext): object {
  return { id: sim.randomId(24), object: 'event', livemode: false, created_at: unixNow(sim), type, data }
}

/** Signs as Conekta does: RSA over the SHA-256 of the body, in base64. */
async function send({ url }: Webhook, event: object, account: string, sim: SimulatorContext): Promise<void> {
  const body = JSON.stringify(event)
  const [key] = await keysOf(account, sim.store)
  const digest = key && sign('sha256', Buffer.from(body), key.privateKey).toString('base64')
  const headers = { 'content-type': 'application/json', 'user-agent': 'Conekta/2.0', ...(digest ? { digest } : {}) }
  await sim.notify({ url, headers, body })
}

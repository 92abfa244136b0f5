import { constants, createPublicKey, verify } from 'node:crypto'
import { WebhookSignatureError, type PluginContext, type RawWebhook, type WebhookHint } from '@paylink/plugin-api'
import { isRecord } from './conekta-errors.js'
import { paymentIdOf } from './order-state.js'
import { webhookPublicKeysOf } from './settings.js'

/**
 * `DIGEST` signs the body, which does not tell when it was sent: `created_at` is the time of the event, and Conekta retries
 * for days. So no notification is ever `stale`; core drops duplicates by the event's id.
 */
export function verifyWebhook({ headers, rawBody }: RawWebhook, ctx: PluginContext): WebhookHint {
  const digest = headers['digest']
  if (!digest) throw new WebhookSignatureError('missing')
  if (!/^[A-Za-z0-9+/]{4,}={0,2}$/.test(digest)) throw new WebhookSignatureError('malformed')
  const signature = Buffer.from(digest, 'base64')
  if (!webhookPublicKeysOf(ctx.config).some((pem) => isSigned(rawBody, signature, pem))) {
    throw new WebhookSignatureError('mismatch')
  }
  return hintOf(rawBody)
}

function isSigned(rawBody: Uint8Array, signature: Uint8Array, pem: string): boolean {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'rsa' && verify('sha256', rawBody, { key, padding: PKCS1 }, signature)
  } catch {
    return false
  }
}

const PKCS1 = constants.RSA_PKCS1_PADDING

function hintOf(rawBody: Uint8Array): WebhookHint {
  const event = parse(rawBody)
  if (!isRecord(event) || typeof event['id'] !== 'string' || typeof event['type'] !== 'string') {
    throw new WebhookSignatureError('malformed')
  }
  const data = event['data']
  return { eventId: event['id'], eventType: event['type'], subjects: subjectsOf(isRecord(data) && data['object']) }
}

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody))
  } catch {
    throw new WebhookSignatureError('malformed')
  }
}

/** A ping, or any other object, concerns none of our payments. */
function subjectsOf(object: unknown): WebhookHint['subjects'] {
  if (!isRecord(object)) return []
  const { object: kind, id, order_id: orderId } = object
  if (kind === 'order' && typeof id === 'string') return [{ providerRef: id, paymentId: paymentIdOf(object) }]
  return kind === 'charge' && typeof orderId === 'string' && orderId !== '' ? [{ providerRef: orderId }] : []
}

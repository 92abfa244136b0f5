import { WebhookSignatureError, type PluginContext, type RawWebhook, type WebhookHint } from '@paylink/plugin-api'
import { askStripe, loadStripe } from './ask-stripe.js'
import { PAYMENT_METADATA_KEY, paymentIdOf } from './provider-state.js'
import { webhookSecretOf } from './settings.js'

const TOLERANCE_MS = 5 * 60_000
/** Disables the SDK's check of the time: it accepts times in the future, and does not use our clock. */
const ANY_AGE = 0

interface NotifiedObject {
  object?: unknown
  id?: unknown
  client_reference_id?: unknown
  metadata?: Record<string, unknown> | null
  payment_intent?: unknown
}

export async function verifyWebhook(webhook: RawWebhook, ctx: PluginContext): Promise<WebhookHint> {
  const header = webhook.headers['stripe-signature']
  if (!header) throw new WebhookSignatureError('missing')
  const signedAt = signedAtOf(header)
  if (signedAt === undefined) throw new WebhookSignatureError('malformed')
  await verifySignature(webhook.rawBody, header, webhookSecretOf(ctx.config))
  if (Math.abs(Date.parse(webhook.receivedAt) - signedAt) > TOLERANCE_MS) throw new WebhookSignatureError('stale')
  return hintOf(webhook.rawBody, ctx)
}

async function verifySignature(rawBody: Uint8Array, header: string, secret: string): Promise<void> {
  const { webhooks } = await loadStripe()
  try {
    await webhooks.signature!.verifyHeaderAsync(rawBody, header, secret, ANY_AGE)
  } catch {
    throw new WebhookSignatureError('mismatch')
  }
}

/** `t=<unix seconds>,v1=<hex>[,v1=<hex>…]`: one time, and at least one signature of the current scheme. */
function signedAtOf(header: string): number | undefined {
  const parts = header.split(',')
  const times = parts.filter((part) => part.startsWith('t='))
  const isSigned = parts.some((part) => /^v1=[0-9a-f]+$/i.test(part))
  if (times.length !== 1 || !isSigned || !/^t=\d{1,12}$/.test(times[0]!)) return undefined
  return Number(times[0]!.slice(2)) * 1000
}

async function hintOf(rawBody: Uint8Array, ctx: PluginContext): Promise<WebhookHint> {
  const event = parseEvent(rawBody)
  if (typeof event?.id !== 'string' || typeof event.type !== 'string') throw new WebhookSignatureError('malformed')
  return { eventId: event.id, eventType: event.type, subjects: await subjectsOf(event.data?.object, ctx) }
}

function parseEvent(rawBody: Uint8Array) {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody)) as {
      id?: unknown
      type?: unknown
      data?: { object?: NotifiedObject }
    } | null
  } catch {
    throw new WebhookSignatureError('malformed')
  }
}

async function subjectsOf(object: NotifiedObject | undefined, ctx: PluginContext): Promise<WebhookHint['subjects']> {
  if (object?.object === 'dispute') return disputedSubjects(object, ctx)
  const paymentId = stringOf(object?.client_reference_id) ?? stringOf(object?.metadata?.[PAYMENT_METADATA_KEY])
  if (object?.object === 'checkout.session') return [{ providerRef: stringOf(object.id), paymentId }]
  const isOurs = (object?.object === 'payment_intent' || object?.object === 'charge') && paymentId !== undefined
  return isOurs ? [{ paymentId }] : []
}

/** A dispute only names its PaymentIntent, whose session is looked up. */
async function disputedSubjects({ payment_intent: intent }: NotifiedObject, ctx: PluginContext) {
  if (typeof intent !== 'string') return []
  return askStripe(ctx, 'read', async (stripe) => {
    const { data } = await stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 })
    return data.map((session) => ({ providerRef: session.id, paymentId: paymentIdOf(session) }))
  })
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

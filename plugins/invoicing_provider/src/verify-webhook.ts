import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookSignatureError, type InvoicingHint, type PluginContext, type RawWebhook } from '@paylink/plugin-api'
import { isRecord } from './facturapi-failure.js'
import { webhookSecretOf } from './settings.js'

/**
 * The header signs only the body, without a timestamp, so no notification is ever `stale`: a repeated one only makes core
 * read the invoice again.
 */
export function verifyWebhook({ headers, rawBody }: RawWebhook, ctx: PluginContext): InvoicingHint {
  const given = headers['facturapi-signature']
  if (!given) throw new WebhookSignatureError('missing')
  if (!/^[0-9a-f]{64}$/i.test(given)) throw new WebhookSignatureError('malformed')
  const secret = webhookSecretOf(ctx.config)
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  // Everyone knows the empty secret.
  if (secret === '' || !timingSafeEqual(Buffer.from(given, 'hex'), expected)) {
    throw new WebhookSignatureError('mismatch')
  }
  return hintOf(rawBody)
}

function hintOf(rawBody: Uint8Array): InvoicingHint {
  const event = parse(rawBody)
  if (!isRecord(event) || typeof event['id'] !== 'string' || typeof event['type'] !== 'string') {
    throw new WebhookSignatureError('malformed')
  }
  return { eventId: event['id'], eventType: event['type'], subjects: subjectsOf(event['data']) }
}

function parse(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody))
  } catch {
    throw new WebhookSignatureError('malformed')
  }
}

/** Pings and unknown events have no subjects. */
function subjectsOf(data: unknown): InvoicingHint['subjects'] {
  if (!isRecord(data) || data['type'] !== 'invoice' || !isRecord(data['object'])) return []
  const { id, external_id: externalId } = data['object']
  if (typeof id !== 'string' || id === '') return []
  return [{ providerRef: id, invoiceId: typeof externalId === 'string' && externalId !== '' ? externalId : undefined }]
}

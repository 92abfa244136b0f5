import { createHmac } from 'node:crypto'

/**
 * The headers of one attempt as docs/webhooks.md describes them, written apart from the service: what both must agree
 * with is the page. Several secrets sign while one is rotated.
 */
export function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  sentAt: number | string,
): Record<string, string> {
  const hmac = (key: string | Buffer, head: string) => createHmac('sha256', key).update(`${head}.`).update(body)
  const hexes = secrets.map((secret) => `v1=${hmac(secret, `${sentAt}`).digest('hex')}`)
  const base64s = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${hmac(key, `${id}.${sentAt}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'service-signature': [`t=${sentAt}`, ...hexes].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(sentAt),
    'webhook-signature': base64s.join(' '),
  }
}

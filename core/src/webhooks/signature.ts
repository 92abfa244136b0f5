import { createHmac } from 'node:crypto'

/** `whsec_` and the base64 of its 32 bytes (R143). */
const SECRET_PREFIX = 'whsec_'

export const secretOf = (bytes: Uint8Array): string => `${SECRET_PREFIX}${Buffer.from(bytes).toString('base64')}`

/**
 * The headers of one attempt (R152, R206): the specification's own, keyed with the whole secret as text, and those of
 * Standard Webhooks, keyed with the bytes after `whsec_`.
 *
 * @param secrets the newest first; a replaced one still signs until its overlap ends
 * @param at whole seconds since 1970
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  body: Uint8Array,
  at: number,
): Record<string, string> {
  const own = secrets.map((secret) => createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex'))
  const standard = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(`${id}.${at}.`)
      .update(body)
      .digest('base64'),
  )
  return {
    'service-signature': [`t=${at}`, ...own.map((signature) => `v1=${signature}`)].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': standard.map((signature) => `v1,${signature}`).join(' '),
  }
}

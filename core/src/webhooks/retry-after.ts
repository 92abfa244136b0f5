import { HOUR_MS, SECOND_MS } from '../kernel/clock.js'
import { WEBHOOK_BACKOFF } from '../work/backoff.js'

const MAX_RETRY_AFTER_MS = HOUR_MS

/**
 * The delay after the failure of attempt `number` (from 1), in milliseconds; null: that was the last one. A receiver's
 * `Retry-After` makes it longer, up to an hour, never shorter.
 */
export function delayAfter(deliveryId: string, number: number, retryAfterMs: number | null): number | null {
  const backoffMs = WEBHOOK_BACKOFF.after(number, deliveryId)
  return backoffMs && Math.max(backoffMs, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
}

/** `Retry-After` as milliseconds from now: seconds, or a date (RFC 9110, 10.2.3). Null: absent or unreadable. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND_MS
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

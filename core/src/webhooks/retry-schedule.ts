import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'

/** The delay after each failure but the last (R209): eleven attempts in 43 h 42 min 30 s. */
export const BACKOFF_MS = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  16 * HOUR_MS,
]

export const MAX_ATTEMPTS = BACKOFF_MS.length + 1

const JITTER = 0.05
const MAX_JITTER_MS = 5 * MINUTE_MS
const MAX_RETRY_AFTER_MS = HOUR_MS
/** With its jitter. */
export const MAX_BACKOFF_MS = Math.max(...BACKOFF_MS) + MAX_JITTER_MS

/**
 * The delay after the failure of attempt `number` (from 1), in milliseconds; null: that was the last one.
 *
 * The jitter, at most 5 % and five minutes either way, is derived from the delivery: deliveries that failed together do
 * not retry together, and each keeps its times across restarts. A receiver's `Retry-After` makes the delay longer, up to
 * an hour, never shorter.
 */
export function backoffAfter(deliveryId: string, number: number, retryAfterMs: number | null): number | null {
  const pause = BACKOFF_MS[number - 1]
  if (pause === undefined) return null
  const spread = Math.min(pause * JITTER, MAX_JITTER_MS)
  const own = pause + spread * jitterOf(`${deliveryId}:${number}`)
  return Math.round(Math.max(own, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)))
}

/** From −1 to 1, always the same for the same text. */
function jitterOf(text: string): number {
  return (createHash('sha256').update(text).digest().readUInt32BE() / 0xffffffff) * 2 - 1
}

/** `Retry-After` as milliseconds from now: seconds, or a date (RFC 9110, 10.2.3). Null: absent or unreadable. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND_MS
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}

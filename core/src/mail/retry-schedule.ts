import { HOUR_MS, MINUTE_MS } from '../kernel/clock.js'

/** Greylisting takes minutes, an outage hours; a mail that is a day late is no longer worth sending. */
const BACKOFF_MS = [
  ...[MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS],
]

/** The delay after that many attempts; null: give up. */
export const mailBackoff = (attempts: number): number | null => BACKOFF_MS[attempts - 1] ?? null

export const MAX_MAIL_BACKOFF_MS = Math.max(...BACKOFF_MS)

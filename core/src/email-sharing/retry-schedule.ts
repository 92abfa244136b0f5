import { HOUR_MS, MINUTE_MS } from '../kernel/clock.js'

/** Greylisting wants a few minutes; an outage, hours. A mail that is a day late is no longer worth sending. */
const PAUSES_MS = [
  ...[MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS],
]

/** How long until the next attempt after that many; null: none. */
export const pauseAfter = (attempts: number): number | null => PAUSES_MS[attempts - 1] ?? null

export const LONGEST_PAUSE_MS = Math.max(...PAUSES_MS)

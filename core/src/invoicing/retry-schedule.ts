import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'

/** While the provider is working: a stamp takes seconds, a cancellation up to three days. */
const POLL_MS = [
  ...[SECOND_MS, SECOND_MS, 2 * SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS],
  ...[MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
]
const MAX_POLL_MS = HOUR_MS

/** While the provider is unavailable or out of stamps. */
const OUTAGE_MS = [5 * SECOND_MS, 15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS]
const MAX_OUTAGE_MS = 15 * MINUTE_MS

/** After an unknown outcome the call may still be in progress: wait until it has ended before searching. */
const MIN_AMBIGUOUS_MS = 15 * SECOND_MS

export const MAX_INVOICE_DELAY_MS = Math.max(MAX_POLL_MS, MAX_OUTAGE_MS)

export const pollInterval = (tries: number): number => POLL_MS[tries] ?? MAX_POLL_MS

export const outageBackoff = (tries: number): number => OUTAGE_MS[tries] ?? MAX_OUTAGE_MS

export const ambiguousBackoff = (tries: number): number => Math.max(MIN_AMBIGUOUS_MS, outageBackoff(tries))

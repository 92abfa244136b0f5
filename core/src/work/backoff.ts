import { crc32 } from 'node:zlib'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'

interface Spread {
  /** The delay after every further failure; without it the last delay is followed by no attempt. */
  thenMs?: number
  /** The greatest share of a delay by which it is longer or shorter. */
  jitter?: number
  maxJitterMs?: number
}

/** A retry schedule: the delay after each failed attempt. Every schedule of the service is in this file. */
export class Backoff {
  /** With its jitter: a row that waits for longer was scheduled before the clock was set back. */
  readonly maxMs: number

  constructor(
    private readonly delaysMs: readonly number[],
    private readonly spread: Spread = {},
  ) {
    const longest = Math.max(...delaysMs, spread.thenMs ?? 0)
    this.maxMs = longest + this.jitterOf(longest)
  }

  /** Infinite with `thenMs`. */
  get maxAttempts(): number {
    return this.spread.thenMs === undefined ? this.delaysMs.length + 1 : Infinity
  }

  /**
   * The delay after failure number `failures` (from 1), in milliseconds; null: no further attempt.
   *
   * @param key what the jitter is derived from, so that a row keeps its times and rows that failed together spread out
   */
  after(failures: number, key = ''): number | null {
    const delay = this.delaysMs[failures - 1] ?? this.spread.thenMs
    if (delay === undefined) return null
    return Math.round(delay + this.jitterOf(delay) * (2 * fractionOf(`${key}:${failures}`) - 1))
  }

  private jitterOf(delayMs: number): number {
    return Math.min(delayMs * (this.spread.jitter ?? 0), this.spread.maxJitterMs ?? Infinity)
  }
}

/** Between 0 and 1, always the same for the same text. */
export const fractionOf = (text: string): number => crc32(text) / 0xffffffff

/** Eleven attempts in 43 h 42 min 30 s (R209). */
export const WEBHOOK_BACKOFF = new Backoff(
  [
    ...[30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS],
    ...[1, 2, 4, 8, 12, 16].map((hours) => hours * HOUR_MS),
  ],
  { jitter: 0.05, maxJitterMs: 5 * MINUTE_MS },
)

/** One, two, four … seconds, then hourly for as long as the notification matters. */
export const NOTIFICATION_BACKOFF = new Backoff(
  Array.from({ length: 12 }, (_, attempt) => SECOND_MS * 2 ** attempt),
  { thenMs: HOUR_MS },
)

/** Greylisting takes minutes, an outage hours. An email that is a day late is not worth sending. */
export const EMAIL_BACKOFF = new Backoff([
  ...[MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, 8 * HOUR_MS, 8 * HOUR_MS],
])

/** Polls of an invoice: stamping takes seconds, the acknowledgement of a cancellation up to three days. */
export const INVOICE_POLL = new Backoff(
  [
    ...[SECOND_MS, SECOND_MS, 2 * SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS],
    ...[MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  ],
  { thenMs: HOUR_MS },
)

/** The invoicing provider is unavailable or out of stamps. */
export const INVOICE_OUTAGE_BACKOFF = new Backoff(
  [5 * SECOND_MS, 15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS],
  { thenMs: 15 * MINUTE_MS },
)

/** A call with an unknown outcome may still be running at the provider: it is given time to end. */
export const INVOICE_AMBIGUOUS_BACKOFF = new Backoff(
  [15 * SECOND_MS, 15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS],
  { thenMs: 15 * MINUTE_MS },
)

/** When a pending payment is verified, counted from its creation, or from the expiry of its checkout. */
export const VERIFICATION = {
  creating: [15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  open: [2, 5, 10, 20, 40].map((minutes) => minutes * MINUTE_MS),
  delayed: [],
  afterExpiry: [1, 5, 30].map((minutes) => minutes * MINUTE_MS),
  /** From its success on: for refunds whose notification was lost. */
  refunds: [1, 7, 30].map((days) => days * DAY_MS),
} as const satisfies Record<string, readonly number[]>

import { type Clock, DAY_MS, HOUR_MS, SECOND_MS } from '../kernel/clock.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'

const MAX_PER_MINUTE = 5
const MAX_FAILURES_PER_DAY = 20
/** From all addresses: slows down a client with many, and a client with one address cannot lock the receiver out. */
const MAX_LINK_FAILURES_PER_DAY = 100
const MAX_ENTRIES = 10_000

interface Failures {
  since: number
  count: number
}

/**
 * Keeps the receiver of an invoice from being guessed. A name and a date of birth give ten of the thirteen characters of
 * an RFC, and the last is a check digit: about 1,300 are left, so a limit per minute is not enough. Counted in memory,
 * per process, like all rate limits.
 */
export class ProofAttempts {
  private readonly failures = new Map<string, Failures>()

  constructor(
    private readonly limiter: Pick<RateLimiter, 'take'>,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt. @returns 0: allowed; else whole seconds until the next one may be */
  take(linkId: string, address: string): number {
    const isExhausted =
      this.countOf(`${linkId} ${address}`) >= MAX_FAILURES_PER_DAY || this.countOf(linkId) >= MAX_LINK_FAILURES_PER_DAY
    if (isExhausted) return HOUR_MS / SECOND_MS
    const { allowed, retryAfterSeconds } = this.limiter.take(`receiver:${linkId}:${address}`, MAX_PER_MINUTE)
    return allowed ? 0 : retryAfterSeconds
  }

  recordFailure(linkId: string, address: string): void {
    for (const key of [linkId, `${linkId} ${address}`]) {
      const count = this.countOf(key)
      const since = count === 0 ? this.clock.now().getTime() : (this.failures.get(key)?.since ?? 0)
      // Moved to the end: the entry that failed longest ago is dropped first.
      this.failures.delete(key)
      this.failures.set(key, { since, count: count + 1 })
    }
    for (const key of this.failures.keys()) {
      if (this.failures.size <= MAX_ENTRIES) break
      this.failures.delete(key)
    }
  }

  private countOf(key: string): number {
    const known = this.failures.get(key)
    const age = known ? this.clock.now().getTime() - known.since : DAY_MS
    // A clock that was set back must not extend the block.
    return known && age >= 0 && age < DAY_MS ? known.count : 0
  }
}

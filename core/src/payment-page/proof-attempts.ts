import { type Clock, DAY_MS, HOUR_MS, SECOND_MS } from '../kernel/clock.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'

const MAX_A_MINUTE = 5
const MAX_FAILURES_A_DAY = 20
/** From all addresses: a client with many of them is slowed down, and one with a single address cannot lock the receiver out. */
const MAX_FAILURES_OF_LINK_A_DAY = 100
const MAX_KEPT = 10_000

interface Failures {
  since: number
  count: number
}

/**
 * Keeps the receiver of an invoice from being guessed. A stranger who knows a name and a date of birth knows ten of the
 * thirteen characters of an RFC, and the last is a check digit: about 1,300 are left, so a limit a minute is not enough.
 * Counted in the memory of this process, as all limits are.
 */
export class ProofAttempts {
  private readonly failures = new Map<string, Failures>()

  constructor(
    private readonly limiter: Pick<RateLimiter, 'take'>,
    private readonly clock: Clock,
  ) {}

  /** Counts an attempt. @returns 0: it is allowed; else whole seconds after which another one may be */
  take(linkId: string, address: string): number {
    const isSpent =
      this.countOf(`${linkId} ${address}`) >= MAX_FAILURES_A_DAY || this.countOf(linkId) >= MAX_FAILURES_OF_LINK_A_DAY
    if (isSpent) return HOUR_MS / SECOND_MS
    const { allowed, retryAfterSeconds } = this.limiter.take(`receiver:${linkId}:${address}`, MAX_A_MINUTE)
    return allowed ? 0 : retryAfterSeconds
  }

  failed(linkId: string, address: string): void {
    for (const key of [linkId, `${linkId} ${address}`]) {
      const count = this.countOf(key)
      const since = count === 0 ? this.clock.now().getTime() : (this.failures.get(key)?.since ?? 0)
      // Put at the end: what is forgotten first is what failed longest ago.
      this.failures.delete(key)
      this.failures.set(key, { since, count: count + 1 })
    }
    for (const key of this.failures.keys()) {
      if (this.failures.size <= MAX_KEPT) break
      this.failures.delete(key)
    }
  }

  private countOf(key: string): number {
    const known = this.failures.get(key)
    const age = known ? this.clock.now().getTime() - known.since : DAY_MS
    // A clock that was set back must not keep anyone out for longer.
    return known && age >= 0 && age < DAY_MS ? known.count : 0
  }
}

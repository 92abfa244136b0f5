import type { Clock } from '../kernel/clock.js'
import { SlidingLog, type Taken } from './sliding-log.js'

const MOST_KEPT = 20_000

/** Counts requests in the memory of this process (R175). `who` is a key's id, a client's address or a link's. */
export class RateLimiter {
  private readonly logs = new Map<string, SlidingLog>()

  constructor(
    private readonly clock: Clock,
    private readonly defaultLimit: number,
  ) {}

  take(who: string, limit: number | null): Taken {
    const now = this.clock.now().getTime()
    return this.logOf(who, limit ?? this.defaultLimit, now).take(now)
  }

  /** Whole seconds, at least 1, after which one more will be allowed; 0: one is now. Counts nothing. */
  secondsUntilFree(who: string, limit: number): number {
    const now = this.clock.now().getTime()
    return this.logOf(who, limit, now).secondsUntilFree(now)
  }

  private logOf(who: string, limit: number, now: number): SlidingLog {
    let log = this.logs.get(who)
    if (log?.limit !== limit) {
      if (this.logs.size >= MOST_KEPT) this.forgetIdle(now)
      log = new SlidingLog(limit)
      this.logs.set(who, log)
    }
    return log
  }

  private forgetIdle(now: number): void {
    for (const [who, log] of this.logs) if (log.isIdle(now)) this.logs.delete(who)
    // All busy: a flood of addresses. Forgetting the oldest bounds the memory.
    for (const who of this.logs.keys()) {
      if (this.logs.size < MOST_KEPT) break
      this.logs.delete(who)
    }
  }
}

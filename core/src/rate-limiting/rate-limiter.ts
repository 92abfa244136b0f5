import type { Clock } from '../kernel/clock.js'
import { SlidingLog, type Taken } from './sliding-log.js'

const MOST_KEPT = 20_000

/** Counts requests in the memory of this process (R175). `who` is a key's id or a client's address. */
export class RateLimiter {
  private readonly logs = new Map<string, SlidingLog>()

  constructor(
    private readonly clock: Clock,
    private readonly defaultLimit: number,
  ) {}

  take(who: string, limit: number | null): Taken {
    const now = this.clock.now().getTime()
    const most = limit ?? this.defaultLimit
    let log = this.logs.get(who)
    if (log?.limit !== most) {
      if (this.logs.size >= MOST_KEPT) this.forgetIdle(now)
      log = new SlidingLog(most)
      this.logs.set(who, log)
    }
    return log.take(now)
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

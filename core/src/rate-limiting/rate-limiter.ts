import type { Clock } from '../kernel/clock.js'
import { addressGroup } from './address-group.js'
import { LogTable } from './log-table.js'
import type { Taken } from './sliding-log.js'

const MAX_CLIENTS = 20_000

/** Counts requests in memory, per process (R175). */
export class RateLimiter {
  /** By ids that the service issued: keys, links. */
  private readonly ids = new LogTable(MAX_CLIENTS)
  /** Separate, so that a flood of addresses cannot evict the log of a key. */
  private readonly addresses = new LogTable(MAX_CLIENTS)

  constructor(
    private readonly clock: Clock,
    private readonly defaultLimit: number,
  ) {}

  take(id: string, limit: number | null): Taken {
    return this.ids.take(id, limit ?? this.defaultLimit, this.nowMs())
  }

  /** Counts a request of a client that is identified by its address only. */
  takeAddress(address: string): Taken {
    return this.addresses.take(addressGroup(address), this.defaultLimit, this.nowMs())
  }

  /** Whole seconds until one more request is allowed; 0: it is allowed now. Counts nothing. */
  secondsUntilFree(id: string, limit: number): number {
    return this.ids.secondsUntilFree(id, limit, this.nowMs())
  }

  private nowMs(): number {
    return this.clock.now().getTime()
  }
}

import type { Clock } from '../kernel/clock.js'
import { addressGroup } from './address-group.js'
import { LogTable } from './log-table.js'
import type { Taken } from './sliding-log.js'

const MAX_CLIENTS = 20_000

export interface Counted {
  kind: 'id' | 'address'
  client: string
  limit: number
}

/** Counts requests in memory (R175). */
export class RateLimiter {
  /** Is told of each request that was counted here. */
  onCounted: ((counted: Counted) => void) | undefined
  /** By ids that the service issued: keys, links. */
  private readonly ids = new LogTable(MAX_CLIENTS)
  /** Separate, so that a flood of addresses cannot evict the log of a key. */
  private readonly addresses = new LogTable(MAX_CLIENTS)

  constructor(
    private readonly clock: Clock,
    private readonly defaultLimit: number,
  ) {}

  take(id: string, limit: number | null): Taken {
    return this.count({ kind: 'id', client: id, limit: limit ?? this.defaultLimit })
  }

  /** Counts a request of a client that is identified by its address only. */
  takeAddress(address: string): Taken {
    return this.count({ kind: 'address', client: addressGroup(address), limit: this.defaultLimit })
  }

  /** Whole seconds until one more request is allowed; 0: it is allowed now. Counts nothing. */
  secondsUntilFree(id: string, limit: number): number {
    return this.ids.secondsUntilFree(id, limit, this.nowMs())
  }

  /** Requests that another process counted just now. */
  add(counted: Counted, times: number): void {
    this.tableOf(counted).add(counted.client, counted.limit, times, this.nowMs())
  }

  private count(counted: Counted): Taken {
    const taken = this.tableOf(counted).take(counted.client, counted.limit, this.nowMs())
    if (taken.allowed) this.onCounted?.(counted)
    return taken
  }

  private tableOf({ kind }: Counted): LogTable {
    return kind === 'id' ? this.ids : this.addresses
  }

  private nowMs(): number {
    return this.clock.now().getTime()
  }
}

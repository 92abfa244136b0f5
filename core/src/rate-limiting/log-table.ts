import { SlidingLog, type Taken } from './sliding-log.js'

/**
 * The logs of at most `capacity` clients. Both maps are ordered by the last counted request, so the client to evict is
 * always the first of one, and eviction takes constant time.
 */
export class LogTable {
  private readonly free = new Map<string, SlidingLog>()
  /** At their limit when last counted. Evicting one that still is would end its limit early. */
  private readonly throttled = new Map<string, SlidingLog>()

  constructor(private readonly capacity: number) {}

  /** How many clients it remembers. */
  get size(): number {
    return this.free.size + this.throttled.size
  }

  take(client: string, limit: number, nowMs: number): Taken {
    const log = this.find(client, limit) ?? new SlidingLog(limit)
    const taken = log.take(nowMs)
    // A refused request is not counted and must not make its client look more recent.
    if (taken.allowed) this.put(client, log, taken.remaining === 0, nowMs)
    return taken
  }

  /** Counts requests that were accepted elsewhere, at most up to the limit. */
  add(client: string, limit: number, times: number, nowMs: number): void {
    for (let count = 0; count < times; count++) if (!this.take(client, limit, nowMs).allowed) return
  }

  secondsUntilFree(client: string, limit: number, nowMs: number): number {
    return this.find(client, limit)?.secondsUntilFree(nowMs) ?? 0
  }

  private find(client: string, limit: number): SlidingLog | undefined {
    const log = this.free.get(client) ?? this.throttled.get(client)
    return log?.limit === limit ? log : undefined
  }

  private put(client: string, log: SlidingLog, isThrottled: boolean, nowMs: number): void {
    const isKnown = this.free.delete(client) || this.throttled.delete(client)
    if (!isKnown) this.makeRoom(nowMs)
    const map = isThrottled ? this.throttled : this.free
    map.set(client, log)
  }

  /** A log without a request of the last minute tells nothing: most clients, such as links, never come again. */
  private makeRoom(nowMs: number): void {
    for (const map of [this.free, this.throttled]) {
      for (const [client, log] of map) {
        if (!log.isIdle(nowMs)) break
        map.delete(client)
      }
    }
    if (this.size >= this.capacity) this.evictOne()
  }

  /** Clients within their limit; a throttled one only if there is no other. */
  private evictOne(): void {
    const map = this.free.size > 0 ? this.free : this.throttled
    const [longest] = map.keys()
    if (longest !== undefined) map.delete(longest)
  }
}

import { MINUTE_MS } from '../kernel/clock.js'

export interface Taken {
  allowed: boolean
  limit: number
  remaining: number
  /** Whole seconds until one more request is allowed; 0: it is allowed now. */
  retryAfterSeconds: number
  /** Whole seconds until the full limit is available again. */
  resetSeconds: number
}

const INITIAL_SIZE = 8

/** The exact times of the last `limit` requests within a minute, in a ring buffer that grows up to that size (I45). */
export class SlidingLog {
  private times: Float64Array
  private oldest = 0
  private count = 0

  constructor(readonly limit: number) {
    this.times = new Float64Array(Math.min(limit, INITIAL_SIZE))
  }

  take(nowMs: number): Taken {
    this.forgetOld(nowMs)
    const allowed = this.count < this.limit
    if (allowed) {
      if (this.count === this.times.length) this.grow()
      this.times[(this.oldest + this.count) % this.times.length] = nowMs
      this.count++
    }
    return {
      allowed,
      limit: this.limit,
      remaining: this.limit - this.count,
      retryAfterSeconds: allowed ? 0 : secondsUntilOld(this.at(0), nowMs),
      resetSeconds: secondsUntilOld(this.at(this.count - 1), nowMs),
    }
  }

  /** Whole seconds until one more request is allowed; 0: it is allowed now. Counts nothing. */
  secondsUntilFree(nowMs: number): number {
    this.forgetOld(nowMs)
    return this.count < this.limit ? 0 : secondsUntilOld(this.at(0), nowMs)
  }

  /** No request within the last minute. */
  isIdle(nowMs: number): boolean {
    return this.count === 0 || this.at(this.count - 1) <= nowMs - MINUTE_MS
  }

  private forgetOld(nowMs: number): void {
    // A time in the future was recorded before the clock was set back: clients must not wait for it.
    while (this.count > 0 && (this.at(0) <= nowMs - MINUTE_MS || this.at(0) > nowMs)) {
      this.oldest = (this.oldest + 1) % this.times.length
      this.count--
    }
  }

  private grow(): void {
    const larger = new Float64Array(Math.min(this.limit, 2 * this.times.length))
    for (let index = 0; index < this.count; index++) larger[index] = this.at(index)
    this.times = larger
    this.oldest = 0
  }

  private at(index: number): number {
    return this.times[(this.oldest + index) % this.times.length] ?? 0
  }
}

const secondsUntilOld = (time: number, nowMs: number): number =>
  Math.max(1, Math.ceil((time + MINUTE_MS - nowMs) / 1000))

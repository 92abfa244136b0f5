import { SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'

const MAX_DRAIN_MS = SECOND_MS

interface Parts<T> {
  /** What the entries are, in the plural, for the log. */
  what: string
  maxPerBatch: number
  store: (batch: readonly T[]) => Promise<void>
  timer: Timer
  log: Log
}

/**
 * Keeps entries in memory and stores them in batches, so that those who add them wait for no transaction. What cannot be
 * stored is kept and tried again with the next run. A kill loses what was not stored yet.
 */
export class WriteBehind<T> {
  private entries: T[] = []
  private last: Promise<void> = Promise.resolve()
  private isFailing = false

  constructor(private readonly parts: Parts<T>) {}

  get length(): number {
    return this.entries.length
  }

  add(entry: T): void {
    this.entries.push(entry)
  }

  /** Stores what was added so far. */
  run(): Promise<void> {
    this.last = this.last.then(() => this.store())
    return this.last
  }

  /** At shutdown: stores the rest, unless the database takes too long. */
  async drain(): Promise<void> {
    await Promise.race([this.run(), this.parts.timer.sleep(MAX_DRAIN_MS)])
  }

  private async store(): Promise<void> {
    const { what, maxPerBatch, store, log } = this.parts
    // What is added meanwhile waits for the next run: under load there is always something, a few entries at a time.
    for (let left = this.entries.length; left > 0;) {
      const batch = this.entries.slice(0, Math.min(left, maxPerBatch))
      try {
        await store(batch)
      } catch (error) {
        if (!this.isFailing) log.warn({ err: error }, `${what} cannot be stored; keeping them in memory`)
        this.isFailing = true
        return
      }
      if (this.isFailing) log.info({}, `${what} can be stored again`)
      this.isFailing = false
      this.entries = this.entries.slice(batch.length)
      left -= batch.length
    }
  }
}

import type { Clock } from '../kernel/clock.js'
import type { Timer } from '../kernel/timer.js'

interface Limits {
  /** A reading, or its failure, is reused for this long. */
  reuseMs: number
  /** A caller waits no longer; the reading goes on, and the next caller may have it. */
  waitMs: number
}

/** A reading that many may ask for and that is made once. Undefined: it failed, or is not there yet. */
export class LatestReading<T> {
  private running: Promise<void> | undefined
  private last: { at: number; value: T | undefined } | undefined

  constructor(
    private readonly read: () => Promise<T>,
    private readonly limits: Limits,
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {}

  async get(): Promise<T | undefined> {
    if (this.isFresh()) return this.last?.value
    this.running ??= this.refresh().finally(() => (this.running = undefined))
    const isDone = await this.isDoneInTime(this.running)
    return isDone ? this.last?.value : undefined
  }

  private isDoneInTime(reading: Promise<void>): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.timer.after(this.limits.waitMs, () => resolve(false))
      void reading.then(() => resolve(true)).finally(cancel)
    })
  }

  private isFresh(): boolean {
    const age = this.last ? this.clock.now().getTime() - this.last.at : Infinity
    return age >= 0 && age < this.limits.reuseMs
  }

  private async refresh(): Promise<void> {
    const value = await this.read().catch(() => undefined)
    this.last = { at: this.clock.now().getTime(), value }
  }
}

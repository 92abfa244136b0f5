import type { Clock } from '../kernel/clock.js'

interface Done<Result> {
  at: number
  result: Result
}

/**
 * Work that many people may ask for at once: it runs once for all of them, its result is good for a moment, and only so
 * much of it runs at a time.
 */
export class SharedRuns<Result> {
  private readonly running = new Map<string, Promise<Result>>()
  private readonly done = new Map<string, Done<Result>>()

  constructor(
    private readonly clock: Clock,
    private readonly limits: { keptMs: number; maxAtOnce: number },
  ) {}

  /** Runs, waits for the run under way, or returns the last result. Undefined: too much of it runs. */
  async run(about: string, work: () => Promise<Result>): Promise<Result | undefined> {
    const now = this.clock.now().getTime()
    this.forgetBefore(now - this.limits.keptMs)
    const last = this.done.get(about)
    if (last) return last.result
    const underWay = this.running.get(about)
    if (underWay) return underWay
    if (this.running.size >= this.limits.maxAtOnce) return undefined
    const started = this.start(about, work)
    this.running.set(about, started)
    return started
  }

  private async start(about: string, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work()
      this.done.set(about, { at: this.clock.now().getTime(), result })
      return result
    } finally {
      this.running.delete(about)
    }
  }

  private forgetBefore(moment: number): void {
    for (const [about, { at }] of this.done) if (at < moment) this.done.delete(about)
  }
}

import { Problem } from '../kernel/problem.js'
import { type Clock, SECOND_MS } from '../kernel/clock.js'
import type { Timer } from '../kernel/timer.js'

/** An answer is given again for this long: a flood of probes costs one. */
const REUSE_MS = SECOND_MS
const MAX_WAIT_MS = 1500

/** Whether requests can be served, found out by doing what requests do. */
export class Readiness {
  private running: Promise<void> | undefined
  private last: { at: number; failure: Error | undefined } | undefined

  /** `probe` throws when a request would fail. */
  constructor(
    private readonly probe: () => Promise<void>,
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {}

  /** @throws what the probe threw, or a Problem when nothing is known in time */
  async check(): Promise<void> {
    const now = this.clock.now().getTime()
    if (!this.last || now < this.last.at || now - this.last.at >= REUSE_MS) {
      this.running ??= this.look().finally(() => (this.running = undefined))
      await this.inTime(this.running)
    }
    if (this.last?.failure) throw this.last.failure
  }

  private async look(): Promise<void> {
    let failure: Error | undefined
    try {
      await this.probe()
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
    }
    this.last = { at: this.clock.now().getTime(), failure }
  }

  private inTime(look: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = new Problem('service_unavailable', { detail: 'The database has not answered yet.' })
      const cancel = this.timer.after(MAX_WAIT_MS, () => reject(late))
      void look.then(resolve).finally(cancel)
    })
  }
}

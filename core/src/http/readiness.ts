import { Problem } from '../kernel/problem.js'
import { type Clock, SECOND_MS } from '../kernel/clock.js'
import type { Timer } from '../kernel/timer.js'

/** A result is reused for this long, so that a flood of probes runs only one. */
const REUSE_MS = SECOND_MS
const MAX_WAIT_MS = 1500

/** Finds out whether requests can be served by doing what requests do. */
export class Readiness {
  private running: Promise<void> | undefined
  private last: { at: number; failure: Error | undefined } | undefined

  /** `probe` throws when a request would fail. `wasRefused`: within that time the database refused a write. */
  constructor(
    private readonly probe: () => Promise<void>,
    private readonly wasRefused: (withinMs: number) => boolean,
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {}

  /**
   * What `whenReady` finds, as of now.
   *
   * @throws the probe's error, or a Problem if both together take too long
   */
  check<T>(whenReady: () => Promise<T>): Promise<T> {
    return this.inTime(this.assertReady().then(whenReady))
  }

  private async assertReady(): Promise<void> {
    if (!this.isReusable()) {
      this.running ??= this.runProbe().finally(() => (this.running = undefined))
      await this.running
    }
    if (this.last?.failure) throw this.last.failure
  }

  private isReusable(): boolean {
    const { last } = this
    if (!last) return false
    const ageMs = this.clock.now().getTime() - last.at
    if (ageMs < 0 || ageMs >= REUSE_MS) return false
    return last.failure !== undefined || !this.wasRefused(REUSE_MS)
  }

  private async runProbe(): Promise<void> {
    let failure: Error | undefined
    try {
      await this.probe()
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
    }
    this.last = { at: this.clock.now().getTime(), failure }
  }

  private inTime<T>(answer: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = new Problem('service_unavailable', { detail: 'The database has not answered yet.' })
      const cancel = this.timer.after(MAX_WAIT_MS, () => reject(late))
      answer.finally(cancel).then(resolve, reject)
    })
  }
}

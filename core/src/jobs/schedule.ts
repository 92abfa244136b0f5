import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import type { Chore } from './task.js'

/** Does each chore every so often; never the same one twice at a time. */
export class Schedule {
  private stopped = false
  private readonly pending = new Map<string, () => void>()
  private readonly running = new Set<Promise<void>>()

  constructor(
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  start(chores: readonly Chore[]): void {
    for (const chore of chores) this.plan(chore, chore.everyMs)
  }

  async stop(): Promise<void> {
    this.stopped = true
    for (const cancel of this.pending.values()) cancel()
    await Promise.allSettled(this.running)
  }

  private plan(chore: Chore, ms: number): void {
    if (this.stopped) return
    this.pending.set(
      chore.name,
      this.timer.after(ms, () => {
        const run: Promise<void> = chore
          .run()
          .catch((error: unknown) => this.log.error({ err: error, chore: chore.name }, 'a chore failed'))
          .finally(() => {
            this.running.delete(run)
            this.plan(chore, chore.everyMs)
          })
        this.running.add(run)
      }),
    )
  }
}

import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import type { PeriodicTask } from './periodic-task.js'

/** Runs each periodic task at its interval; no task overlaps itself. */
export class Schedule {
  private stopped = false
  private readonly pending = new Map<string, () => void>()
  private readonly running = new Set<Promise<void>>()

  constructor(
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  start(tasks: readonly PeriodicTask[]): void {
    for (const task of tasks) this.plan(task, task.firstMs ?? task.everyMs)
  }

  async stop(): Promise<void> {
    this.stopped = true
    for (const cancel of this.pending.values()) cancel()
    await Promise.allSettled(this.running)
  }

  private plan(task: PeriodicTask, ms: number): void {
    if (this.stopped) return
    this.pending.set(
      task.name,
      this.timer.after(ms, () => {
        const run: Promise<void> = task
          .run()
          .catch((error: unknown) => this.log.error({ err: error, task: task.name }, 'a periodic task failed'))
          .finally(() => {
            this.running.delete(run)
            this.plan(task, task.everyMs)
          })
        this.running.add(run)
      }),
    )
  }
}

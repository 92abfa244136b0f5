import type { Settings } from '@paylink/config'
import { Worker } from 'node:worker_threads'
import type { Engine, Reader } from '../database/engine.js'
import type { Clock } from '../kernel/clock.js'
import type { Timer } from '../kernel/timer.js'
import { FindViolations, type Violation } from './find-violations.repository.js'
import { INVARIANTS } from './invariants.js'
import type { ThreadRequest } from './violations-thread.js'

export interface ExaminedInvariants {
  /** How many there was time for. */
  checked: number
  of: number
  violations: Violation[]
}

/** Left for the answer itself. */
const MARGIN_MS = 300

/**
 * Checks the invariants for as long as there is time. A statement of SQLite blocks its thread, so there they are checked
 * in one of their own, which a longer statement outlives for as long as it takes.
 */
export class ExamineInvariants {
  constructor(
    private readonly reader: Reader,
    private readonly engine: Engine,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly timer: Timer,
  ) {}

  async run(msLeft: () => number): Promise<ExaminedInvariants> {
    const examined: ExaminedInvariants = { checked: 0, of: INVARIANTS.length, violations: [] }
    const add = (violation: Violation | null): void => {
      examined.checked++
      if (violation) examined.violations.push(violation)
    }
    await (this.engine === 'sqlite' ? this.inThread(msLeft() - MARGIN_MS, add) : this.here(msLeft, add))
    return { ...examined }
  }

  private async here(msLeft: () => number, add: (violation: Violation | null) => void): Promise<void> {
    for await (const violation of new FindViolations(this.reader, this.clock).each()) {
      add(violation)
      if (msLeft() < MARGIN_MS) return
    }
  }

  private async inThread(ms: number, add: (violation: Violation | null) => void): Promise<void> {
    const request: ThreadRequest = { databaseUrl: this.settings.databaseUrl, now: this.clock.now().getTime() }
    const thread = new Worker(new URL('./violations-thread.js', import.meta.url), {
      workerData: request,
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    let cancel: () => void = () => undefined
    try {
      await new Promise<void>((resolve, reject) => {
        cancel = this.timer.after(Math.max(0, ms), resolve)
        thread.on('message', add)
        thread.once('error', reject)
        thread.once('exit', () => resolve())
      })
    } finally {
      cancel()
      thread.removeListener('message', add)
      void thread.terminate()
    }
  }
}

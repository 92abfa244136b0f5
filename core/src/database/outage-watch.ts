import { type Clock, SECOND_MS, SystemClock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { SystemTimer, type Timer } from '../kernel/timer.js'
import { type Outage, type OutageKind, refusesWrites } from './outage.js'

/** Failures further apart than this are two outages. Longer than a heartbeat, which writes in every process. */
const QUIET_MS = 10 * SECOND_MS
const CHECK_MS = SECOND_MS

interface Current {
  since: number
  lastFailureAt: number
  /** The first answer after the last failure. */
  answeredAt: number | undefined
  failures: number
  withheldLines: number
}

/** Detects the start and end of a database outage and logs one line for each. Uses real time in tests, too. */
export class OutageWatch {
  private current: Current | undefined
  private refused: { at: number; kind: OutageKind } | undefined
  private log: Log | undefined

  constructor(
    private readonly clock: Clock = new SystemClock(),
    private readonly timer: Timer = new SystemTimer(),
  ) {}

  /** Until then nothing is logged. */
  logTo(log: Log): void {
    this.log = log
  }

  get isOn(): boolean {
    return this.current !== undefined
  }

  recordFailure(outage: Outage): void {
    const now = this.clock.now().getTime()
    if (refusesWrites(outage)) this.refused = { at: now, kind: outage.kind }
    if (!this.current) {
      this.current = { since: now, lastFailureAt: now, answeredAt: undefined, failures: 0, withheldLines: 0 }
      this.log?.error({ kind: outage.kind, reason: outage.reason }, 'database outage began')
      this.checkLater()
    }
    this.current.failures++
    this.current.lastFailureAt = now
    this.current.answeredAt = undefined
  }

  recordAnswer(): void {
    if (this.current) this.current.answeredAt ??= this.clock.now().getTime()
  }

  /** Counts a log line that was suppressed because it only repeats the outage. */
  countWithheldLine(): void {
    if (this.current) this.current.withheldLines++
  }

  /** Why the database refused a write within the last `ms`; null: it refused none. */
  refusedWriteWithin(ms: number): OutageKind | null {
    const { refused } = this
    return refused && this.clock.now().getTime() - refused.at < ms ? refused.kind : null
  }

  private checkLater(): void {
    this.timer.after(CHECK_MS, () => {
      if (!this.endIfOver()) this.checkLater()
    })
  }

  private endIfOver(): boolean {
    const { current } = this
    if (!current) return true
    const { since, lastFailureAt, answeredAt, failures, withheldLines } = current
    if (answeredAt === undefined || this.clock.now().getTime() - lastFailureAt < QUIET_MS) return false
    this.current = undefined
    this.log?.warn({ durationMs: answeredAt - since, failures, withheldLines }, 'database outage ended')
    return true
  }
}

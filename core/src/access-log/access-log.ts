import type { PeriodicTask } from '../work/periodic-task.js'
import { type Clock, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { type AccessLine, isAuthenticated } from './access-line.js'
import type { AccessLines } from './access-lines.repository.js'
import { TokenBucket } from './token-bucket.js'

const MAX_BUFFERED = 5000
const MAX_PER_STATEMENT = 500
const MAX_DRAIN_MS = SECOND_MS

/**
 * One line per request: in the log at once, in the database within about a second. Neither blocks nor fails a request:
 * beyond its rates a line is counted and dropped, so that a flood neither slows requests down nor fills the disk.
 */
export class AccessLog implements PeriodicTask {
  readonly name = 'store-access-lines'
  readonly everyMs = SECOND_MS

  private readonly authenticated = new TokenBucket(1000, 250)
  private readonly anonymous = new TokenBucket(1000, 20)
  private readonly failures = new TokenBucket(200, 10)
  /** During an outage every request fails the same way. */
  private readonly unavailable = new TokenBucket(1, 1)

  private buffer: AccessLine[] = []
  private unlogged = 0
  private unstored = 0
  private lastReportMs = 0
  private isFailing = false
  private storing: Promise<void> | null = null

  constructor(
    private readonly lines: AccessLines,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {}

  note(line: AccessLine): void {
    const nowMs = this.clock.now().getTime()
    this.logLine(line, nowMs)
    const bucket = isAuthenticated(line) ? this.authenticated : this.anonymous
    if (this.buffer.length < MAX_BUFFERED && bucket.take(nowMs)) this.buffer.push(line)
    else this.unstored++
  }

  /** Stores the buffered lines. */
  run(): Promise<void> {
    this.storing ??= this.store().finally(() => (this.storing = null))
    return this.storing
  }

  /** At shutdown: stores the remaining lines, unless the database takes too long. */
  async drain(): Promise<void> {
    await Promise.race([this.run(), this.timer.sleep(MAX_DRAIN_MS)])
  }

  private async store(): Promise<void> {
    this.logDropped()
    while (this.buffer.length > 0) {
      const batch = this.buffer.slice(0, MAX_PER_STATEMENT)
      try {
        await this.lines.insert(batch)
      } catch (error) {
        if (!this.isFailing) this.log.warn({ err: error }, 'access lines cannot be stored; keeping them in memory')
        this.isFailing = true
        return
      }
      if (this.isFailing) this.log.info({}, 'access lines can be stored again')
      this.isFailing = false
      this.buffer = this.buffer.slice(batch.length)
    }
  }

  private logLine({ id, ...rest }: AccessLine, nowMs: number): void {
    const fields = { request: id, ...rest }
    if (rest.status < 400) return this.log.debug(fields, 'request')
    const bucket = rest.status === 503 ? this.unavailable : this.failures
    if (!bucket.take(nowMs)) {
      this.unlogged++
      return
    }
    this.log.info(this.unlogged === 0 ? fields : { ...fields, unlogged: this.unlogged }, 'request')
    this.unlogged = 0
  }

  private logDropped(): void {
    const nowMs = this.clock.now().getTime()
    if (this.unstored === 0 || Math.abs(nowMs - this.lastReportMs) < MINUTE_MS) return
    this.log.warn({ unstored: this.unstored }, 'dropped access lines: requests arrive faster than they can be stored')
    this.unstored = 0
    this.lastReportMs = nowMs
  }
}

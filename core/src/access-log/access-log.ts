import { Chore } from '../jobs/task.js'
import { type Clock, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Timer } from '../kernel/timer.js'
import { type AccessLine, isOfCaller } from './access-line.js'
import type { AccessLines } from './access-lines.repository.js'
import { TokenBucket } from './token-bucket.js'

const MAX_BUFFERED = 5000
const MAX_PER_STATEMENT = 500
const MAX_DRAIN_MS = SECOND_MS

/**
 * One line for each request: at once in the log, and within about a second in the database. Neither waits nor fails:
 * past its rates a line is counted and left out, so that a flood slows nothing down and fills no disk.
 */
export class AccessLog extends Chore {
  readonly name = 'store-access-lines'
  readonly everyMs = SECOND_MS

  private readonly ofCallers = new TokenBucket(1000, 250)
  private readonly ofOthers = new TokenBucket(1000, 20)
  private readonly failures = new TokenBucket(200, 10)
  /** In an outage every request fails the same way. */
  private readonly unavailable = new TokenBucket(1, 1)

  private buffer: AccessLine[] = []
  private unlogged = 0
  private unstored = 0
  private lastToldMs = 0
  private isFailing = false
  private storing: Promise<void> | null = null

  constructor(
    private readonly lines: AccessLines,
    private readonly clock: Clock,
    private readonly timer: Timer,
    private readonly log: Log,
  ) {
    super()
  }

  note(line: AccessLine): void {
    const nowMs = this.clock.now().getTime()
    this.tell(line, nowMs)
    const bucket = isOfCaller(line) ? this.ofCallers : this.ofOthers
    if (this.buffer.length < MAX_BUFFERED && bucket.take(nowMs)) this.buffer.push(line)
    else this.unstored++
  }

  /** Stores what has gathered. */
  run(): Promise<void> {
    this.storing ??= this.store().finally(() => (this.storing = null))
    return this.storing
  }

  /** When the service stops: stores the rest, unless the database takes too long. */
  async drain(): Promise<void> {
    await Promise.race([this.run(), this.timer.sleep(MAX_DRAIN_MS)])
  }

  private async store(): Promise<void> {
    this.tellUnstored()
    while (this.buffer.length > 0) {
      const batch = this.buffer.slice(0, MAX_PER_STATEMENT)
      try {
        await this.lines.insert(batch)
      } catch (error) {
        if (!this.isFailing) this.log.warn({ err: error }, 'access lines cannot be stored; they wait in memory')
        this.isFailing = true
        return
      }
      if (this.isFailing) this.log.info({}, 'access lines are stored again')
      this.isFailing = false
      this.buffer = this.buffer.slice(batch.length)
    }
  }

  private tell({ id, ...rest }: AccessLine, nowMs: number): void {
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

  private tellUnstored(): void {
    const nowMs = this.clock.now().getTime()
    if (this.unstored === 0 || Math.abs(nowMs - this.lastToldMs) < MINUTE_MS) return
    this.log.warn({ unstored: this.unstored }, 'requests came faster than their access lines are stored')
    this.unstored = 0
    this.lastToldMs = nowMs
  }
}

import { type Clock, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Meter } from '../kernel/meter.js'
import type { Timer } from '../kernel/timer.js'
import { type AccessLine, type EndedRequest, isAuthenticated } from './access-line.js'
import type { AccessLines } from './access-lines.repository.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { WriteBehind } from '../work/write-behind.js'
import { TokenBucket } from './token-bucket.js'

const MAX_BUFFERED = 5000
const MAX_PER_STATEMENT = 500
/** Probed every few seconds; its requests show nothing about how the service is used. */
const PROBE = '/healthz'

/**
 * One line per request: in the log at once, in the database within about a second. Neither blocks nor fails a request:
 * beyond its rates a line of the database, or of a failure in the log, is counted and dropped, so that a flood neither
 * slows requests down nor fills the disk.
 */
export class AccessLog implements PeriodicTask {
  readonly name = 'store-access-lines'
  readonly everyMs = SECOND_MS

  private readonly authenticated = new TokenBucket(1000, 250)
  private readonly anonymous = new TokenBucket(1000, 20)
  private readonly failures = new TokenBucket(200, 10)
  /** During an outage every request fails the same way. */
  private readonly unavailable = new TokenBucket(1, 1)

  private readonly buffer: WriteBehind<AccessLine>
  private unlogged = 0
  private unstored = 0
  private lastReportMs = 0

  constructor(
    lines: AccessLines,
    private readonly clock: Clock,
    timer: Timer,
    private readonly log: Log,
    private readonly meter: Meter,
  ) {
    const store = (batch: readonly AccessLine[]): Promise<void> => lines.insert(batch)
    this.buffer = new WriteBehind({ what: 'access lines', maxPerBatch: MAX_PER_STATEMENT, store, timer, log })
  }

  note(request: EndedRequest): void {
    const nowMs = this.clock.now().getTime()
    this.meter.countRequest(request)
    this.logLine(request, nowMs)
    const { route: _route, bytes: _bytes, ...line } = request
    const bucket = isAuthenticated(line) ? this.authenticated : this.anonymous
    if (this.buffer.length < MAX_BUFFERED && bucket.take(nowMs)) this.buffer.add(line)
    else this.unstored++
  }

  /** Stores the lines noted so far. */
  run(): Promise<void> {
    this.logDropped()
    return this.buffer.run()
  }

  drain(): Promise<void> {
    return this.buffer.drain()
  }

  private logLine({ id, ...rest }: EndedRequest, nowMs: number): void {
    const fields = { request: id, ...rest }
    const isFailure = rest.status >= 400
    if (!isFailure && rest.route === PROBE) return this.log.debug(fields, 'request')
    const bucket = rest.status === 503 ? this.unavailable : this.failures
    if (isFailure && !bucket.take(nowMs)) {
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

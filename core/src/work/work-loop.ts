import { setMaxListeners } from 'node:events'
import type { Clock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { ProcessId } from '../kernel/named.js'
import type { Timer } from '../kernel/timer.js'
import type { Tracer } from '../kernel/tracer.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import { type LaneLimits, type LaneQuota, Lanes } from './lanes.js'
import type { Topic, WakeSignal } from './wake-signal.js'

export interface LoopOptions {
  topic: Topic
  limits: LaneLimits
  /** How often due rows are looked for: retries, and rows whose wake-up was lost. */
  lookEveryMs: number
  /** How long a stopping loop lets calls in flight end before it aborts them. */
  drainMs: number
  /** Its calls reach others who may have had them before: held back in quarantine. */
  isOutgoing?: boolean
  /** How long a slot stays taken after its call, to keep below a rate limit. */
  paceMs?: number
}

/** What every loop needs. */
export class LoopPorts {
  constructor(
    readonly wakeSignal: WakeSignal,
    readonly processId: ProcessId,
    readonly quarantine: Quarantine,
    readonly clock: Clock,
    readonly timer: Timer,
    readonly log: Log,
    readonly tracer: Tracer,
  ) {}
}

export interface Call {
  /** Aborts the call when a stopping loop has drained for long enough. */
  signal: AbortSignal
  /** The call succeeded and only its recording is left: the lane's next call need not wait for that. */
  succeeded: () => void
}

/**
 * Works the due rows of a table while it runs. To use it:
 *
 * 1. Describe the table as a `DueTable` in its repository, and claim, release and clamp with `DueRows`.
 * 2. Extend this class. `claim` marks rows as ours for longer than a call can take, in the database, before `handle`
 *    makes any call. `handle` records the outcome under the claim's fence: a worker that lost its claim changes nothing.
 *    It schedules the next attempt with a `Backoff`.
 * 3. Notify the `WakeSignal` in the transaction that makes rows due, naming their lanes.
 *
 * A worker that dies leaves claims, which expire or are released when the next process starts, and the rows are due
 * again. So `handle` must cope with being repeated, and with another worker at the same row once its claim has expired.
 */
export abstract class WorkLoop<Row> {
  protected isStopping = false
  private readonly lanes: Lanes
  private readonly inHand = new Set<Promise<void>>()
  private readonly aborting = new AbortController()
  /** Calls that succeeded and are not yet recorded. */
  private recording = 0
  private isTurning = false
  private isTurnRequested = false
  private cancelLook: () => void = () => undefined
  private cancelSlotTimer: (() => void) | null = null
  private unsubscribe: () => Promise<void> = () => Promise.resolve()

  constructor(
    private readonly options: LoopOptions,
    protected readonly ports: LoopPorts,
  ) {
    this.lanes = new Lanes(options.limits)
    // One listener per call in flight.
    setMaxListeners(0, this.aborting.signal)
  }

  /** The lanes that have due rows. */
  protected abstract lanesWithDue(): Promise<string[]>
  protected abstract claim(quotas: readonly LaneQuota[]): Promise<Row[]>
  protected abstract laneOf(row: Row): string
  /** Works one claimed row. Returns whether its lane works; an exception means that it does not. */
  protected abstract handle(row: Row, call: Call): Promise<boolean>
  /** Releases claimed rows that are not worked, for another worker. */
  protected abstract release(rows: readonly Row[]): Promise<void>

  start(): void {
    this.unsubscribe = this.ports.wakeSignal.listen(this.options.topic, (lanes) => {
      if (lanes.length === 0) return this.lookSoon()
      this.lanes.call(lanes)
      this.turn()
    })
    this.lookIn(0)
  }

  /** Drains: claims no more, and gives calls in flight time to end. */
  async stop(): Promise<void> {
    this.isStopping = true
    this.cancelLook()
    this.cancelSlotTimer?.()
    const cancel = this.ports.timer.after(this.options.drainMs, () => this.aborting.abort())
    this.follow(this.unsubscribe())
    await this.idle()
    cancel()
  }

  /** Looks for due rows and starts to work them. */
  async look(): Promise<void> {
    this.lanes.call(await this.lanesWithDue())
    this.turn()
  }

  /** Works all rows that are due, without being started. */
  async runDue(): Promise<void> {
    await this.look()
    await this.idle()
  }

  /** Resolves once nothing is in hand. */
  async idle(): Promise<void> {
    while (this.inHand.size > 0) await Promise.allSettled(this.inHand)
  }

  private lookIn(ms: number): void {
    if (this.isStopping) return
    this.cancelLook = this.ports.timer.after(ms, () => this.lookSoon(() => this.lookIn(this.options.lookEveryMs)))
  }

  /** A failed look is logged; the next one follows. */
  private lookSoon(then: () => void = () => undefined): void {
    this.follow(
      this.look()
        .catch((err: unknown) => this.failed(err, 'could not look for due rows'))
        .finally(then),
    )
  }

  /** One at a time; requests during a turn cause another one. */
  private turn(): void {
    if (this.isStopping) return
    if (this.isTurning) {
      this.isTurnRequested = true
      return
    }
    this.isTurning = true
    this.follow(
      this.claimAndStart()
        .catch((err: unknown) => this.failed(err, 'could not claim due rows'))
        .finally(() => {
          this.isTurning = false
          if (!this.isTurnRequested) return
          this.isTurnRequested = false
          this.turn()
        }),
    )
  }

  private async claimAndStart(): Promise<void> {
    const quotas = this.lanes.plan(this.nowMs(), this.recording)
    const isHeld = this.options.isOutgoing && this.ports.quarantine.isHolding
    if (quotas.length > 0 && !isHeld) {
      const rows = await this.claim(quotas)
      // Stopped during the claim. What cannot be released is due again when its claim expires.
      if (this.isStopping) return this.release(rows)
      const hasUnused = this.lanes.recordClaims(
        quotas,
        (lane) => rows.filter((row) => this.laneOf(row) === lane).length,
      )
      for (const row of rows) this.begin(row)
      // Slots planned for lanes that turned out empty are free for the others.
      this.isTurnRequested ||= hasUnused
    }
    this.turnWhenSlotFrees()
  }

  /** A slow call gives up its slot without ending. */
  private turnWhenSlotFrees(): void {
    if (this.cancelSlotTimer || this.isStopping) return
    const ms = this.lanes.nextSlotInMs(this.nowMs())
    if (ms === null) return
    this.cancelSlotTimer = this.ports.timer.after(ms, () => {
      this.cancelSlotTimer = null
      this.turn()
    })
  }

  private begin(row: Row): void {
    const end = this.lanes.begin(this.laneOf(row), this.nowMs())
    let isRecording = false
    const succeeded = (): void => {
      end(false)
      isRecording = true
      this.recording++
      this.turn()
    }
    const working = this.traced(() => this.handle(row, { signal: this.aborting.signal, succeeded })).catch(
      (err: unknown) => {
        this.failed(err, 'could not finish a due row')
        return false
      },
    )
    this.follow(
      working.then(async (isWorking) => {
        if (isRecording) this.recording--
        else if (this.options.paceMs !== undefined && !this.isStopping)
          await this.ports.timer.sleep(this.options.paceMs)
        end(!isWorking)
        this.turn()
      }),
    )
  }

  /** A trace of its own: what woke the loop, or the row before, is over. */
  private traced(handle: () => Promise<boolean>): Promise<boolean> {
    return this.ports.tracer.within(`work ${this.options.topic}`, 'consumer', { isRoot: true }, handle)
  }

  private follow(work: Promise<void>): void {
    const followed: Promise<void> = work.finally(() => this.inHand.delete(followed))
    this.inHand.add(followed)
  }

  private failed(err: unknown, message: string): void {
    this.ports.log.error({ err, work: this.options.topic }, message)
  }

  private nowMs(): number {
    return this.ports.clock.now().getTime()
  }
}

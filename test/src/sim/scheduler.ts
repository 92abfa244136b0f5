import type { Clock } from '@paylink/core/kernel/clock'
import { Timer } from '@paylink/core/kernel/timer'

/** The owner of a waiting point: a process dies with a crash, requests in flight do not. */
export interface Owner {
  readonly isAlive: boolean
}

interface Parked {
  label: string
  owner: Owner
  resume: () => void
}

interface Alarm {
  at: number
  owner: Owner
  act: () => void
}

const never = new Promise<never>(() => undefined)

/** Decides what runs next. Everything else waits at a point, or for the clock. */
export class Scheduler {
  private parked: Parked[] = []
  private alarms: Alarm[] = []

  constructor(private ms: number) {}

  get nowMs(): number {
    return this.ms
  }

  now(): Date {
    return new Date(this.ms)
  }

  /** Waits until it is chosen to run. Nothing of a dead process runs. */
  park(label: string, owner: Owner): Promise<void> {
    if (!owner.isAlive) return never
    return new Promise((resume) => this.parked.push({ label, owner, resume }))
  }

  /** Calls `act` at the first turn from then on. */
  alarm(ms: number, owner: Owner, act: () => void): () => void {
    const alarm = { at: this.ms + ms, owner, act }
    this.alarms.push(alarm)
    return () => {
      this.alarms = this.alarms.filter((other) => other !== alarm)
    }
  }

  /** Does anything wait at a point, or for an alarm that is due? */
  get isWaiting(): boolean {
    return this.ready > 0
  }

  /** How many could run now. */
  get ready(): number {
    return this.parked.length + this.due().length
  }

  /** Runs the one at `index`, the longest waiting first, until it waits again. Returns its label. */
  async step(index: number): Promise<string> {
    const parked = this.parked[index]
    if (parked) {
      this.parked.splice(index, 1)
      parked.resume()
      await turn()
      return parked.label
    }
    const alarm = this.due()[index - this.parked.length]
    if (!alarm) throw new Error(`nothing waits at ${index}`)
    this.alarms = this.alarms.filter((other) => other !== alarm)
    alarm.act()
    await turn()
    return 'alarm'
  }

  advance(ms: number): void {
    this.ms += ms
  }

  /** How long until the next alarm; null without one. */
  untilNextAlarm(): number | null {
    const next = Math.min(...this.alarms.map(({ at }) => at))
    return Number.isFinite(next) ? Math.max(0, next - this.ms) : null
  }

  /** Drops waiting points and alarms of dead processes. */
  removeDead(): void {
    this.parked = this.parked.filter(({ owner }) => owner.isAlive)
    this.alarms = this.alarms.filter(({ owner }) => owner.isAlive)
  }

  private due(): Alarm[] {
    return this.alarms.filter(({ at }) => at <= this.ms).sort((a, b) => a.at - b.at)
  }
}

/** Everything that can run without the scheduler has run. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The simulated clock and timer of one process. */
export class SimClock implements Clock {
  constructor(private readonly scheduler: Scheduler) {}

  now(): Date {
    return this.scheduler.now()
  }
}

export class SimTimer extends Timer {
  constructor(
    private readonly scheduler: Scheduler,
    private readonly owner: Owner & { point(label: string): Promise<void> },
  ) {
    super()
  }

  after(ms: number, act: () => void): () => void {
    return this.scheduler.alarm(ms, this.owner, () => {
      if (this.owner.isAlive) act()
    })
  }

  yieldToEventLoop(): Promise<void> {
    return this.owner.point('breathe')
  }
}

import { Clock } from '@paylink/core/kernel/clock'
import { Timer } from '@paylink/core/kernel/timer'

/** Who waits at a point: a process dies with a crash; what is under way outside of it does not. */
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

/** The one who says what runs next. Everything else waits at a point, or for the clock. */
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

  /** Waits here until it is chosen to go on. In a dead process nothing goes on. */
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

  /** Does anybody wait at a point, or for a moment that has come? */
  get isWaiting(): boolean {
    return this.ready > 0
  }

  /** How many could go on now. */
  get ready(): number {
    return this.parked.length + this.due().length
  }

  /** Lets the one at `index` go on, the longest waiting first, and waits until it waits again. Returns its label. */
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

  /** Who belongs to no living process any more is forgotten. */
  bury(): void {
    this.parked = this.parked.filter(({ owner }) => owner.isAlive)
    this.alarms = this.alarms.filter(({ owner }) => owner.isAlive)
  }

  private due(): Alarm[] {
    return this.alarms.filter(({ at }) => at <= this.ms).sort((a, b) => a.at - b.at)
  }
}

/** Everything that can go on without the scheduler has gone on. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The simulated clock and timer of one process. */
export class SimClock extends Clock {
  constructor(private readonly scheduler: Scheduler) {
    super()
  }

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

  breathe(): Promise<void> {
    return this.owner.point('breathe')
  }
}

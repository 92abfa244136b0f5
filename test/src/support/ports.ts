import { type Clock, SystemClock } from '@paylink/core/kernel/clock'
import type { Log } from '@paylink/core/kernel/log'
import { SystemRandom } from '@paylink/core/kernel/random'
import { SystemTimer } from '@paylink/core/kernel/timer'

/** Runs with real time until it is stopped, and jumps when told to. */
export class TestClock implements Clock {
  private offsetMs = 0
  private stoppedAtMs: number | null = null

  now(): Date {
    return new Date((this.stoppedAtMs ?? Date.now()) + this.offsetMs)
  }

  stop(): void {
    this.stoppedAtMs ??= Date.now()
  }

  advance(ms: number): void {
    this.offsetMs += ms
  }
}

/** Pauses as short as those between calls to one provider, which no test measures. */
const PAUSE_MS = 250
const PAUSE_HASTE = 5

/** Real timers, hurried ones, or held ones: for deadlines that pass while nothing runs, or when a test says so. */
export class TestTimer extends SystemTimer {
  /** By how much each wait that begins from now on is shorter. */
  haste = 1
  private heldFromMs = Infinity
  private readonly held = new Set<() => void>()

  override after(ms: number, act: () => void): () => void {
    if (ms < this.heldFromMs) return super.after(ms / this.hasteOf(ms), act)
    const end = (): void => act()
    this.held.add(end)
    return () => void this.held.delete(end)
  }

  /** Waits of at least `fromMs` that begin from now on end with `release`, however long that takes. */
  hold(fromMs: number): void {
    this.heldFromMs = fromMs
  }

  private hasteOf(ms: number): number {
    return ms <= PAUSE_MS ? Math.max(PAUSE_HASTE, this.haste) : this.haste
  }

  /** How many waits are held. */
  get waiting(): number {
    return this.held.size
  }

  release(): void {
    this.heldFromMs = Infinity
    for (const end of this.held) end()
    this.held.clear()
  }
}

export interface LogEntry {
  level: 'debug' | 'info' | 'warn' | 'error'
  fields: object
  message: string
}

/** Keeps what was logged, for tests that ask. */
export class SilentLog implements Log {
  readonly entries: LogEntry[] = []

  debug(): void {
    return
  }

  info(fields: object, message: string): void {
    this.entries.push({ level: 'info', fields, message })
  }

  warn(fields: object, message: string): void {
    this.entries.push({ level: 'warn', fields, message })
  }

  error(fields: object, message: string): void {
    this.entries.push({ level: 'error', fields, message })
    if (process.env['SHOW_ERRORS']) console.error(message, fields)
  }
}

/** For what a command does without a server. */
export const quietPorts = () => ({ clock: new SystemClock(), random: new SystemRandom(), log: new SilentLog() })

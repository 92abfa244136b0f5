import { Clock } from '@paylink/core/kernel/clock'
import { Log } from '@paylink/core/kernel/log'
import { SystemTimer } from '@paylink/core/kernel/timer'

/** Runs with real time, and jumps when told to. */
export class TestClock extends Clock {
  private offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.offsetMs)
  }

  advance(ms: number): void {
    this.offsetMs += ms
  }
}

/** Real timers, or hurried ones: for deadlines that pass while nothing runs. */
export class TestTimer extends SystemTimer {
  /** By how much each wait that begins from now on is shorter. */
  haste = 1

  override after(ms: number, act: () => void): () => void {
    return super.after(ms / this.haste, act)
  }
}

export interface LogEntry {
  level: 'debug' | 'info' | 'warn' | 'error'
  fields: object
  message: string
}

/** Keeps what was logged, for tests that ask. */
export class SilentLog extends Log {
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

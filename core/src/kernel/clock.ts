/** The only source of time. Tests replace it. */
export abstract class Clock {
  abstract now(): Date
}

export class SystemClock implements Clock {
  now(): Date {
    return new Date()
  }
}

export const iso = (at: Date): string => at.toISOString()

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

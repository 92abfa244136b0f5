import { DAY_MS } from './clock.js'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment in a time zone, as `2026-11-20`. */
export function localDay(at: Date, timeZone: string): string {
  const { year, month, day } = partsOf(at.getTime(), timeZone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** When the day begins there. Where a clock change skips midnight: the first moment after it. */
export function startOfDay(day: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00.000Z`)
  // Applied twice: the offset may change in between.
  const nearly = asUtc - offsetAt(asUtc, timeZone)
  const start = new Date(asUtc - offsetAt(nearly, timeZone))
  return localDay(start, timeZone) < day ? new Date(nearly) : start
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10)

/** The Monday of the day's week. */
export function startOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

export const startOfMonth = (day: string): string => `${day.slice(0, 8)}01`

const offsetAt = (at: number, timeZone: string): number => {
  const { year, month, day, hour, minute, second } = partsOf(at, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'

function partsOf(at: number, timeZone: string): Record<Part, number> {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  const parts = format.formatToParts(at).map(({ type, value }) => [type, Number(value)] as const)
  return Object.fromEntries(parts) as Record<Part, number>
}

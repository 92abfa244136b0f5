import { DAY_MS, HOUR_MS } from './clock.js'
import { formatByZone } from './format-by-zone.js'
import { fromLocalTime, toLocalTime } from './zoned-time.js'

const formatOf = formatByZone({ year: 'numeric', month: '2-digit', day: '2-digit' })

/** The calendar day of a moment in a time zone, as `2026-11-20`. */
export function localDay(at: Date, timeZone: string): string {
  // `11/20/2026`. A list shows many days, and the time of day would take more than twice as long.
  const text = formatOf(timeZone).format(at)
  return `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`
}

/** The time of day of a moment in a time zone, as `20:05`. */
export function localHour(at: Date, timeZone: string): string {
  const { hour, minute } = toLocalTime(timeZone, at)
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** When the day begins there. Where a clock change skips midnight: the first moment after it. */
export function startOfDay(day: string, timeZone: string): Date {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const start = fromLocalTime(timeZone, { year, month, day: date })
  return localDay(start, timeZone) < day ? new Date(start.getTime() + HOUR_MS) : start
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10)

/** The Monday of the day's week. */
export function startOfWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

export const startOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** The first day of the month after the day's. */
export const nextMonthDay = (day: string): string => startOfMonth(addDays(startOfMonth(day), 31))

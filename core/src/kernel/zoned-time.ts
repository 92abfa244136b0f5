import { formatByZone } from './format-by-zone.js'

/** A date and time of day as a clock in some time zone shows it. */
export interface LocalTime {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

const formatOf = formatByZone({
  ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
  ...{ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' },
})

/** @param timeZone an IANA name such as `America/Mexico_City` */
export function toLocalTime(timeZone: string, at: Date): LocalTime {
  // `11/20/2026, 18:05:00`. A list shows many times, and asking for the parts takes four times as long.
  const numbers = formatOf(timeZone).format(at).match(/\d+/g) ?? []
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = numbers.map(Number)
  return { year, month, day, hour, minute, second }
}

/**
 * The moment at which the zone's clock shows this. Parts beyond their range carry over: day 0 is the last of the month
 * before. A time that a change of the clock skips is taken an hour earlier; one that it repeats, the first time.
 */
export function fromLocalTime(
  timeZone: string,
  local: Partial<LocalTime> & Pick<LocalTime, 'year' | 'month' | 'day'>,
): Date {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = local
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second)
  // The offset may change between the guess and the moment itself.
  const guess = wanted - offsetAt(timeZone, wanted)
  return new Date(wanted - offsetAt(timeZone, guess))
}

/** Of the zone's clock from UTC, in milliseconds. */
function offsetAt(timeZone: string, at: number): number {
  const { year, month, day, hour, minute, second } = toLocalTime(timeZone, new Date(at))
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

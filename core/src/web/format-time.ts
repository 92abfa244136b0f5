import type { PageLocale } from '../kernel/choose-locale.js'
import { DAY_MS, later } from '../kernel/clock.js'
import { dateFormat } from './date-formats.js'
import { zonedHour } from './zone-name.js'

export interface TimeText {
  /** `12 de diciembre, 18:00 h`, with the year where it is not this one. */
  short: string
  /** After "until" or "no later than": `el 12 de diciembre a las 18:00 h`, `hoy a las 18:00 h`. */
  by: string
  /** As `by`, with the bare hour: `hoy a las 18:00`. */
  at: string
  /** With the year and the zone: `12 de diciembre de 2026, 18:00 h (hora del centro)`. */
  exact: string
  /** For machines. */
  iso: string
}

const DEFAULT_ZONE = 'America/Mexico_City'
const DATE = { day: 'numeric', month: 'long' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

/** Spanish reads hours to 24, English to 12. */
export const CLOCKS = { 'es-MX': 'h23', en: 'h12' } as const

const TODAY = { days: 0, 'es-MX': 'hoy', en: 'today' } as const
const TOMORROW = { days: 1, 'es-MX': 'mañana', en: 'tomorrow' } as const

const PHRASES = {
  'es-MX': {
    hour: (time: string) => `${time} h`,
    day: (date: string) => `el ${date}`,
    at: (time: string) => (/^0?1:/.test(time) ? 'a la' : 'a las'),
  },
  en: { hour: (time: string) => time, day: (date: string) => date, at: () => 'at' },
} as const

/** A moment in the account's time zone, for a page shown at `now`. Each text is made when it is read. */
export function formatTime(locale: PageLocale, timeZone: string, at: string, now: Date): TimeText {
  const { zone, dayFormat, hourFormat } = formatsOf(locale, timeZone)
  const moment = new Date(at)
  const date = (): string => formatDay(locale, zone, moment, now)
  const hourText = (): string => hourFormat.format(moment)
  const { hour, day, at: joined } = PHRASES[locale]
  const time = (): string => hour(hourText())
  const dayAt = (text: string): string => {
    const thisDay = dayFormat.format(moment)
    const near = [TODAY, TOMORROW].find(({ days }) => thisDay === dayFormat.format(later(now, days * DAY_MS)))
    return `${near?.[locale] ?? day(date())} ${joined(text)} ${text}`
  }
  return {
    get short() {
      return `${date()}, ${time()}`
    },
    get by() {
      return dayAt(time())
    },
    get at() {
      return dayAt(hourText())
    },
    get exact() {
      return exactTime(locale, timeZone, moment)
    },
    iso: at,
  }
}

/** `exact` alone. */
export const exactTime = (locale: PageLocale, timeZone: string, moment: Date): string =>
  `${exactDay(locale, timeZone, moment)}, ${exactHour(locale, timeZone, moment)}`

/** `12 de diciembre de 2026`: lists show many times of one day. */
export const exactDay = (locale: PageLocale, timeZone: string, moment: Date): string =>
  formatsOf(locale, timeZone).dayFormat.format(moment)

/** `18:00 h (hora del centro)` */
export function exactHour(locale: PageLocale, timeZone: string, moment: Date): string {
  const { zone, hourFormat } = formatsOf(locale, timeZone)
  return zonedHour(locale, zone, hourFormat.format(moment), moment)
}

/** `3 de diciembre`, with the year where it is not this one. */
export function formatDay(locale: PageLocale, timeZone: string, at: Date, now: Date): string {
  const yearOf = (of: Date): string => dateFormat(locale, { timeZone, year: 'numeric' }).format(of)
  const parts = yearOf(at) === yearOf(now) ? DATE : ({ ...DATE, year: 'numeric' } as const)
  return dateFormat(locale, { timeZone, ...parts }).format(at)
}

interface Formats {
  zone: string
  /** With the year. */
  dayFormat: Intl.DateTimeFormat
  hourFormat: Intl.DateTimeFormat
}

const formats = new Map<string, Formats>()

/** Looked up once for all rows of a list. For a zone that does not exist, those of `DEFAULT_ZONE`. */
function formatsOf(locale: PageLocale, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`
  let found = formats.get(key)
  if (!found) {
    const zone = isZone(timeZone) ? timeZone : DEFAULT_ZONE
    const common = { timeZone: zone, hourCycle: CLOCKS[locale] }
    found = {
      zone,
      dayFormat: dateFormat(locale, { ...common, ...DATE, year: 'numeric' }),
      hourFormat: dateFormat(locale, { ...common, ...TIME }),
    }
    formats.set(key, found)
  }
  return found
}

function isZone(timeZone: string): boolean {
  try {
    dateFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

import type { VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { MINUTE_MS } from '../../kernel/clock.js'
import { addDays, localDay } from '../../kernel/local-day.js'
import { dateFormat } from '../../web/date-formats.js'
import { CLOCKS, exactDay, exactHour } from '../../web/format-time.js'
import { componentWords } from './words.js'

/** How a page shows times: in the account's zone, as of `now`. Made once for all times of a page. */
export interface TimeFormat {
  locale: PageLocale
  timeZone: string
  now: Date
  /** Days there, as `2026-11-20`. */
  yesterday: string
  today: string
  tomorrow: string
  /** `10:41`, `10:41 AM` */
  hour: Intl.DateTimeFormat
  /** `18 nov` */
  day: Intl.DateTimeFormat
  /** `18 nov 2025` */
  dayAndYear: Intl.DateTimeFormat
  /** By day: most times of a list are of a few days, and formatting dates took a tenth of a list's time. */
  dayTexts: Map<string, DayTexts>
}

interface DayTexts {
  /** With the year where it is another. */
  short: string
  /** `18 de noviembre de 2026` */
  exact: string
}

export function timeFormatAt(locale: PageLocale, timeZone: string, now: Date): TimeFormat {
  const today = localDay(now, timeZone)
  const day = { timeZone, day: 'numeric', month: 'short' } as const
  const hour = locale === 'en' ? 'numeric' : '2-digit'
  return {
    ...{ locale, timeZone, now, today },
    yesterday: addDays(today, -1),
    tomorrow: addDays(today, 1),
    hour: dateFormat(locale, { timeZone, hour, minute: '2-digit', hourCycle: CLOCKS[locale] }),
    day: dateFormat(locale, day),
    dayAndYear: dateFormat(locale, { ...day, year: 'numeric' }),
    dayTexts: new Map(),
  }
}

/** `hace 6 min` for an hour, then `10:41`, `ayer, 18:12`, `18 nov`, with the year where it is another. */
export function momentText(timeFormat: TimeFormat, at: string): string {
  const moment = new Date(at)
  return textOn(timeFormat, moment, localDay(moment, timeFormat.timeZone))
}

function textOn(timeFormat: TimeFormat, moment: Date, day: string): string {
  const { locale, now, yesterday, today, tomorrow, hour } = timeFormat
  const words = componentWords(locale)
  const minutes = Math.floor((now.getTime() - moment.getTime()) / MINUTE_MS)
  if (minutes >= 0 && minutes < 60) return minutes === 0 ? words.now : words.minutesAgo(minutes)
  const time = (): string => hour.format(moment)
  if (day === today) return moment > now ? `${words.today}, ${time()}` : time()
  if (day === yesterday) return `${words.yesterday}, ${time()}`
  if (day === tomorrow) return `${words.tomorrow}, ${time()}`
  return dayTextsOf(timeFormat, moment, day).short
}

function dayTextsOf(timeFormat: TimeFormat, moment: Date, day: string): DayTexts {
  const { locale, timeZone, today, dayTexts } = timeFormat
  let texts = dayTexts.get(day)
  if (!texts) {
    const format = day.slice(0, 4) === today.slice(0, 4) ? timeFormat.day : timeFormat.dayAndYear
    texts = { short: format.format(moment), exact: exactDay(locale, timeZone, moment) }
    dayTexts.set(day, texts)
  }
  return texts
}

/** A time in few words; the exact one is its title. */
export function Moment({ at, timeFormat }: { at: string; timeFormat: TimeFormat }): VNode {
  const { locale, timeZone } = timeFormat
  const moment = new Date(at)
  const day = localDay(moment, timeZone)
  const { exact } = dayTextsOf(timeFormat, moment, day)
  return (
    <time dateTime={at} title={`${exact}, ${exactHour(locale, timeZone, moment)}`}>
      {textOn(timeFormat, moment, day)}
    </time>
  )
}

/** The hour alone, below a head with its day. */
export const Hour = ({ at, timeFormat }: { at: string; timeFormat: TimeFormat }): VNode => (
  <time dateTime={at}>{timeFormat.hour.format(new Date(at))}</time>
)

/** The dates of what is shown, newest first, instead of a count: `20 nov – 17 nov`. */
export function dayRange(timeFormat: TimeFormat, entries: readonly { createdAt: string }[]): string {
  const dayOf = (at: string): string => {
    const moment = new Date(at)
    return dayTextsOf(timeFormat, moment, localDay(moment, timeFormat.timeZone)).short
  }
  const [newest, oldest] = [entries[0], entries.at(-1)].map((entry) => (entry ? dayOf(entry.createdAt) : ''))
  return newest === oldest ? (newest ?? '') : `${newest} – ${oldest}`
}

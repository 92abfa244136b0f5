import type { VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { MINUTE_MS } from '../../kernel/clock.js'
import { addDays, localDay } from '../../kernel/local-day.js'
import { dateFormat } from '../../web/date-formats.js'
import { CLOCKS, exactTime } from '../../web/format-time.js'
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
  }
}

/** `hace 6 min` for an hour, then `10:41`, `ayer, 18:12`, `18 nov`, with the year where it is another. */
export function momentText(timeFormat: TimeFormat, at: string): string {
  const { locale, timeZone, now, yesterday, today, tomorrow, hour } = timeFormat
  const words = componentWords(locale)
  const moment = new Date(at)
  const minutes = Math.floor((now.getTime() - moment.getTime()) / MINUTE_MS)
  if (minutes >= 0 && minutes < 60) return minutes === 0 ? words.now : words.minutesAgo(minutes)
  const day = localDay(moment, timeZone)
  const time = (): string => hour.format(moment)
  if (day === today) return moment > now ? `${words.today}, ${time()}` : time()
  if (day === yesterday) return `${words.yesterday}, ${time()}`
  if (day === tomorrow) return `${words.tomorrow}, ${time()}`
  return dayText(timeFormat, moment, day)
}

/** With the year where it is another. */
const dayText = ({ today, ...formats }: TimeFormat, moment: Date, day: string): string =>
  (day.slice(0, 4) === today.slice(0, 4) ? formats.day : formats.dayAndYear).format(moment)

/** A time in few words; the exact one is its title. */
export const Moment = ({ at, timeFormat }: { at: string; timeFormat: TimeFormat }): VNode => (
  <time dateTime={at} title={exactTime(timeFormat.locale, timeFormat.timeZone, new Date(at))}>
    {momentText(timeFormat, at)}
  </time>
)

/** The hour alone, below a head with its day. */
export const Hour = ({ at, timeFormat }: { at: string; timeFormat: TimeFormat }): VNode => (
  <time dateTime={at}>{timeFormat.hour.format(new Date(at))}</time>
)

/** The dates of what is shown, newest first, instead of a count: `20 nov – 17 nov`. */
export function dayRange(timeFormat: TimeFormat, entries: readonly { createdAt: string }[]): string {
  const dayOf = (at: string): string => {
    const moment = new Date(at)
    return dayText(timeFormat, moment, localDay(moment, timeFormat.timeZone))
  }
  const [newest, oldest] = [entries[0], entries.at(-1)].map((entry) => (entry ? dayOf(entry.createdAt) : ''))
  return newest === oldest ? (newest ?? '') : `${newest} – ${oldest}`
}

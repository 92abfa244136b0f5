import type { VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { MINUTE_MS } from '../../kernel/clock.js'
import { addDays, localDay } from '../../kernel/local-day.js'
import { dateFormat } from '../../web/date-formats.js'
import { formatTime } from '../../web/format-time.js'
import { componentWords } from './words.js'

/** How a page shows times: in the account's zone, as of `now`. */
export interface TimeFormat {
  locale: PageLocale
  timeZone: string
  now: Date
  /** The day of `now` there, as `2026-11-20`. */
  today: string
}

/** `10:41`, `10:41 AM` */
export const hourText = ({ locale, timeZone }: Pick<TimeFormat, 'locale' | 'timeZone'>, at: string): string =>
  (locale === 'en'
    ? dateFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit', hourCycle: 'h12' })
    : dateFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  ).format(new Date(at))

/** `hace 6 min` for an hour, then `10:41`, `ayer, 18:12`, `18 nov`, with the year where it is another. */
export function momentText({ locale, timeZone, now, today }: TimeFormat, at: string): string {
  const words = componentWords(locale)
  const moment = new Date(at)
  const minutes = Math.floor((now.getTime() - moment.getTime()) / MINUTE_MS)
  if (minutes >= 0 && minutes < 60) return minutes === 0 ? words.now : words.minutesAgo(minutes)
  const day = localDay(moment, timeZone)
  const time = (): string => hourText({ locale, timeZone }, at)
  if (day === today) return moment > now ? `${words.today}, ${time()}` : time()
  if (day === addDays(today, -1)) return `${words.yesterday}, ${time()}`
  if (day === addDays(today, 1)) return `${words.tomorrow}, ${time()}`
  return dateFormat(locale, dayOptions(timeZone, day, today)).format(moment)
}

/** With the year where it is another. */
const dayOptions = (timeZone: string, day: string, today: string): Intl.DateTimeFormatOptions => ({
  ...{ timeZone, day: 'numeric', month: 'short' },
  ...(day.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
})

/** A time in few words; the exact one is its title. */
export const Moment = ({ at, timeFormat }: { at: string; timeFormat: TimeFormat }): VNode => (
  <time dateTime={at} title={formatTime(timeFormat.locale, timeFormat.timeZone, at, timeFormat.now).exact}>
    {momentText(timeFormat, at)}
  </time>
)

/** The hour alone, below a head with its day. */
export const Hour = ({ at, timeFormat }: { at: string; timeFormat: TimeFormat }): VNode => (
  <time dateTime={at}>{hourText(timeFormat, at)}</time>
)

/** The dates of what is shown, newest first, instead of a count: `20 nov – 17 nov`. */
export function dayRange({ locale, timeZone, today }: TimeFormat, entries: readonly { createdAt: string }[]): string {
  const dayOf = (at: string): string => {
    const moment = new Date(at)
    return dateFormat(locale, dayOptions(timeZone, localDay(moment, timeZone), today)).format(moment)
  }
  const [newest, oldest] = [entries[0], entries.at(-1)].map((entry) => (entry ? dayOf(entry.createdAt) : ''))
  return newest === oldest ? (newest ?? '') : `${newest} – ${oldest}`
}

import type { VNode } from 'preact'
import type { PageLocale } from '../../kernel/choose-locale.js'
import { DAY_MS, later, MINUTE_MS } from '../../kernel/clock.js'
import { dateFormat } from '../../web/date-formats.js'
import { formatTime } from '../../web/format-time.js'
import { componentWords } from './words.js'

/** How a page tells times: in the account's zone, as of `now`. */
export interface TimeTelling {
  locale: PageLocale
  timeZone: string
  now: Date
}

/** `10:41`, `10:41 AM` */
export const hourText = ({ locale, timeZone }: Pick<TimeTelling, 'locale' | 'timeZone'>, at: string): string =>
  (locale === 'en'
    ? dateFormat(locale, { timeZone, hour: 'numeric', minute: '2-digit', hourCycle: 'h12' })
    : dateFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  ).format(new Date(at))

/** `hace 6 min` for an hour, then `10:41`, `ayer, 18:12`, `18 nov`, with the year where it is another. */
export function momentText({ locale, timeZone, now }: TimeTelling, at: string): string {
  const words = componentWords(locale)
  const moment = new Date(at)
  const agoMs = now.getTime() - moment.getTime()
  const minutes = Math.floor(agoMs / MINUTE_MS)
  if (minutes >= 0 && minutes < 60) return minutes === 0 ? words.now : words.minutesAgo(minutes)
  const format = (options: Intl.DateTimeFormatOptions, of = moment): string =>
    dateFormat(locale, { timeZone, ...options }).format(of)
  if (Math.abs(agoMs) < 3 * DAY_MS) {
    const dayOf = (of: Date): string => format({ dateStyle: 'short' }, of)
    const isDay = (days: number): boolean => dayOf(moment) === dayOf(later(now, days * DAY_MS))
    const time = hourText({ locale, timeZone }, at)
    if (isDay(0)) return moment > now ? `${words.today}, ${time}` : time
    if (isDay(-1)) return `${words.yesterday}, ${time}`
    if (isDay(1)) return `${words.tomorrow}, ${time}`
  }
  const isThisYear = format({ year: 'numeric' }) === format({ year: 'numeric' }, now)
  return format({ day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) })
}

/** A time in few words; the exact one is its title. */
export const Moment = ({ at, telling }: { at: string; telling: TimeTelling }): VNode => (
  <time dateTime={at} title={formatTime(telling.locale, telling.timeZone, at, telling.now).exact}>
    {momentText(telling, at)}
  </time>
)

/** The dates of what is shown, newest first, instead of a count: `20 nov – 17 nov`. */
export function dayRange({ locale, timeZone, now }: TimeTelling, entries: readonly { createdAt: string }[]): string {
  const dayOf = (at: string): string => {
    const [year, thisYear] = [new Date(at), now].map((of) =>
      dateFormat(locale, { timeZone, year: 'numeric' }).format(of),
    )
    const options: Intl.DateTimeFormatOptions = { timeZone, day: 'numeric', month: 'short' }
    return dateFormat(locale, year === thisYear ? options : { ...options, year: 'numeric' }).format(new Date(at))
  }
  const [newest, oldest] = [entries[0], entries.at(-1)].map((entry) => (entry ? dayOf(entry.createdAt) : ''))
  return newest === oldest ? (newest ?? '') : `${newest} – ${oldest}`
}

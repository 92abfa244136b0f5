import { addDays, localDay } from '../kernel/local-day.js'
import { capitalized } from '../web/messages/messages.js'
import { formatDay } from '../web/format-time.js'
import type { TimelineDay, TimelineEntry } from './components/timeline.js'
import { componentWords } from './components/words.js'
import type { Visit } from './visit.js'

/** Entries, newest first, under their days: `Hoy`, `Ayer`, `18 de noviembre`. */
export function daysOf(
  { locale, account, now }: Pick<Visit, 'locale' | 'account' | 'now'>,
  entries: readonly (TimelineEntry & { at: string })[],
): TimelineDay[] {
  const { timeZone } = account.brand
  const words = componentWords(locale)
  const today = localDay(now, timeZone)
  const days = new Map<string, (TimelineEntry & { at: string })[]>()
  for (const entry of entries) {
    const day = localDay(new Date(entry.at), timeZone)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, those]) => {
    const [first] = those
    const label =
      day === today
        ? capitalized(words.today)
        : day === addDays(today, -1)
          ? capitalized(words.yesterday)
          : formatDay(locale, timeZone, new Date(first?.at ?? now), now)
    return { label, entries: those }
  })
}

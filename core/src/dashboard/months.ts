import type { PageLocale } from '../kernel/choose-locale.js'
import { monthName } from '../web/date-formats.js'
import { capitalized } from '../web/messages/messages.js'

/** Newest first, up to `limit`. */
export function monthsBetween(first: string, last: string, limit: number): string[] {
  const months: string[] = []
  let [year = 0, month = 0] = last.split('-').map(Number)
  for (let name = last; name >= first && months.length < limit;) {
    months.push(name)
    month = month === 1 ? 12 : month - 1
    if (month === 12) year--
    name = `${year}-${String(month).padStart(2, '0')}`
  }
  return months
}

/** `Noviembre de 2026` */
export const nameOfMonth = (locale: PageLocale, month: string): string => capitalized(monthName(locale, month))

import { invalid } from './problem.js'

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/

/** An existing date and time with a zone, between 1970 and 9999. `Date` itself accepts 30 February. */
export function isTimestamp(text: string): boolean {
  const parts = SHAPE.exec(text)
  if (!parts) return false
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const lastDay = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30]
  const days = [...lastDay, 31, 30, 31][month - 1] ?? 0
  if (day < 1 || day > days || hour > 23 || minute > 59 || second > 59) return false
  const at = Date.parse(text.toUpperCase())
  return at >= 0 && at < Date.UTC(10_000, 0)
}

/** The same moment in UTC with milliseconds. @throws Problem `validation_error` on `path` */
export function toIso(text: string, path: string): string {
  if (!isTimestamp(text)) throw invalid(path, 'must be an ISO 8601 date-time with a time zone')
  return new Date(Date.parse(text.toUpperCase())).toISOString()
}

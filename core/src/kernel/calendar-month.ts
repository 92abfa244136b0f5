import { iso } from './clock.js'
import { nextMonthDay, startOfDay } from './local-day.js'
import { invalid } from './problem.js'

/** As `2026-11`. */
const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/

export const isMonth = (text: string): boolean => MONTH.test(text)

/** @throws Problem `validation_error` on `month` */
export function checkMonth(month: string): void {
  if (!isMonth(month)) throw invalid('month', 'must be a month such as 2026-11')
}

/** The first day of the month after it. */
export const dayAfterMonth = (month: string): string => nextMonthDay(`${month}-01`)

/** Its first moment there, and that of the next month. @throws Problem `validation_error` on `month` */
export function momentsOfMonth(month: string, timeZone: string): { from: string; to: string } {
  checkMonth(month)
  return { from: iso(startOfDay(`${month}-01`, timeZone)), to: iso(startOfDay(dayAfterMonth(month), timeZone)) }
}

import { type TimeFormat, timeFormatAt } from './components/moment.js'
import type { Visit } from './visit.js'

/** How the pages of a visit show times. */
export const timeFormatOf = ({ locale, account, now }: Pick<Visit, 'locale' | 'account' | 'now'>): TimeFormat =>
  timeFormatAt(locale, account.brand.timeZone, now)

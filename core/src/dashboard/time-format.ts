import { localDay } from '../kernel/local-day.js'
import type { TimeFormat } from './components/moment.js'
import type { Visit } from './visit.js'

/** How the pages of a visit show times. */
export function timeFormatOf({ locale, account, now }: Pick<Visit, 'locale' | 'account' | 'now'>): TimeFormat {
  const { timeZone } = account.brand
  return { locale, timeZone, now, today: localDay(now, timeZone) }
}

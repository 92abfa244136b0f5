import type { TimeFormat } from './components/moment.js'
import type { Visit } from './visit.js'

/** How the pages of a visit show times. */
export const timeFormatOf = ({ locale, account, now }: Pick<Visit, 'locale' | 'account' | 'now'>): TimeFormat => ({
  locale,
  timeZone: account.brand.timeZone,
  now,
})

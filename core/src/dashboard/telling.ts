import type { TimeTelling } from './components/moment.js'
import type { Visit } from './visit.js'

/** How this visit's pages tell times. */
export const tellingOf = ({ locale, account, now }: Pick<Visit, 'locale' | 'account' | 'now'>): TimeTelling => ({
  locale,
  timeZone: account.brand.timeZone,
  now,
})

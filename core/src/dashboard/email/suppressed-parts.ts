import type { Suppression } from '../../mail/suppression.js'
import { formatDay } from '../../web/format-time.js'
import type { Visit } from '../visit.js'
import { emailWords } from './words.js'

/** Why and since when an address gets no mail. */
export const reasonText = ({ locale, account, now }: Visit, { reason, createdAt }: Suppression): string =>
  emailWords(locale).suppressed.reasons[reason](formatDay(locale, account.brand.timeZone, new Date(createdAt), now))

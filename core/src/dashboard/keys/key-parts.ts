import type { ListedKey } from '../../accounts/read-keys.js'
import { modeOf } from '../../kernel/mode.js'
import type { Visit } from '../visit.js'
import { dateFormat } from '../../web/date-formats.js'

/** Below the base. */
export const KEYS = '/settings/keys'

/** As far as it is stored: `sk_live_…8Fq2`. */
export const keyMark = ({ livemode, lastFour }: Pick<ListedKey, 'livemode' | 'lastFour'>): string =>
  `sk_${modeOf(livemode)}_…${lastFour}`

/** `31 dic 2027`: a key may last for years. */
export const dayOf = ({ locale, account }: Pick<Visit, 'locale' | 'account'>, at: string): string =>
  dateFormat(locale, {
    timeZone: account.brand.timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(at))

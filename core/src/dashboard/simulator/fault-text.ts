import type { PageLocale } from '../../kernel/choose-locale.js'
import type { InjectedFault } from '../../sandbox/injected-faults.js'
import { simulatorWords } from './words.js'

/** Below the base. */
export const faultsPath = (provider: string): string => `/settings/connections/${provider}/faults`

/** `Tarda antes, 3 veces más, 1,500 ms, solo en “POST /v1/orders”`. */
export function faultText(locale: PageLocale, { kind, match, times, ms }: InjectedFault): string {
  const words = simulatorWords(locale)
  const parts = [
    words.kinds[kind].label,
    words.times(times.toLocaleString('en-US')),
    kind.startsWith('delay') && words.lasts(ms.toLocaleString('en-US')),
    match !== '' && words.onlyOn(match),
  ]
  return parts.filter(Boolean).join(', ')
}

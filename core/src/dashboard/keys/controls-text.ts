import type { PageLocale } from '../../kernel/choose-locale.js'
import type { Controls } from '../../kernel/principal.js'
import { operationText } from '../../web/messages/operations.js'
import { amountText } from '../components/amount.js'
import { keysWords } from './words.js'

/** What is asked first, in words; null: nothing. */
export function askFirstText(locale: PageLocale, { askFirst }: Controls): string | null {
  if (askFirst.length === 0) return null
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    askFirst.map((operation) => operationText(locale, operation)),
  )
}

/** Limits in few words, one after the other; empty: none. */
export function controlsText(locale: PageLocale, controls: Controls | null): string[] {
  if (!controls) return []
  const { limits: words } = keysWords(locale)
  const { currency, linkLimit, dailyLimit } = controls
  const { length: asks } = controls.askFirst
  return [
    ...(linkLimit === null ? [] : [words.perLink(amountText(locale, linkLimit, currency))]),
    ...(dailyLimit === null ? [] : [words.perDay(amountText(locale, dailyLimit, currency))]),
    ...(asks === 0 ? [] : [words.asks(asks)]),
  ]
}

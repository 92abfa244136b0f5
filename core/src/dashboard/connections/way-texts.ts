import type { PageLocale } from '../../kernel/choose-locale.js'
import { MAX_COUNTED, type WayConnection, type WayToPay } from '../../overview/read-ways-to-pay.js'
import { timeBy } from '../payments/payment-sentence.js'
import { capitalized } from '../../web/messages/messages.js'
import type { Visit } from '../visit.js'
import { connectionWords } from './words.js'

/** What a provider offers: `Tarjetas, efectivo en tiendas y SPEI · MXN`. */
export function offerText(locale: PageLocale, { plugin }: WayToPay): string {
  if (!plugin) return ''
  const words = connectionWords(locale)
  const methods = new Intl.ListFormat(locale).format(plugin.methods.map((method) => words.methods[method] ?? method))
  const parts = [capitalized(methods), currencyText(locale, plugin.currencies)]
  if (plugin.origin === 'third-party') parts.push(words.thirdParty(plugin.version))
  return parts.filter((part) => part !== '').join(' · ')
}

function currencyText(locale: PageLocale, [first, ...others]: readonly string[]): string {
  if (first === undefined) return ''
  return others.length === 0 ? first : connectionWords(locale).moreCurrencies(first, others.length)
}

/** Beyond what is counted: `más de 999`. */
export function countText(locale: PageLocale, count: number): string {
  if (count < MAX_COUNTED) return new Intl.NumberFormat(locale).format(count)
  return connectionWords(locale).many(MAX_COUNTED - 1)
}

export interface Refusal {
  what: string
  then: string[]
  /** What the provider answered, in its words. */
  answer: string | null
}

/** Why a connection does not work, what that means for customers and payments, and what the reason may be. */
export function refusalOf(
  visit: Visit,
  name: string,
  { refusedSince, openPayments, lastError }: WayConnection,
  working: readonly string[],
): Refusal {
  const { locale } = visit
  const { error } = connectionWords(locale)
  const others = new Intl.ListFormat(locale).format(working)
  const known = knownCause(locale, lastError)
  const then = [working.length > 0 ? error.others(name, others) : error.alone(name)]
  if (openPayments > 0) then.push(error.pending(countText(locale, openPayments), openPayments === 1))
  then.push(known ?? error.cause(name))
  const since = timeBy(visit, refusedSince ?? visit.now.toISOString())
  return { what: error.title(name, since), then, answer: known === null ? lastError : null }
}

/** In the words of the page: the sentences are those of `CheckConnection`. */
function knownCause(locale: PageLocale, lastError: string | null): string | null {
  const { error } = connectionWords(locale)
  if (lastError?.startsWith('these are the credentials of another')) return error.otherAccount
  return lastError && /^these are (test|live) credentials/.test(lastError) ? error.otherMode : null
}

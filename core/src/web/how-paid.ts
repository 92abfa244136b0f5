import type { PageLocale } from '../kernel/choose-locale.js'
import { capitalized, messagesOf } from './messages/messages.js'

/** The name of a payment method of the API. Null: not given, or unknown here. */
function methodName(locale: PageLocale, method: string | null): string | null {
  const name = Object.entries(messagesOf(locale).methods.names).find(([known]) => known === method)?.[1]
  return name === undefined ? null : capitalized(name)
}

/** How it was paid. A manual payment without a method is "recorded by" the merchant. Null: not known. */
export function howPaid(
  locale: PageLocale,
  merchantName: string,
  { method, isManual }: { method: string | null; isManual: boolean },
): string | null {
  const isSpecific = method !== null && method !== 'other'
  return isManual && !isSpecific ? messagesOf(locale).paid.recordedBy(merchantName) : methodName(locale, method)
}

import type { PageLocale } from '../kernel/choose-locale.js'
import { capitalized, messagesOf } from './messages/messages.js'

/** The name of a method as the API names it; null: nobody said, or nobody knows it. */
export function methodName(locale: PageLocale, method: string | null): string | null {
  const name = Object.entries(messagesOf(locale).methods.names).find(([known]) => known === method)?.[1]
  return name === undefined ? null : capitalized(name)
}

/** How it was paid. What the merchant recorded without saying how is shown as theirs; null: nobody said. */
export function howPaid(
  locale: PageLocale,
  merchantName: string,
  { method, isManual }: { method: string | null; isManual: boolean },
): string | null {
  const isTold = method !== null && method !== 'other'
  return isManual && !isTold ? messagesOf(locale).paid.recordedBy(merchantName) : methodName(locale, method)
}

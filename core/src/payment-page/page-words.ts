import { formatTime, type TimeText } from '../html/format-time.js'
import { capitalized, type Messages, messagesOf, oneOf } from '../html/messages/messages.js'
import type { PaymentPageView } from './payment-page.view.js'
import type { WayToPay } from './ways-to-pay.js'

export const wordsOf = (view: Pick<PaymentPageView, 'locale'>): Messages => messagesOf(view.locale)

/** A moment as the merchant's clock shows it. */
export const timeOf = (view: PaymentPageView, at: string): TimeText =>
  formatTime(view.locale, view.merchant.timeZone, at, view.now)

/** What pressing the button does. The first names the act, the others may leave it out. */
export function wayLabel(view: PaymentPageView, { methods }: WayToPay, isFirst: boolean): string {
  const { names, payBy, payByOne } = wordsOf(view).methods
  const [only] = methods
  if (only && methods.length === 1) return payByOne[only]
  const list = oneOf(
    view.locale,
    methods.map((method) => names[method]),
  )
  return isFirst ? payBy(list) : capitalized(list)
}

export function wayDetail(view: PaymentPageView, { methods, providerName }: WayToPay): string {
  const words = wordsOf(view).methods
  const details = capitalized(
    oneOf(
      view.locale,
      methods.flatMap((method) => words.details[method]),
    ),
  )
  return providerName === null ? details : words.with(details, providerName)
}

/** `Tarjeta o efectivo` */
export function wayName(view: PaymentPageView, { methods }: Pick<WayToPay, 'methods'>): string {
  const { names } = wordsOf(view).methods
  return capitalized(
    oneOf(
      view.locale,
      methods.map((method) => names[method]),
    ),
  )
}

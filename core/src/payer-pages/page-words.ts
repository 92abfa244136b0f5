import { formatMoney } from '../web/format-money.js'
import { formatTime, type TimeText } from '../web/format-time.js'
import { capitalized, type Messages, messagesOf, joinWithOr } from '../web/messages/messages.js'
import type { PaymentPageView } from './payment-page.view.js'
import type { WayToPay } from './ways-to-pay.js'

export const wordsOf = (view: Pick<PaymentPageView, 'locale'>): Messages => messagesOf(view.locale)

/** A moment in the merchant's time zone. */
export const timeOf = (view: PaymentPageView, at: string): TimeText =>
  formatTime(view.locale, view.merchant.timeZone, at, view.now)

/** The amount in a line of text: `$216.00 MXN` */
export function amountOf(view: PaymentPageView): string {
  const { figure, code } = formatMoney(view.locale, view.amountCentavos, view.currency)
  return `${figure} ${code}`
}

/** How the payer learns of the confirmation. */
export function confirmationOf(view: PaymentPageView): string {
  const { mail, page } = wordsOf(view).confirmation
  return view.mailsReceipt ? mail : page
}

/** Address of a page of the link, in the chosen language. */
export const hrefOf = (view: PaymentPageView, tail = ''): string => `${view.address}${tail}${view.langQuery}`

/** Label of a button. The first has the verb and the amount, the others may leave them out. */
export function wayLabel(view: PaymentPageView, way: WayToPay, isFirst: boolean): string {
  const { by, byOne, pay } = wordsOf(view).methods
  const [only] = way.methods
  const label = (phrase: string): string => (isFirst ? `${payAmount(view)} ${phrase}` : `${pay} ${phrase}`)
  if (only === 'other' && way.methods.length === 1) return isFirst ? payAmount(view) : label(byOne.other)
  if (only && way.methods.length === 1) return label(byOne[only])
  const list = namesOf(view, way)
  return isFirst ? label(by(list)) : capitalized(list)
}

/** `Pagar $216.00`; with the code if the sign is ambiguous. */
export function payAmount(view: PaymentPageView): string {
  const { figure, code } = formatMoney(view.locale, view.amountCentavos, view.currency)
  return `${wordsOf(view).methods.pay} ${code === 'MXN' ? figure : `${figure} ${code}`}`
}

export function wayDetail(view: PaymentPageView, { methods, providerName }: WayToPay): string {
  const words = wordsOf(view).methods
  const details = capitalized(
    joinWithOr(
      view.locale,
      methods.flatMap((method) => words.details[method]),
    ),
  )
  return providerName === null ? details : words.with(details, providerName)
}

/** `Tarjeta, efectivo o transferencia` */
export const wayName = (view: PaymentPageView, way: Pick<WayToPay, 'methods'>): string =>
  capitalized(namesOf(view, way))

/** `Tarjeta, efectivo o SPEI`: below a label with the verb. */
export function briefNames(view: PaymentPageView, { methods }: Pick<WayToPay, 'methods'>): string {
  const { names, details } = wordsOf(view).methods
  const brief = methods.map((method) => (method === 'spei_transfer' ? details.spei_transfer.join() : names[method]))
  return capitalized(joinWithOr(view.locale, brief))
}

function namesOf(view: PaymentPageView, { methods }: Pick<WayToPay, 'methods'>): string {
  const { names } = wordsOf(view).methods
  return joinWithOr(
    view.locale,
    methods.map((method) => names[method]),
  )
}

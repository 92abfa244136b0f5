import type { PageLocale } from '../../kernel/choose-locale.js'
import type { ListedPayment } from '../../payments/read-payment-list.js'
import type { Column } from '../../web/data-table.js'
import { capitalized, messagesOf } from '../../web/messages/messages.js'
import { formatTime } from '../../web/format-time.js'
import { Amount, amountText, figureOf } from '../components/amount.js'
import { StatusChip } from '../components/chip.js'
import { Moment, type TimeFormat } from '../components/moment.js'
import type { StatusOf } from '../components/status.js'
import { declineText } from './decline-text.js'
import type { NameOfProvider } from './payment-names.js'
import { paymentWords } from './words.js'

export interface PaymentFormats {
  timeFormat: TimeFormat
  nameOf: NameOfProvider
}

/** The state of a payment, as its chip shows it. */
export function chipOf(payment: ListedPayment): StatusOf<'payment'> {
  if (payment.reviewReason !== null) return 'under_review'
  const isPartly = payment.status === 'succeeded' && payment.refundedCentavos > 0
  return isPartly ? 'partly_refunded' : payment.status
}

/** `Tarjeta · Visa 4242`; null: not known. */
export function methodText(
  locale: PageLocale,
  { method, card }: Pick<ListedPayment, 'method' | 'card'>,
): string | null {
  if (method === null) return null
  const name = capitalized(messagesOf(locale).methods.names[method])
  const brand = card?.brand === undefined ? '' : capitalized(card.brand)
  const digits = [brand, card?.last4].filter(Boolean).join(' ')
  return digits === '' ? name : `${name} · ${digits}`
}

/** What the chip leaves open; null: nothing. */
export function aboutStatus(payment: ListedPayment, timeFormat: TimeFormat): string | null {
  const { locale, timeZone, now } = timeFormat
  const words = paymentWords(locale)
  const { came, amountCentavos, currency, payableUntil } = payment
  if (payment.reviewReason !== null) {
    const isOther = came !== null && (came.amount !== amountCentavos || came.currency !== currency)
    return isOther
      ? words.came(amountText(locale, came.amount, came.currency), figureOf(locale, amountCentavos, currency))
      : null
  }
  if (payableUntil !== null) return words.voucherUntil(formatTime(locale, timeZone, payableUntil, now).at)
  if (payment.decline !== null) return declineText(words, payment.decline)
  const isPartly = payment.refundedCentavos > 0 && payment.refundedCentavos < payment.amountCentavos
  return isPartly ? words.refundedPart(figureOf(locale, payment.refundedCentavos, payment.currency)) : null
}

export function paymentColumns({ timeFormat, nameOf }: PaymentFormats): Column<ListedPayment>[] {
  const { locale } = timeFormat
  const words = paymentWords(locale)
  return [
    {
      head: words.columns.payment,
      place: 'title',
      cell: ({ title }) => title,
      about: ({ customerName, customerEmail }) => customerName ?? customerEmail ?? words.noCustomer,
    },
    {
      head: words.columns.status,
      place: 'status',
      cell: (payment) => <StatusChip of="payment" status={chipOf(payment)} locale={locale} />,
      about: (payment) => aboutStatus(payment, timeFormat),
    },
    {
      head: words.columns.method,
      place: 'more',
      cell: (payment) => methodText(locale, payment) ?? <span class="unless-narrow">{words.noMethod}</span>,
      about: ({ provider, isSandbox }) => nameOf(provider, isSandbox),
    },
    {
      head: words.columns.when,
      place: 'time',
      cell: ({ paidAt, createdAt }) => <Moment at={paidAt ?? createdAt} timeFormat={timeFormat} />,
    },
    {
      head: words.columns.amount,
      place: 'amount',
      cell: ({ amountCentavos, currency, status }) => (
        <Amount locale={locale} centavos={amountCentavos} currency={currency} isStrong={status === 'succeeded'} />
      ),
    },
  ]
}

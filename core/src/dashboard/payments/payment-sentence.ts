import type { PaymentDetail } from '../../overview/read-payment-detail.js'
import { capitalized, messagesOf } from '../../web/messages/messages.js'
import { formatTime } from '../../web/format-time.js'
import { type ActorNames, actorText } from '../links/actor-text.js'
import type { Visit } from '../visit.js'
import { paymentWords } from './words.js'

/** `hoy a las 13:06`, in a sentence. */
export const timeBy = ({ locale, account, now }: Visit, at: string): string =>
  formatTime(locale, account.brand.timeZone, at, now).at

/** Who paid, when and how; or who recorded it. */
export function sentenceOf(visit: Visit, payment: PaymentDetail, names: ActorNames): string {
  const { locale } = visit
  const words = paymentWords(locale)
  const who = payment.customerName ?? payment.customerEmail ?? words.who
  const how = howOf(visit, payment)
  if (payment.provider === 'manual') {
    const act = payment.acts.find(({ action }) => action === 'payment_link.marked_paid')
    const actor = actorText(locale, names, act?.by ?? null)
    const recordedAt = timeBy(visit, payment.createdAt)
    return actor === null ? words.recorded(recordedAt, how) : words.recordedBy(actor, recordedAt, how)
  }
  if (payment.paidAt !== null) return words.paidBy(who, timeBy(visit, payment.paidAt), how)
  const when = timeBy(visit, payment.createdAt)
  return payment.status === 'pending' ? words.startedBy(who, when) : words.triedBy(who, when)
}

/** `Visa terminada en 4242`, `efectivo`; empty: not known. */
function howOf({ locale }: Visit, { method, card }: PaymentDetail): string {
  if (method === null) return ''
  const name = messagesOf(locale).methods.names[method]
  if (!card?.last4) return name
  const brand = card.brand === undefined ? name : capitalized(card.brand)
  return `${brand} ${paymentWords(locale).ending(card.last4)}`
}

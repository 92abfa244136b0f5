import type { VNode } from 'preact'
import type { ReviewDetails } from '../../reconciliation/read-reviews.js'
import { capitalized, messagesOf } from '../../web/messages/messages.js'
import { figureOf } from '../components/amount.js'
import { Verbatim } from '../payments/payment-evidence.js'
import { timeBy } from '../payments/payment-sentence.js'
import { paymentWords } from '../payments/words.js'
import type { Visit } from '../visit.js'
import { lastAnswer } from './what-happened.js'
import { reviewWords } from './words.js'

interface SideRow {
  label: string
  asked: string
  answered: string
  isOther: boolean
  isCode?: boolean
}

/** What was asked for and what was answered, side by side. What differs is marked, in color and in words. */
export function SidesPart({
  visit,
  review,
  provider,
}: {
  visit: Visit
  review: ReviewDetails
  provider: string
}): VNode {
  const words = reviewWords(visit.locale)
  return (
    <section class="card">
      <h2>{words.sides}</h2>
      <table class="sides">
        <thead>
          <tr>
            <td />
            <th scope="col">{words.asked}</th>
            <th scope="col">{words.answered(provider)}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(visit, review).map(({ label, asked, answered, isOther, isCode }) => (
            <tr>
              <th scope="row">{label}</th>
              <td class={isCode ? 'code' : undefined}>{asked}</td>
              <td class={[isCode && 'code', isOther && 'other'].filter(Boolean).join(' ') || undefined}>
                {answered}
                {isOther && <span class="unseen"> ({words.differs})</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {review.evidence.length > 0 && <Verbatim evidence={review.evidence} label={words.verbatim(provider)} />}
    </section>
  )
}

function rowsOf(visit: Visit, review: ReviewDetails): SideRow[] {
  const { locale } = visit
  const words = reviewWords(locale)
  const { rows, nothing } = words
  const { payment } = review
  const state = lastAnswer(review)
  const money = (centavos: number, currency: string): string => `${figureOf(locale, centavos, currency)} ${currency}`
  const { amountCentavos, currency, livemode } = payment
  const amount = state?.amount
  const row = (label: string, asked: string, answered: string | undefined, more: Partial<SideRow> = {}): SideRow => ({
    label,
    asked,
    answered: answered ?? nothing,
    isOther: answered !== undefined && answered !== asked,
    ...more,
  })
  const gap = amount && amount.currency === currency ? amount.amount - amountCentavos : 0
  const difference =
    gap === 0
      ? []
      : [row(rows.difference, '', (gap < 0 ? words.missing : words.extra)(figureOf(locale, Math.abs(gap), currency)))]
  const method = state?.method && capitalized(messagesOf(locale).methods.names[state.method.type])
  const { states } = paymentWords(locale)
  const mode = (isLive: boolean): string => (isLive ? words.modes.live : words.modes.test)
  return [
    row(rows.amount, money(amountCentavos, currency), amount && money(amount.amount, amount.currency)),
    ...difference,
    row(rows.currency, currency, amount?.currency),
    row(rows.reference, payment.id, state?.paymentId, { isCode: true }),
    row(rows.mode, mode(livemode), state && mode(state.livemode)),
    row(rows.status, nothing, state ? states[state.status] : words.noAnswer, { isOther: false }),
    row(rows.method, nothing, method, { isOther: false }),
    row(rows.paidAt, nothing, state?.paidAt && timeBy(visit, state.paidAt), { isOther: false }),
  ]
}

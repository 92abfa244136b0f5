import type { VNode } from 'preact'
import type { PaymentDetail } from '../../overview/read-payment-detail.js'
import { AgainIcon, CardIcon, CheckIcon, ReturnedIcon } from '../../web/icons.js'
import { amountText } from '../components/amount.js'
import { Hour } from '../components/moment.js'
import { Timeline, type TimelineEntry } from '../components/timeline.js'
import { daysOf } from '../timeline-days.js'
import { type ActorNames, actorText } from '../links/actor-text.js'
import { timeFormatOf } from '../time-format.js'
import type { Visit } from '../visit.js'
import { paymentWords } from './words.js'

interface Parts {
  visit: Visit
  payment: PaymentDetail
  provider: string
  names: ActorNames
}

/** What the provider answered and when, and what became of the money. */
export function EvidencePart({ visit, payment, provider, names }: Parts): VNode | null {
  if (payment.provider === 'manual') return null
  const words = paymentWords(visit.locale)
  return (
    <section class="card">
      <h2>{words.evidence}</h2>
      <Timeline days={daysOf(visit, entriesOf({ visit, payment, provider, names }))} />
      {payment.evidence.length === 0 ? (
        <p class="muted small">{words.noEvidence}</p>
      ) : (
        <Verbatim evidence={payment.evidence} label={words.verbatim(provider)} />
      )}
    </section>
  )
}

/** The answers as they were stored. */
export const Verbatim = ({ evidence, label }: { evidence: PaymentDetail['evidence']; label: string }): VNode => (
  <details class="verbatim">
    <summary>{label}</summary>
    {evidence.map(({ seenAt, state }) => (
      <pre tabIndex={0} aria-label={seenAt}>
        {JSON.stringify(state, null, 2)}
      </pre>
    ))}
  </details>
)

function entriesOf({ visit, payment, provider, names }: Parts): (TimelineEntry & { at: string })[] {
  const { locale } = visit
  const words = paymentWords(locale)
  const timeFormat = timeFormatOf(visit)
  const time = (at: string): VNode => <Hour at={at} timeFormat={timeFormat} />
  const answers = payment.evidence.map(({ seenAt, state }) => {
    const isMoney = state.status === 'paid' || state.status === 'refunded'
    const amount = state.amount && amountText(locale, state.amount.amount, state.amount.currency)
    const isRight = state.amount?.amount === payment.amountCentavos && state.amount.currency === payment.currency
    return {
      at: seenAt,
      tone: isMoney ? ('green' as const) : ('grey' as const),
      icon: CheckIcon,
      text: (
        <>
          <b>
            {words.said(provider)} {words.states[state.status]}
          </b>
          {isMoney && amount && `, ${amount}`}
        </>
      ),
      detail: isMoney ? (isRight ? words.matchesRequest : words.differs) : state.failure?.message,
      time: time(seenAt),
    }
  })
  const refunds = payment.refunds.map(({ at, amountCentavos, currency }) => ({
    at,
    tone: 'grey' as const,
    icon: ReturnedIcon,
    text: (
      <>
        <b>{words.refundLearnt}</b> {amountText(locale, amountCentavos, currency)}
      </>
    ),
    time: time(at),
  }))
  const opened = {
    at: payment.createdAt,
    tone: 'outline' as const,
    icon: CardIcon,
    text: <b>{words.opened(provider)}</b>,
    time: time(payment.createdAt),
  }
  const acts = payment.acts.flatMap(({ action, at, by }) => {
    if (action === 'payment_link.marked_paid') return []
    const text = <b>{words.acts[action](actorText(locale, names, by) ?? words.someone, provider)}</b>
    return [
      { at, tone: 'grey' as const, icon: action === 'payment.asked' ? AgainIcon : CheckIcon, text, time: time(at) },
    ]
  })
  return [...answers, ...refunds, ...acts, opened].sort((one, other) => (one.at < other.at ? 1 : -1))
}

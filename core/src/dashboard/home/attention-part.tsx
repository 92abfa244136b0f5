import type { VNode } from 'preact'
import { approvalPath } from '../../agents/approval.js'
import type { Attention } from '../../overview/read-attention.js'
import { CheckIcon, InvoiceIcon, ReturnedIcon, WarningIcon } from '../../web/icons.js'
import { APPROVALS } from '../approvals/approval-paths.js'
import { amountText } from '../components/amount.js'
import { FlagIcon, PlugIcon, SparkIcon } from '../components/icons.js'
import { AttentionList, AttentionRow } from '../components/menu.js'
import { timeBy } from '../payments/payment-sentence.js'
import type { NameOfProvider } from '../payments/payment-names.js'
import { may, type Visit } from '../visit.js'
import { homeWords } from './words.js'

interface Parts {
  visit: Visit
  attention: Attention
  nameOf: NameOfProvider
}

const MAX_ROWS = 5
/** Counted no further. */
const MANY = 10

/** What needs a person, gravest first; or one line that nothing does. */
export function AttentionPart(parts: Parts): VNode {
  const words = homeWords(parts.visit.locale)
  const rows = [
    ...connectionRows(parts),
    ...reviewRows(parts),
    ...invoiceRows(parts),
    ...endpointRows(parts),
    ...refundRows(parts),
    ...approvalRows(parts),
  ].slice(0, MAX_ROWS)
  if (rows.length === 0) {
    return (
      <p class="card all-good green-mark">
        <CheckIcon /> {words.allGood}
      </p>
    )
  }
  return (
    <section class="card full">
      <div class="card-head">
        <h2>{words.attention}</h2>
      </div>
      <AttentionList>{rows}</AttentionList>
    </section>
  )
}

/** Where something can be done about it, if this person may, and the page is served. */
const actionAt = (visit: Visit, path: string, label: string): { href: string; label: string } | undefined => {
  const isSettings = path.startsWith('/settings')
  if (isSettings && (!may(visit, 'settings:manage') || !visit.hasPage(path))) return undefined
  return { href: visit.base + path, label }
}

function connectionRows({ visit, attention, nameOf }: Parts): VNode[] {
  const words = homeWords(visit.locale)
  return attention.connections.map(({ kind, provider, since }) => {
    const name = nameOf(provider)
    const when = timeBy(visit, since)
    const isPayment = kind === 'payment'
    const path = isPayment ? '/settings/connections' : '/settings/invoicing'
    return (
      <AttentionRow
        tone="red"
        icon={WarningIcon}
        what={words.connectionRefused(name)}
        then={isPayment ? words.connectionThen(name, when) : words.invoicingThen(when)}
        action={actionAt(visit, path, words.reconnect)}
      />
    )
  })
}

function reviewRows({ visit, attention: { reviews } }: Parts): VNode[] {
  const [oldest] = reviews
  if (!oldest) return []
  const words = homeWords(visit.locale)
  const amount = amountText(visit.locale, oldest.amountCentavos, oldest.currency)
  const path = reviews.length === 1 ? `/review/${oldest.paymentId}` : '/review'
  return [
    <AttentionRow
      tone="amber"
      icon={FlagIcon}
      what={words.reviews(countText(visit, reviews.length), reviews.length === 1)}
      then={words.reviewsThen(timeBy(visit, oldest.since), amount)}
      action={actionAt(visit, path, words.review)}
    />,
  ]
}

function invoiceRows({ visit, attention: { invoices } }: Parts): VNode[] {
  const words = homeWords(visit.locale)
  return [false, true].flatMap((isFailed) => {
    const those = invoices.filter((one) => one.isFailed === isFailed)
    const [oldest] = those
    if (!oldest) return []
    const count = countText(visit, those.length)
    const isOne = those.length === 1
    const hasList = !isOne && visit.hasPage('/invoices')
    const path = hasList ? '/invoices' : `/payments/${oldest.paymentId}`
    return [
      <AttentionRow
        tone="amber"
        icon={InvoiceIcon}
        what={isFailed ? words.failed(count, isOne) : words.waiting(count, isOne)}
        then={isFailed ? words.failedThen : words.waitingThen(timeBy(visit, oldest.since))}
        action={actionAt(visit, path, hasList ? words.seeInvoices : words.seeInvoice)}
      />,
    ]
  })
}

function endpointRows({ visit, attention }: Parts): VNode[] {
  const words = homeWords(visit.locale)
  return attention.endpoints.map(({ host, isDisabled, since }) => {
    const when = timeBy(visit, since)
    return (
      <AttentionRow
        tone="amber"
        icon={PlugIcon}
        what={isDisabled ? words.endpointDisabled(host) : words.endpointFailing(host)}
        then={isDisabled ? words.endpointDisabledThen(when) : words.endpointFailingThen(when)}
        action={actionAt(visit, '/settings/webhooks', words.seeDeliveries)}
      />
    )
  })
}

function refundRows({ visit, attention: { invoicedRefunds } }: Parts): VNode[] {
  const [oldest] = invoicedRefunds
  if (!oldest) return []
  const words = homeWords(visit.locale)
  const isOne = invoicedRefunds.length === 1
  const label = may(visit, 'review:decide') ? words.decide : words.seeReview
  return [
    <AttentionRow
      tone="amber"
      icon={ReturnedIcon}
      what={words.invoicedRefunds(countText(visit, invoicedRefunds.length), isOne)}
      then={words.invoicedRefundsThen}
      action={actionAt(visit, isOne ? `/review/${oldest.paymentId}` : '/review', label)}
    />,
  ]
}

/** Only those who can decide are told. */
function approvalRows({ visit, attention: { approvals } }: Parts): VNode[] {
  const [oldest] = approvals
  const isOne = approvals.length === 1
  const action = oldest && actionAt(visit, APPROVALS, '')
  if (!action) return []
  const words = homeWords(visit.locale)
  const href = isOne ? visit.base + approvalPath(oldest.id) : action.href
  return [
    <AttentionRow
      tone="blue"
      icon={SparkIcon}
      what={words.approvals(countText(visit, approvals.length), isOne)}
      then={words.approvalsThen(timeBy(visit, oldest.since))}
      action={{ href, label: words.decide }}
    />,
  ]
}

const countText = ({ locale }: Visit, count: number): string => (count >= MANY ? homeWords(locale).more : String(count))

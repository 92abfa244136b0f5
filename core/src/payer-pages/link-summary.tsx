import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { CheckIcon, ClockIcon, ClosedIcon, ReturnedIcon } from '../web/icons.js'
import { type LineItem, lineItems } from '../web/line-items.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'
import type { Tone } from './state-box.js'

/** More lines than this are folded, so that the button stays in sight. */
const MAX_OPEN_LINES = 5

/** What the payment is for, and how much. */
export function LinkHeading({ view }: { view: PaymentPageView }): VNode {
  const { figure, code } = formatMoney(view.locale, view.amountCentavos, view.currency)
  const seal = badgeOf(view)
  return (
    <>
      <h1>{view.title}</h1>
      <p class={seal?.tone === 'closed' ? 'amount closed' : 'amount'}>
        {figure} <span>{code}</span>
      </p>
      {seal && (
        <p class={`seal ${seal.tone}`}>
          {seal.icon}
          {seal.word}
        </p>
      )}
      {view.description !== null && <p class="description">{view.description}</p>}
    </>
  )
}

interface Badge {
  word: string
  tone: Tone
  icon: VNode
}

/** The state of the link in a word; none while it can be paid. */
function badgeOf(view: PaymentPageView): Badge | null {
  const words = wordsOf(view).seals
  const { state } = view
  switch (state.name) {
    case 'paid':
      return state.payment?.isRefunded
        ? { word: words.refunded, tone: 'closed', icon: <ReturnedIcon /> }
        : { word: words.paid, tone: 'good', icon: <CheckIcon /> }
    case 'processing':
    case 'opening':
      return { word: words.processing, tone: 'waiting', icon: <ClockIcon /> }
    case 'voucher':
      return state.voucher.isLapsed
        ? { word: words.lapsed, tone: 'closed', icon: <ClosedIcon /> }
        : { word: words.voucher, tone: 'waiting', icon: <ClockIcon /> }
    case 'expired':
    case 'disabled':
      return { word: words[state.name], tone: 'closed', icon: <ClosedIcon /> }
    default:
      return null
  }
}

/** Every line as the provider gets it, and the total. */
export function LineTable({ view }: { view: PaymentPageView }): VNode {
  const words = wordsOf(view).lines
  const { items, added, total } = lineItems(view)
  const table = (
    <dl class="lines" aria-label={words.heading}>
      {items.map((item) => (
        <div>
          <dt>
            {item.name}
            <Terms item={item} />
          </dt>
          <dd>{item.amount}</dd>
        </div>
      ))}
    </dl>
  )
  const isLong = items.length > MAX_OPEN_LINES
  return (
    <>
      {isLong ? (
        <details class="more" open={view.state.name === 'paid'}>
          <summary>{words.count(items.length)}</summary>
          {table}
        </details>
      ) : (
        table
      )}
      <dl class={isLong ? 'lines sum apart' : 'lines sum'}>
        {added &&
          [added.subtotal, added.iva].map(({ label, amount }) => (
            <div>
              <dt class="muted">{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        <div class="total">
          <dt>
            {total.label}
            {total.note !== null && <span class="muted small"> · {total.note}</span>}
          </dt>
          <dd>{total.amount}</dd>
        </div>
      </dl>
    </>
  )
}

/** `2 × $150.00`, and the IVA of the line if lines differ. */
function Terms({ item: { quantity, unitPrice, tax } }: { item: LineItem }): VNode | null {
  const terms = [...(quantity > 1 ? [`${quantity}\u00a0×\u00a0${unitPrice}`] : []), ...(tax === null ? [] : [tax])]
  return terms.length === 0 ? null : <small class="muted">{terms.join(' · ')}</small>
}

import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { CheckIcon, ClockIcon, ClosedIcon, ReturnedIcon } from '../web/icons.js'
import { IVA_PERCENT } from '../kernel/money.js'
import type { PricedLine } from '../payment-links/link-lines.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'
import type { Tone } from './state-box.js'

/** More lines than this are folded, so that the button stays in sight. */
const MAX_OPEN_LINES = 5

/** What the payment is for, and how much. */
export function LinkHeading({ view }: { view: PaymentPageView }): VNode {
  const { figure, code } = formatMoney(view.locale, view.amountCentavos, view.currency)
  const seal = sealOf(view)
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

interface Seal {
  word: string
  tone: Tone
  icon: VNode
}

/** The state of the link in a word; none while it can be paid. */
function sealOf(view: PaymentPageView): Seal | null {
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
  const money = (amountCentavos: number): string => formatMoney(view.locale, amountCentavos, view.currency).figure
  const { lines } = view
  const items = (
    <dl class="lines" aria-label={words.heading}>
      {lines.map((line) => (
        <div>
          <dt>
            {line.name}
            <Terms view={view} line={line} />
          </dt>
          <dd>{money(line.amountCentavos)}</dd>
        </div>
      ))}
    </dl>
  )
  const isLong = lines.length > MAX_OPEN_LINES
  return (
    <>
      {isLong ? (
        <details class="more" open={view.state.name === 'paid'}>
          <summary>{words.count(lines.length)}</summary>
          {items}
        </details>
      ) : (
        items
      )}
      <dl class={isLong ? 'lines sum apart' : 'lines sum'}>
        {view.addedIvaCentavos > 0 && (
          <>
            <div>
              <dt class="muted">{words.subtotal}</dt>
              <dd>{money(view.amountCentavos - view.addedIvaCentavos)}</dd>
            </div>
            <div>
              <dt class="muted">{words.addedIva(IVA_PERCENT)}</dt>
              <dd>{money(view.addedIvaCentavos)}</dd>
            </div>
          </>
        )}
        <div class="total">
          <dt>
            {words.total}
            {view.includesIva && <span class="muted small"> · {words.includesIva}</span>}
          </dt>
          <dd>{money(view.amountCentavos)}</dd>
        </div>
      </dl>
    </>
  )
}

/** `2 × $150.00`, and the IVA of the line if lines differ. */
function Terms({ view, line }: { view: PaymentPageView; line: PricedLine }): VNode | null {
  const isMixed = new Set(view.lines.map(({ tax }) => tax)).size > 1
  const price = formatMoney(view.locale, line.unitPriceCentavos, view.currency).figure
  const terms = [
    ...(line.quantity > 1 ? [`${line.quantity}\u00a0×\u00a0${price}`] : []),
    ...(isMixed && line.tax !== null ? [wordsOf(view).lines.taxes[line.tax]] : []),
  ]
  return terms.length === 0 ? null : <small class="muted">{terms.join(' · ')}</small>
}

import type { VNode } from 'preact'
import { formatMoney } from '../html/format-money.js'
import { IVA_PERCENT } from '../kernel/money.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'

/** What the payment is for, and how much. */
export function Heading({ view }: { view: PaymentPageView }): VNode {
  const { figure, code } = formatMoney(view.locale, view.amountCentavos, view.currency)
  return (
    <>
      <h1>{view.title}</h1>
      <p class="amount">
        {figure} <span>{code}</span>
      </p>
      {view.description !== null && <p class="description">{view.description}</p>}
    </>
  )
}

/** Every line as the provider is told it, and the sum. */
export function Lines({ view }: { view: PaymentPageView }): VNode {
  const words = wordsOf(view).lines
  const money = (amountCentavos: number): string => formatMoney(view.locale, amountCentavos, view.currency).figure
  return (
    <dl class="lines" aria-label={words.heading}>
      {view.lines.map(({ name, quantity, amountCentavos }) => (
        <div>
          <dt>
            {name}
            {quantity > 1 && <span class="muted"> ×&nbsp;{quantity}</span>}
          </dt>
          <dd>{money(amountCentavos)}</dd>
        </div>
      ))}
      {view.addedIvaCentavos > 0 && (
        <div>
          <dt class="muted">{words.addedIva(IVA_PERCENT)}</dt>
          <dd>{money(view.addedIvaCentavos)}</dd>
        </div>
      )}
      <div class="total">
        <dt>
          {words.total}
          {view.includesIva && <span class="muted small"> · {words.includesIva}</span>}
        </dt>
        <dd>{money(view.amountCentavos)}</dd>
      </div>
    </dl>
  )
}

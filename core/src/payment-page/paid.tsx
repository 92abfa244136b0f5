import type { VNode } from 'preact'
import { formatMoney } from '../html/format-money.js'
import { howPaid } from '../html/how-paid.js'
import { CheckIcon, InvoiceIcon } from '../html/icons.js'
import { Moment } from './moment.js'
import { wordsOf } from './page-words.js'
import type { PaidWith, PaymentPageView } from './payment-page.view.js'
import { StateBox } from './state-box.js'

/** A receipt: that it was paid, when and how. */
export function Paid({
  view,
  payment,
  hasInvoicePage,
}: {
  view: PaymentPageView
  payment: PaidWith | null
  hasInvoicePage: boolean
}): VNode {
  const words = wordsOf(view).paid
  const merchant = view.merchant.name
  const method = payment && howPaid(view.locale, merchant, payment)
  const refunded =
    payment && payment.amountRefunded > 0 ? formatMoney(view.locale, payment.amountRefunded, view.currency) : null
  return (
    <>
      {payment?.isRefunded ? (
        <StateBox icon={<CheckIcon />} title={words.refundedTitle} text={words.refundedText(merchant)} />
      ) : (
        <StateBox icon={<CheckIcon />} title={words.title} text={words.text(merchant)} />
      )}
      {payment && (
        <dl class="lines facts">
          {payment.paidAt !== null && (
            <div>
              <dt class="muted">{words.date}</dt>
              <dd>
                <Moment view={view} at={payment.paidAt} />
              </dd>
            </div>
          )}
          {method && (
            <div>
              <dt class="muted">{words.method}</dt>
              <dd>{method}</dd>
            </div>
          )}
          {refunded && (
            <div>
              <dt class="muted">{words.refunded}</dt>
              <dd>
                {refunded.figure} {refunded.code}
              </dd>
            </div>
          )}
          <div>
            <dt class="muted">{words.number}</dt>
            <dd class="id">{payment.id}</dd>
          </div>
        </dl>
      )}
      {hasInvoicePage && (
        <a class="button" href={`${view.address}/invoice`}>
          <InvoiceIcon />
          <b>{wordsOf(view).invoice.get}</b>
        </a>
      )}
    </>
  )
}

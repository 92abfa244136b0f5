import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { howPaid } from '../web/how-paid.js'
import { CheckIcon, DownloadIcon, InvoiceIcon, ReturnedIcon } from '../web/icons.js'
import { folioOf } from '../payments/folio.js'
import { Moment } from './moment.js'
import { hrefOf, wordsOf } from './page-words.js'
import type { PageState, PaidView, PaymentPageView } from './payment-page.view.js'
import { StateBox } from './state-box.js'

interface PaidParts {
  view: PaymentPageView
  payment: PaidView | null
  invoice: Extract<PageState, { name: 'paid' }>['invoice']
}

/** Proof of the payment: when and how it was paid, and a folio that can be read out. */
export function Paid({ view, payment, invoice }: PaidParts): VNode {
  const words = wordsOf(view).paid
  const merchant = view.merchant.name
  const isRefunded = payment?.isRefunded === true
  const hasReceipt = payment !== null && !isRefunded
  return (
    <>
      {isRefunded ? (
        <StateBox
          icon={<ReturnedIcon />}
          tone="closed"
          title={words.refundedTitle}
          text={words.refundedText(merchant)}
        />
      ) : (
        <StateBox icon={<CheckIcon />} tone="good" title={words.title} text={words.text(merchant)} />
      )}
      {payment && <Facts view={view} payment={payment} />}
      {hasReceipt && (
        <a class="button" href={hrefOf(view, '/receipt.pdf')}>
          <DownloadIcon />
          <b>{words.receipt}</b>
        </a>
      )}
      {invoice !== 'none' && (
        <a class="button" href={hrefOf(view, '/invoice')}>
          <InvoiceIcon />
          <b>{invoice === 'view' ? words.viewInvoice : wordsOf(view).invoice.get}</b>
        </a>
      )}
    </>
  )
}

function Facts({ view, payment }: { view: PaymentPageView; payment: PaidView }): VNode {
  const words = wordsOf(view).paid
  const method = howPaid(view.locale, view.merchant.name, payment)
  const refunded = formatMoney(view.locale, payment.amountRefunded, view.currency)
  return (
    <div>
      <dl class="lines facts">
        {payment.paidAt !== null && (
          <div>
            <dt class="muted">{words.date}</dt>
            <dd>
              <Moment view={view} at={payment.paidAt} form="exact" />
            </dd>
          </div>
        )}
        {method && (
          <div>
            <dt class="muted">{words.method}</dt>
            <dd>{method}</dd>
          </div>
        )}
        {payment.amountRefunded > 0 && (
          <div>
            <dt class="muted">{words.refunded}</dt>
            <dd>
              {refunded.figure} {refunded.code}
            </dd>
          </div>
        )}
        <div>
          <dt class="muted">{words.number}</dt>
          <dd>
            <b class="folio">{folioOf(payment.id)}</b>
          </dd>
        </div>
      </dl>
      <p class="muted id">
        {words.id} {payment.id}
      </p>
    </div>
  )
}

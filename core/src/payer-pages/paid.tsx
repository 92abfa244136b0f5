import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { howPaid } from '../web/how-paid.js'
import { CheckIcon, DownloadIcon, InvoiceIcon, ReturnedIcon } from '../web/icons.js'
import { folioOf } from '../payments/folio.js'
import { Moment } from './moment.js'
import { hrefOf, wordsOf } from './page-words.js'
import { ButtonLink, Facts } from './parts.js'
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
      {payment && <PaymentFacts view={view} payment={payment} />}
      {hasReceipt && <ButtonLink href={hrefOf(view, '/receipt.pdf')} icon={<DownloadIcon />} label={words.receipt} />}
      {invoice !== 'none' && (
        <ButtonLink
          href={hrefOf(view, '/invoice')}
          icon={<InvoiceIcon />}
          label={invoice === 'view' ? words.viewInvoice : wordsOf(view).invoice.get}
        />
      )}
    </>
  )
}

function PaymentFacts({ view, payment }: { view: PaymentPageView; payment: PaidView }): VNode {
  const words = wordsOf(view).paid
  const { figure, code } = formatMoney(view.locale, payment.amountRefunded, view.currency)
  return (
    <div>
      <Facts
        facts={[
          [words.date, payment.paidAt === null ? null : <Moment view={view} at={payment.paidAt} form="exact" />],
          [words.method, howPaid(view.locale, view.merchant.name, payment)],
          [words.refunded, payment.amountRefunded > 0 ? `${figure} ${code}` : null],
          [words.number, <b class="folio">{folioOf(payment.id)}</b>],
        ]}
      />
      <p class="muted id">
        {words.id} {payment.id}
      </p>
    </div>
  )
}

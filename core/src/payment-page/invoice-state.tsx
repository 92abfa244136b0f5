import type { VNode } from 'preact'
import { maskedAddress } from '../email-sharing/unsubscribe-page.js'
import { formatMoney } from '../html/format-money.js'
import { AgainIcon, CheckIcon, ClockIcon, DownloadIcon } from '../html/icons.js'
import type { Invoice } from '../invoicing/invoice.js'
import { hasWrongCheckDigit } from '../invoicing/rfc.js'
import { isSlow } from './invoice-page.view.js'
import { Moment } from './moment.js'
import { wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'
import { StateBox } from './state-box.js'

interface Shown {
  link: PaymentPageView
  invoice: Invoice
}

/** Nobody has to do anything, or to stay. */
export function Stamping({ link, invoice, address }: Shown & { address: string }): VNode {
  const { stamping } = wordsOf(link).invoice
  const { rfc, email } = invoice.receiver
  return (
    <>
      <StateBox
        icon={<ClockIcon />}
        title={stamping.title}
        text={isSlow(invoice, link.now) ? stamping.slow : stamping.text}
      />
      {email !== null && <p class="muted">{stamping.mailed(maskedAddress(email))}</p>}
      {hasWrongCheckDigit(rfc) && <p class="muted small">{stamping.doubtful}</p>}
      <a class="button" href={address}>
        <AgainIcon />
        <b>{stamping.refresh}</b>
      </a>
    </>
  )
}

/** The invoice, for whoever holds the link: what tells it from others, and its two files. */
export function Stamped({ link, invoice }: Shown): VNode {
  const { stamped, cancelPending, goBack } = wordsOf(link).invoice
  return (
    <>
      {invoice.status === 'cancel_pending' ? (
        <StateBox icon={<ClockIcon />} title={cancelPending.title} text={cancelPending.text(link.merchant.name)} />
      ) : (
        <StateBox icon={<CheckIcon />} title={stamped.title} text={stamped.text} />
      )}
      {!link.livemode && <p class="muted">{stamped.test}</p>}
      <InvoiceFacts link={link} invoice={invoice} />
      <div class="ways">
        <a class="button first" href={`${link.address}/invoice/pdf`}>
          <DownloadIcon />
          <b>{stamped.pdf}</b>
        </a>
        <a class="button" href={`${link.address}/invoice/xml`}>
          <DownloadIcon />
          <b>{stamped.xml}</b>
        </a>
      </div>
      <p class="small">
        <a href={link.address}>{goBack}</a>
      </p>
    </>
  )
}

function InvoiceFacts({ link, invoice }: Shown): VNode {
  const { stamped, labels } = wordsOf(link).invoice
  const { figure, code } = formatMoney(link.locale, invoice.totalCentavos ?? link.amountCentavos, link.currency)
  return (
    <dl class="lines facts">
      <div>
        <dt class="muted">{stamped.receiver}</dt>
        <dd>{invoice.receiver.name}</dd>
      </div>
      <div>
        <dt class="muted">{labels.rfc}</dt>
        <dd>{invoice.receiver.rfc}</dd>
      </div>
      <div>
        <dt class="muted">{stamped.total}</dt>
        <dd>
          {figure} {code}
        </dd>
      </div>
      {invoice.stampedAt !== null && (
        <div>
          <dt class="muted">{stamped.date}</dt>
          <dd>
            <Moment view={link} at={invoice.stampedAt} />
          </dd>
        </div>
      )}
      <div>
        <dt class="muted">{stamped.folio}</dt>
        <dd class="id">{invoice.uuid}</dd>
      </div>
    </dl>
  )
}

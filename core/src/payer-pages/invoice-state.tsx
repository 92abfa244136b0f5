import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { AgainIcon, CheckIcon, ClockIcon, DownloadIcon, WarningIcon } from '../web/icons.js'
import type { Invoice } from '../invoicing/invoice.js'
import { hasWrongCheckDigit } from '../invoicing/rfc.js'
import { type InvoiceNoticeName, type InvoicePageState, type InvoicePageView, isSlow } from './invoice-page.view.js'
import { Notice } from '../web/notice.js'
import { Moment } from './moment.js'
import { hrefOf, wordsOf } from './page-words.js'
import type { PaymentPageView } from './payment-page.view.js'
import { mayStartOver } from '../invoicing/prove-receiver.js'
import { maskedEmail } from '../invoicing/receiver-proof.js'
import { MaskedReceiver, ReceiverProofForm } from './receiver-proof-form.js'
import { StateBox } from './state-box.js'

interface Shown {
  view: InvoicePageView
  invoice: Invoice
}

/** The payer need not do anything, nor stay on the page. */
export function Stamping({ view, invoice }: Shown): VNode {
  const { link, address } = view
  const { stamping } = wordsOf(link).invoice
  return (
    <>
      <StateBox
        icon={<ClockIcon />}
        tone="waiting"
        title={stamping.title}
        text={isSlow(invoice, link.now) ? stamping.slow : stamping.text}
      />
      <Mailed view={view} invoice={invoice} />
      {hasWrongCheckDigit(invoice.receiver.rfc) && <p class="muted small">{stamping.doubtful}</p>}
      <a class="button" href={address}>
        <AgainIcon />
        <b>{stamping.refresh}</b>
      </a>
    </>
  )
}

/** The invoice: its state for anyone; its details and its two files for the receiver. */
export function Stamped({
  view,
  invoice,
  isKnown,
  notice,
}: Shown & { isKnown: boolean; notice: InvoiceNoticeName | null }): VNode {
  const { link } = view
  const { stamped, cancelPending, goBack, notices } = wordsOf(link).invoice
  return (
    <>
      {notice && (
        <Notice tone="wrong">
          <p>{notices[notice]}</p>
        </Notice>
      )}
      {invoice.status === 'cancel_pending' ? (
        <StateBox
          icon={<ClockIcon />}
          tone="waiting"
          title={cancelPending.title}
          text={cancelPending.text(link.merchant.name)}
        />
      ) : (
        <StateBox
          icon={<CheckIcon />}
          tone="good"
          title={stamped.title}
          text={isKnown && link.livemode ? stamped.text : ''}
        />
      )}
      {!link.livemode && <p class="muted">{stamped.test}</p>}
      <Mailed view={view} invoice={invoice} />
      {isKnown ? (
        <>
          <InvoiceFacts link={link} invoice={invoice} />
          <Files link={link} />
        </>
      ) : (
        <ReceiverProofForm link={link} invoice={invoice} address={view.proofAddress} purpose="see" />
      )}
      <p class="small">
        <a href={hrefOf(link)}>{goBack}</a>
      </p>
    </>
  )
}

/** A refused request, for visitors who have not proved that they know its receiver. */
export function Refused({
  view,
  state: { invoice, lastDay },
  notice,
}: {
  view: InvoicePageView
  state: Extract<InvoicePageState, { name: 'refused' }>
  notice: InvoiceNoticeName | null
}): VNode {
  const { link, startOverAddress, proofAddress } = view
  const words = wordsOf(link).invoice
  return (
    <>
      {notice && (
        <Notice tone="wrong">
          <p>{words.notices[notice]}</p>
        </Notice>
      )}
      <StateBox icon={<WarningIcon />} tone="wrong" title={words.refusedTitle} text={words.refusedUntil(lastDay)} />
      <MaskedReceiver link={link} invoice={invoice} />
      <ReceiverProofForm link={link} invoice={invoice} address={proofAddress} purpose="correct" />
      {mayStartOver(invoice) && (
        <p>
          {words.proof.wrongRfc} <a href={startOverAddress}>{words.proof.startOver}</a>
        </p>
      )}
      <p class="small">
        <a href={hrefOf(link)}>{words.goBack}</a>
      </p>
    </>
  )
}

/** Where it was emailed to, and the delivery status. */
function Mailed({ view: { link, mail }, invoice }: Shown): VNode | null {
  const { email } = invoice.receiver
  if (mail === null || email === null) return null
  return <p class="muted">{wordsOf(link).invoice.mailed[mail](maskedEmail(email))}</p>
}

function Files({ link }: { link: PaymentPageView }): VNode {
  const { stamped } = wordsOf(link).invoice
  return (
    <div class="ways">
      <a class="button first" href={hrefOf(link, '/invoice/pdf')}>
        <DownloadIcon />
        <b>{stamped.pdf}</b>
      </a>
      <a class="button" href={hrefOf(link, '/invoice/xml')}>
        <DownloadIcon />
        <b>{stamped.xml}</b>
      </a>
    </div>
  )
}

function InvoiceFacts({ link, invoice }: { link: PaymentPageView; invoice: Invoice }): VNode {
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

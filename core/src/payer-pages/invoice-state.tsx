import type { VNode } from 'preact'
import { formatMoney } from '../web/format-money.js'
import { AgainIcon, CheckIcon, ClockIcon, DownloadIcon, WarningIcon } from '../web/icons.js'
import type { Invoice } from '../invoicing/invoice.js'
import { hasWrongCheckDigit } from '../invoicing/rfc.js'
import { type InvoiceNoticeName, type InvoicePageState, type InvoicePageView, isSlow } from './invoice-page.view.js'
import { Notice } from '../web/notice.js'
import { Moment } from './moment.js'
import { hrefOf, wordsOf } from './page-words.js'
import { BackLink, ButtonLink, Facts } from './parts.js'
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
      <ButtonLink href={address} icon={<AgainIcon />} label={stamping.refresh} />
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
  const { stamped, cancelPending, goBack } = wordsOf(link).invoice
  return (
    <>
      <InvoiceNotice link={link} notice={notice} />
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
      <BackLink view={link} label={goBack} />
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
      <InvoiceNotice link={link} notice={notice} />
      <StateBox icon={<WarningIcon />} tone="wrong" title={words.refusedTitle} text={words.refusedUntil(lastDay)} />
      <MaskedReceiver link={link} invoice={invoice} />
      <ReceiverProofForm link={link} invoice={invoice} address={proofAddress} purpose="correct" />
      {mayStartOver(invoice) && (
        <p>
          {words.proof.wrongRfc} <a href={startOverAddress}>{words.proof.startOver}</a>
        </p>
      )}
      <BackLink view={link} label={words.goBack} />
    </>
  )
}

/** The outcome of a form that the page does not show otherwise. */
export function InvoiceNotice({
  link,
  notice,
}: {
  link: PaymentPageView
  notice: InvoiceNoticeName | null
}): VNode | null {
  return (
    notice && (
      <Notice tone="wrong">
        <p>{wordsOf(link).invoice.notices[notice]}</p>
      </Notice>
    )
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
      <ButtonLink href={hrefOf(link, '/invoice/pdf')} icon={<DownloadIcon />} label={stamped.pdf} isFirst />
      <ButtonLink href={hrefOf(link, '/invoice/xml')} icon={<DownloadIcon />} label={stamped.xml} />
    </div>
  )
}

function InvoiceFacts({ link, invoice }: { link: PaymentPageView; invoice: Invoice }): VNode {
  const { stamped, labels } = wordsOf(link).invoice
  const { figure, code } = formatMoney(link.locale, invoice.totalCentavos ?? link.amountCentavos, link.currency)
  const date = invoice.stampedAt === null ? null : <Moment view={link} at={invoice.stampedAt} />
  return (
    <Facts
      facts={[
        [stamped.receiver, invoice.receiver.name],
        [labels.rfc, invoice.receiver.rfc],
        [stamped.total, `${figure} ${code}`],
        [stamped.date, date],
        [stamped.folio, invoice.uuid, 'id'],
      ]}
    />
  )
}

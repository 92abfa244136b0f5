import type { VNode } from 'preact'
import { PAYER } from '../../invoicing/invoice.js'
import type { InvoiceActors } from '../../invoicing/read-invoicing.js'
import type { PaymentDetail } from '../../overview/read-payment-detail.js'
import { voucherOf, isTransfer } from '../../payer-pages/voucher.view.js'
import { ButtonLink, SubmitButton } from '../../web/button.js'
import { type FormView, PostForm, TextField } from '../../web/form.js'
import { MailIcon, ReturnedIcon } from '../../web/icons.js'
import { Notice, type NoticeTone } from '../../web/notice.js'
import { Amount, figureOf } from '../components/amount.js'
import { StatusChip } from '../components/chip.js'
import { Moment } from '../components/moment.js'
import { PageHead } from '../components/page-head.js'
import { type Fact, Facts } from '../components/timeline.js'
import { MailLink } from '../email/mail-link.js'
import { componentWords } from '../components/words.js'
import { timeFormatOf } from '../time-format.js'
import { type ActorNames, actorText } from '../links/actor-text.js'
import { may, type Visit } from '../visit.js'
import { declineText } from './decline-text.js'
import { chipOf } from './payment-columns.js'
import { EvidencePart } from './payment-evidence.js'
import { InvoicePart } from './payment-invoice.js'
import { sentenceOf, timeBy } from './payment-sentence.js'
import { VerificationPart } from './payment-verification.js'
import { paymentWords } from './words.js'

export interface PaymentPageParts {
  visit: Visit
  payment: PaymentDetail
  /** What people call the provider. */
  provider: string
  names: ActorNames
  notice?: { tone: NoticeTone; text: string }
  receipt?: FormView
}

export function PaymentPage({ visit, payment, provider, names, notice, receipt }: PaymentPageParts): VNode {
  const { locale, base } = visit
  const words = paymentWords(locale)
  const isReceived = payment.status === 'succeeded'
  const canRefund = isReceived && payment.provider !== 'manual' && may(visit, 'payments:manage')
  return (
    <>
      <PageHead
        title={payment.title}
        chip={<StatusChip of="payment" status={chipOf(payment)} locale={locale} isLarge />}
        back={{ href: `${base}/payments`, label: words.back }}
      >
        {isReceived && may(visit, 'payments:manage') && (
          <ButtonLink href="#receipt" icon={MailIcon}>
            {words.sendReceipt}
          </ButtonLink>
        )}
        {canRefund && (
          <ButtonLink href={`${base}/payments/${payment.id}/refund`} icon={ReturnedIcon}>
            {words.refundIn(provider)}
          </ButtonLink>
        )}
      </PageHead>
      {notice && (
        <Notice tone={notice.tone}>
          <p>{notice.text}</p>
        </Notice>
      )}
      <div class="card full halves">
        <div>
          <p>
            <Amount
              locale={locale}
              centavos={payment.amountCentavos}
              currency={payment.currency}
              isStrong={isReceived}
              size="detail"
            />
          </p>
          <p class="muted small">{sentenceOf(visit, payment, names)}</p>
          {payment.decline && (
            <p class="why">
              <b>{declineText(words, payment.decline)}.</b>{' '}
              {payment.decline.message && <span class="muted">“{payment.decline.message}”</span>}
            </p>
          )}
        </div>
        <VerificationPart visit={visit} payment={payment} provider={provider} />
      </div>
      <div class="columns">
        <div>
          <VoucherPart visit={visit} payment={payment} />
          <InvoicePart visit={visit} payment={payment} actors={actorsOf(visit, payment, names)} />
          <EvidencePart visit={visit} payment={payment} provider={provider} names={names} />
          <ReceiptsPart visit={visit} payment={payment} names={names} form={receipt} />
        </div>
        <aside>
          <section class="card">
            <h2>{words.details}</h2>
            <Facts facts={factsOf(visit, payment, provider)} locale={locale} isSide />
          </section>
        </aside>
      </div>
    </>
  )
}

/** Who had the invoice made and cancelled, by name. */
function actorsOf({ locale }: Visit, { invoiceActors }: PaymentDetail, names: ActorNames): InvoiceActors {
  const { requestedBy, cancelRequestedBy } = invoiceActors
  const requester = requestedBy === PAYER ? paymentWords(locale).byPayer : actorText(locale, names, requestedBy)
  return { requestedBy: requester, cancelRequestedBy: actorText(locale, names, cancelRequestedBy) }
}

function factsOf(visit: Visit, payment: PaymentDetail, provider: string): Fact[] {
  const { locale, base } = visit
  const words = paymentWords(locale)
  const { customerName, customerEmail, note, providerRef, folio, status } = payment
  const isMoney = payment.paidAt !== null
  const metadata = Object.entries(payment.metadata).map(([label, value]) => ({ label, value: String(value) }))
  return [
    { label: words.link, value: <a href={`${base}/links/${payment.linkId}`}>{payment.title}</a> },
    ...(customerName === null ? [] : [{ label: words.customer, value: customerName }]),
    ...(customerEmail === null ? [] : [{ label: words.email, value: customerEmail }]),
    ...(isMoney
      ? [{ label: words.refunded, value: figureOf(locale, payment.refundedCentavos, payment.currency) }]
      : []),
    ...(note === null ? [] : [{ label: words.note, value: note }]),
    ...(payment.hasProof
      ? [{ label: words.proof, value: <a href={`${base}/payments/${payment.id}/proof`}>{words.openProof}</a> }]
      : []),
    ...metadata,
    ...(status === 'succeeded' || status === 'refunded' ? [{ label: words.folio, value: folio, copy: folio }] : []),
    ...(providerRef === null ? [] : [{ label: words.atProvider(provider), value: providerRef, copy: providerRef }]),
    { label: words.id, value: payment.id, copy: payment.id },
  ]
}

/** What the payer was given to pay with later. */
function VoucherPart({ visit, payment }: { visit: Visit; payment: PaymentDetail }): VNode | null {
  const voucher = payment.status === 'pending' ? voucherOf(payment, visit.now) : null
  if (!voucher) return null
  const words = paymentWords(visit.locale)
  const label = isTransfer(voucher) ? words.clabe : words.voucherReference
  const facts: Fact[] = [
    { label, value: voucher.reference, copy: voucher.reference },
    ...(voucher.bank === null ? [] : [{ label: words.bank, value: voucher.bank }]),
    ...(voucher.stores.length === 0 ? [] : [{ label: words.store, value: voucher.stores.join(', ') }]),
    ...(voucher.expiresAt === null ? [] : [{ label: words.endsAt, value: timeBy(visit, voucher.expiresAt) }]),
  ]
  return (
    <section class="card">
      <h2>{words.voucher}</h2>
      <Facts facts={facts} locale={visit.locale} />
    </section>
  )
}

function ReceiptsPart({
  visit,
  payment,
  names,
  form,
}: {
  visit: Visit
  payment: PaymentDetail
  names: ActorNames
  form?: FormView
}): VNode | null {
  const { locale } = visit
  const words = paymentWords(locale)
  const maySend = payment.status === 'succeeded' && may(visit, 'payments:manage')
  if (payment.receipts.length === 0 && !maySend) return null
  const timeFormat = timeFormatOf(visit)
  return (
    <section class="card" id="receipt">
      <h2>{words.receipts}</h2>
      {payment.receipts.length > 0 && (
        <ul class="lines">
          {payment.receipts.map(({ id, to, status, createdAt, by }) => (
            <li>
              <span>
                <MailLink visit={visit} id={id}>
                  {words.receiptLine(to)}
                </MailLink>
              </span>
              <StatusChip of="mail" status={status} locale={locale} />
              <span class="muted tiny">
                <Moment at={createdAt} timeFormat={timeFormat} />
                {by !== null && `, ${words.sentBy(actorText(locale, names, by) ?? words.someone)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {maySend && (
        <PostForm
          action={`${visit.base}/payments/${payment.id}/receipt`}
          csrfToken={visit.csrfToken}
          formKey={visit.formKey}
        >
          <div class="beside">
            <TextField
              form={form ?? { values: { to: payment.customerEmail ?? '' }, faults: [] }}
              name="to"
              type="email"
              label={words.receiptTo}
              optionalWord={componentWords(locale).optional}
              isOptional
              autocomplete="off"
            />
            <SubmitButton icon={MailIcon} busy={words.sendingReceipt}>
              {words.sendReceipt}
            </SubmitButton>
          </div>
        </PostForm>
      )}
    </section>
  )
}

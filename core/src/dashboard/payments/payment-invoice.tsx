import type { VNode } from 'preact'
import { PAYMENT_FORMS } from '../../invoicing/catalogs/payment-forms.js'
import { cfdiUse } from '../../invoicing/catalogs/cfdi-uses.js'
import { taxRegime } from '../../invoicing/catalogs/tax-regimes.js'
import type { PaymentInvoiceView } from '../../invoicing/invoice.view.js'
import type { InvoiceActors } from '../../invoicing/read-invoicing.js'
import { MINUTE_MS } from '../../kernel/clock.js'
import type { PaymentDetail } from '../../overview/read-payment-detail.js'
import { ButtonLink } from '../../web/button.js'
import { DownloadIcon, MailIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { StatusChip } from '../components/chip.js'
import type { StatusOf } from '../components/status.js'
import { type Fact, Facts } from '../components/timeline.js'
import { may, type Visit } from '../visit.js'
import { timeBy } from './payment-sentence.js'
import { paymentWords } from './words.js'

/** A payment, and how far its invoice is. */
export type InvoicedPayment = Pick<PaymentDetail, 'id' | 'status' | 'invoicing'>

interface InvoiceParts {
  visit: Visit
  payment: InvoicedPayment
  /** Names of those who had it made and cancelled. */
  actors?: InvoiceActors
  /** In a side column: the few facts that people ask for. */
  isSide?: boolean
}

/** The invoice of a payment: its data and files, or how to get one. Null: there is nothing to show. */
export function InvoicePart({ visit, payment, actors, isSide = false }: InvoiceParts): VNode | null {
  const words = paymentWords(visit.locale)
  const { invoice, invoiceable } = payment.invoicing
  const canInvoice = invoiceable && payment.status === 'succeeded'
  if (!invoice && !canInvoice) return null
  const base = `${visit.base}/payments/${payment.id}`
  const canAsk = may(visit, 'payments:manage') && canInvoice && (!invoice || ENDED.includes(invoice.status))
  return (
    <section class="card">
      <div class="card-head">
        <h2>{words.invoice}</h2>
        {invoice && <StatusChip of="invoice" status={statusOf(invoice, visit.now)} locale={visit.locale} />}
      </div>
      {invoice?.status === 'failed' && (
        <Notice tone="wrong">
          <p>
            <b>{words.invoiceFailed}</b> {invoice.failureReason && <q lang="es">{invoice.failureReason}</q>}
          </p>
        </Notice>
      )}
      {invoice ? (
        <Facts facts={factsOf({ visit, invoice, actors, isShort: isSide })} locale={visit.locale} isSide={isSide} />
      ) : (
        <p class="muted small">{words.noInvoice}</p>
      )}
      <div class="row below">
        {invoice?.uuid && (
          <>
            <ButtonLink href={`${base}/invoice/pdf`} isSmall icon={DownloadIcon}>
              {words.files.pdf}
            </ButtonLink>
            <ButtonLink href={`${base}/invoice/xml`} isSmall icon={DownloadIcon}>
              {words.files.xml}
            </ButtonLink>
          </>
        )}
        {canAsk && (
          <ButtonLink href={`${base}/invoice`} isSmall>
            {invoice?.status === 'failed' ? words.correctInvoice : words.requestInvoice}
          </ButtonLink>
        )}
        {invoice?.status === 'stamped' && may(visit, 'payments:manage') && (
          <>
            <ButtonLink href={`${base}/invoice/email`} isSmall icon={MailIcon}>
              {words.invoiceMail.open}
            </ButtonLink>
            <ButtonLink href={`${base}/invoice/cancel`} kind="ask" isSmall>
              {words.cancelInvoice}
            </ButtonLink>
          </>
        )}
      </div>
    </section>
  )
}

const ENDED: readonly PaymentInvoiceView['status'][] = ['failed', 'cancelled']

function statusOf({ status, createdAt }: PaymentInvoiceView, now: Date): StatusOf<'invoice'> {
  const isNew = now.getTime() - Date.parse(createdAt) < MINUTE_MS
  return status === 'requested' && isNew ? 'just_requested' : status
}

function actorFacts({ locale }: Visit, actors: InvoiceActors | undefined): Fact[] {
  const words = paymentWords(locale)
  const { requestedBy = null, cancelRequestedBy = null } = actors ?? {}
  return [
    ...(requestedBy === null ? [] : [{ label: words.requestedBy, value: requestedBy }]),
    ...(cancelRequestedBy === null ? [] : [{ label: words.cancelRequestedBy, value: cancelRequestedBy }]),
  ]
}

interface FactsParts {
  visit: Visit
  invoice: PaymentInvoiceView
  actors: InvoiceActors | undefined
  isShort: boolean
}

function factsOf({ visit, invoice, actors, isShort }: FactsParts): Fact[] {
  const words = paymentWords(visit.locale)
  const { receiver, uuid, stampedAt, formaPago } = invoice
  const regime = taxRegime(receiver.regimenFiscal)?.nombre ?? ''
  const use = cfdiUse(receiver.usoCfdi)?.nombre ?? ''
  const forma = PAYMENT_FORMS.find(({ clave }) => clave === formaPago)
  const details: Fact[] = [
    { label: words.regime, value: `${receiver.regimenFiscal} ${regime} · ${receiver.usoCfdi} ${use}` },
    ...(forma ? [{ label: words.formaPago, value: `${forma.clave} ${forma.nombre}` }] : []),
    ...(stampedAt === null ? [] : [{ label: words.stamped, value: timeBy(visit, stampedAt) }]),
  ]
  return [
    { label: words.receiver, value: receiver.name },
    { label: words.rfc, value: <span class="code">{receiver.rfc}</span> },
    ...(isShort ? [] : details),
    ...actorFacts(visit, actors),
    ...(uuid === null ? [] : [{ label: words.uuid, value: uuid, copy: uuid }]),
  ]
}

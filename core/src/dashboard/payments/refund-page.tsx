import type { VNode } from 'preact'
import type { PaymentDetail } from '../../overview/read-payment-detail.js'
import { ButtonLink } from '../../web/button.js'
import { AgainIcon } from '../../web/icons.js'
import { Notice } from '../../web/notice.js'
import { amountText } from '../components/amount.js'
import { OpenIcon } from '../components/icons.js'
import { PageHead } from '../components/page-head.js'
import { Facts } from '../components/timeline.js'
import type { Visit } from '../visit.js'
import { paymentWords } from './words.js'

interface RefundParts {
  visit: Visit
  payment: PaymentDetail
  provider: string
  /** The ten minutes are over. */
  isOver: boolean
  /** The provider could not be asked this time. */
  isUnreachable: boolean
  /** Centavos that were refunded before this page was opened. */
  before: number
  /** This page, to look once more. */
  again: string
}

/** Leads to exactly this payment at the provider, then shows what came of it. */
export function RefundPage({ visit, payment, provider, isOver, isUnreachable, before, again }: RefundParts): VNode {
  const { locale, base } = visit
  const words = paymentWords(locale)
  const { refund } = words
  const href = `${base}/payments/${payment.id}`
  const isDone = payment.refundedCentavos > before || payment.status === 'refunded'
  return (
    <>
      <PageHead title={refund.title(provider)} about={payment.title} back={{ href, label: words.back }} />
      <section class="card narrow-card">
        {isDone ? (
          <Refunded visit={visit} payment={payment} />
        ) : (
          <>
            <p>{payment.providerUrl === null ? refund.noAddress(provider) : refund.do(provider)}</p>
            {payment.providerUrl !== null && (
              <p class="below">
                <ButtonLink href={payment.providerUrl} kind="first" icon={OpenIcon} isElsewhere>
                  {refund.open(provider)}
                </ButtonLink>
              </p>
            )}
            {payment.providerRef !== null && (
              <Facts
                facts={[{ label: refund.reference, value: payment.providerRef, copy: payment.providerRef }]}
                locale={locale}
              />
            )}
            <div class="below">
              <Notice tone={isUnreachable || isOver ? 'attention' : 'waiting'}>
                <p>{isOver ? refund.ended : isUnreachable ? refund.unreachable(provider) : refund.waiting}</p>
              </Notice>
            </div>
          </>
        )}
        <div class="row below">
          {!isDone && (
            <ButtonLink href={again} icon={AgainIcon}>
              {refund.again}
            </ButtonLink>
          )}
          <ButtonLink href={href} kind={isDone ? 'first' : 'bare'}>
            {refund.done}
          </ButtonLink>
        </div>
      </section>
    </>
  )
}

/** What the refund means for the money, the link and the invoice. */
function Refunded({ visit, payment }: { visit: Visit; payment: PaymentDetail }): VNode {
  const { locale, base } = visit
  const words = paymentWords(locale)
  const { amountCentavos, refundedCentavos, currency } = payment
  const refunded = amountText(locale, refundedCentavos, currency)
  const isWhole = refundedCentavos >= amountCentavos
  const hasInvoice = payment.invoicing.invoice?.status === 'stamped'
  return (
    <>
      <Notice tone="good">
        <p>
          <b>
            {isWhole
              ? words.refund.whole(refunded)
              : words.refund.part(refunded, amountText(locale, amountCentavos - refundedCentavos, currency))}
          </b>{' '}
          {words.refund.linkStays}
        </p>
      </Notice>
      {hasInvoice && (
        <Notice tone="attention">
          <p>{words.refund.invoiceStands}</p>
          <p>
            <a href={`${base}/payments/${payment.id}/invoice/cancel`}>{words.cancelInvoice}</a>
          </p>
        </Notice>
      )}
    </>
  )
}

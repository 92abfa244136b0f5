import { createHash } from 'node:crypto'
import type { StoredAnswer, ProviderAnswers } from '../payments/provider-answers.repository.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { LinkStatus } from '../payment-links/payment-link.js'
import type { InvoicedRefunds, WaitingRefunds } from '../payments/invoiced-refunds.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { Payment } from '../payments/payment.js'
import type { PaymentLists, TitledPayment } from '../payments/payment-lists.repository.js'
import { refundedTotal } from '../payments/money-movement.js'
import { type PaymentView, toPaymentView } from '../payments/payment.view.js'
import type { Payments } from '../payments/payments.repository.js'
import { notFound } from '../kernel/problem.js'
import type { Decision } from './record-decision.js'
import type { Notifications } from './notifications.repository.js'
import { decisionsAbout, type ReviewKind } from './review-decisions.js'

/** A payment that an operator must decide about (R238). */
export interface ReviewItem {
  paymentId: string
  linkId: string
  reason: ReviewKind
  since: string
}

/** Everything an operator needs to decide. */
export interface ReviewDetails {
  paymentId: string
  reason: ReviewKind | null
  since: string | null
  decisions: Decision['kind'][]
  payment: PaymentView
  refundedCentavos: number
  /** `paidPaymentId` differs from this payment's id when its money is a duplicate. */
  link: { id: string; status: LinkStatus; title: string; amountCentavos: number; paidPaymentId: string | null }
  /** The provider's answers, oldest first, verbatim. */
  evidence: StoredAnswer[]
  /** Changes with the reason, the payment's status and the evidence: what a person decides about. */
  version: string
  /** The notifications that named this payment's checkout, newest first. */
  notifications: { eventId: string; eventType: string; receivedAt: string; outcome: string | null }[]
}

/** A review in the list of a page. */
export interface ListedReview extends ReviewItem {
  title: string
  amountCentavos: number
  currency: string
  provider: string
}

export interface ReviewQueue {
  reviews: ListedReview[]
  /** More wait; they follow as these are decided. */
  hasMore: boolean
}

const MAX_LISTED = 25

export class ReadReviews {
  constructor(
    private readonly payments: Payments,
    private readonly lists: PaymentLists,
    private readonly links: PaymentLinks,
    private readonly answers: ProviderAnswers,
    private readonly notifications: Notifications,
    private readonly invoicedRefunds: InvoicedRefunds,
  ) {}

  /** Of both modes, the longest waiting first. */
  async list(accountId: string): Promise<ReviewItem[]> {
    const waiting = await this.payments.listUnderReview(accountId)
    const payments = waiting.flatMap(({ id, linkId, reviewReason, reviewSince }) =>
      reviewReason === null || reviewSince === null
        ? []
        : [{ paymentId: id, linkId, reason: reviewReason, since: reviewSince }],
    )
    return [...payments, ...(await this.invoiced({ accountId }))].sort((one, other) =>
      one.since < other.since ? -1 : 1,
    )
  }

  /** Those of the principal's mode that wait longest, the first of them first. */
  async queue(principal: AccountPrincipal): Promise<ReviewQueue> {
    const limit = MAX_LISTED + 1
    const waiting = await this.lists.underReview(principal, limit)
    const { accountId, livemode } = principal
    const refunded = await this.invoiced({ accountId, livemode, limit })
    const since = new Map(refunded.map((item) => [item.paymentId, item.since]))
    const invoiced = await this.lists.payments(principal, [...since.keys()])
    const items = [
      ...waiting.map((payment) => toListed(payment, payment.reviewReason, payment.reviewSince)),
      ...invoiced.map((payment) => toListed(payment, 'refunded_with_invoice', since.get(payment.id) ?? null)),
    ]
    const reviews = items.flat().sort((one, other) => (one.since < other.since ? -1 : 1))
    return { reviews: reviews.slice(0, MAX_LISTED), hasMore: reviews.length > MAX_LISTED }
  }

  /** Of the principal's mode; also of a decided review. @throws Problem `not_found` */
  async of(principal: AccountPrincipal, paymentId: string): Promise<ReviewDetails> {
    if (!(await this.payments.find(principal, paymentId))) throw notFound('payment')
    return this.one(paymentId)
  }

  /** Also of a decided review. @throws Problem `not_found` */
  async one(paymentId: string): Promise<ReviewDetails> {
    const payment = await this.payments.findAny(paymentId)
    const link = payment && (await this.links.find(payment, payment.linkId))
    if (!payment || !link) throw notFound('payment')
    const { accountId, livemode } = payment
    const invoiced = (await this.invoiced({ accountId, livemode })).find((item) => item.paymentId === paymentId)
    const reason = payment.reviewReason ?? invoiced?.reason ?? null
    const evidence = await this.answers.list(paymentId)
    return {
      paymentId,
      reason,
      since: payment.reviewSince ?? invoiced?.since ?? null,
      decisions: decisionsAbout(payment, reason, evidence.at(-1)?.state),
      payment: toPaymentView(payment),
      refundedCentavos: refundedTotal(payment),
      link: {
        id: link.id,
        status: link.status,
        title: link.title,
        amountCentavos: link.amountCentavos,
        paidPaymentId: link.paidPaymentId,
      },
      evidence,
      version: versionOf(payment, reason, evidence),
      notifications:
        payment.connectionId === null ? [] : await this.notifications.listAbout(payment.connectionId, payment),
    }
  }

  private async invoiced(where: WaitingRefunds): Promise<ReviewItem[]> {
    const refunds = await this.invoicedRefunds.listWaiting(where)
    return refunds.map(({ paymentId, linkId, since }) => ({
      paymentId,
      linkId,
      reason: 'refunded_with_invoice',
      since,
    }))
  }
}

function toListed(payment: TitledPayment, reason: ReviewKind | null, since: string | null): ListedReview[] {
  const { id, linkId, title, amountCentavos, currency, provider } = payment
  if (reason === null || since === null) return []
  return [{ paymentId: id, linkId, reason, since, title, amountCentavos, currency, provider }]
}

function versionOf({ status, providerRef }: Payment, reason: ReviewKind | null, evidence: StoredAnswer[]): string {
  const facts = [status, providerRef, reason, ...evidence.map(({ hash }) => hash)]
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
}

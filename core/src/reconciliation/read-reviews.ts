import type { StoredAnswer, ProviderAnswers } from '../payments/provider-answers.repository.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { LinkStatus } from '../payment-links/payment-link.js'
import type { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import { isBeingCreated, type Payment, type ReviewReason } from '../payments/payment.js'
import { type PaymentView, toPaymentView } from '../payments/payment.view.js'
import type { Payments } from '../payments/payments.repository.js'
import { notFound } from '../kernel/problem.js'
import type { Decision } from './record-decision.js'
import type { Notifications } from './notifications.repository.js'

/** `refunded_with_invoice`: the payment was refunded, and its invoice is still valid (R236). */
export type ReviewKind = ReviewReason | 'refunded_with_invoice'

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
  /** `paidPaymentId` differs from this payment's id when its money is a duplicate. */
  link: { id: string; status: LinkStatus; title: string; amountCentavos: number; paidPaymentId: string | null }
  /** The provider's answers, oldest first, verbatim. */
  evidence: StoredAnswer[]
  /** The notifications that named this payment's checkout, newest first. */
  notifications: { eventId: string; eventType: string; receivedAt: string; outcome: string | null }[]
}

const DECISIONS: Record<ReviewKind, Decision['kind'][]> = {
  duplicate: ['refunded', 'keep'],
  mismatch: ['accept', 'refunded', 'keep'],
  unrecognized: ['failed', 'refunded', 'keep'],
  unknown_outcome: ['failed', 'keep'],
  refunded_with_invoice: ['keep'],
}

export class ReadReviews {
  constructor(
    private readonly payments: Payments,
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
    return [...payments, ...(await this.invoiced(accountId))].sort((one, other) => (one.since < other.since ? -1 : 1))
  }

  /** Also of a decided review. @throws Problem `not_found` */
  async one(paymentId: string): Promise<ReviewDetails> {
    const payment = await this.payments.findAny(paymentId)
    const link = payment && (await this.links.find(payment, payment.linkId))
    if (!payment || !link) throw notFound('payment')
    const invoiced = (await this.invoiced(payment.accountId)).find((item) => item.paymentId === paymentId)
    const reason = payment.reviewReason ?? invoiced?.reason ?? null
    return {
      paymentId,
      reason,
      since: payment.reviewSince ?? invoiced?.since ?? null,
      decisions: decisionsAbout(payment, reason),
      payment: toPaymentView(payment),
      link: {
        id: link.id,
        status: link.status,
        title: link.title,
        amountCentavos: link.amountCentavos,
        paidPaymentId: link.paidPaymentId,
      },
      evidence: await this.answers.list(paymentId),
      notifications:
        payment.connectionId === null ? [] : await this.notifications.listAbout(payment.connectionId, payment),
    }
  }

  private async invoiced(accountId: string): Promise<ReviewItem[]> {
    const refunds = await this.invoicedRefunds.listWaiting(accountId)
    return refunds.map(({ paymentId, linkId, since }) => ({
      paymentId,
      linkId,
      reason: 'refunded_with_invoice',
      since,
    }))
  }
}

function decisionsAbout(payment: Payment, reason: ReviewKind | null): Decision['kind'][] {
  if (reason === null) return []
  const known = DECISIONS[reason]
  return isBeingCreated(payment) ? [...known, 'ref'] : known
}

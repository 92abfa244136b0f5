import type { AccountPrincipal } from '../kernel/principal.js'
import { invalid, notFound } from '../kernel/problem.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { ReadReviews } from './read-reviews.js'
import type { Decision } from './record-decision.js'
import type { ResolveReview } from './resolve-review.js'
import type { VerifyPayment } from './verify-payment.js'

export interface ReviewDecision {
  decision: Decision
  /** The person's own words, for the audit log. */
  reason: string
  /** Of the evidence that the person saw. */
  seen: string
}

/** `changed`: the provider's answer is another one now; nothing was decided. */
export type Decided = { kind: 'decided'; payment: Payment } | { kind: 'changed' }

/** A decision of a person who looked at the evidence on a page, some time ago. */
export class DecideReview {
  constructor(
    private readonly payments: Payments,
    private readonly verifyPayment: VerifyPayment,
    private readonly readReviews: ReadReviews,
    private readonly resolveReview: ResolveReview,
  ) {}

  /**
   * Asks the provider once more, and decides if what the person saw still holds.
   *
   * @throws Problem `not_found`; `validation_error` on `decision`: reason or evidence do not admit it; `request_in_flight`,
   *   `provider_unavailable`: as `ResolveReview`
   */
  async run(principal: AccountPrincipal, paymentId: string, given: ReviewDecision): Promise<Decided> {
    const { decision, reason, seen } = given
    const payment = await this.payments.find(principal, paymentId)
    if (!payment) throw notFound('payment')
    if (payment.reviewReason !== null) await this.verifyPayment.run(payment)
    const now = await this.readReviews.one(paymentId)
    if (now.version !== seen) return { kind: 'changed' }
    if (!now.decisions.includes(decision.kind)) {
      throw invalid('decision', 'is not possible for this payment')
    }
    return { kind: 'decided', payment: await this.resolveReview.run(paymentId, decision, reason, principal) }
  }
}

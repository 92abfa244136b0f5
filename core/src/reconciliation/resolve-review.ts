import type { Principal } from '../kernel/principal.js'
import { statedReason } from '../audit/stated-reason.js'
import { type Clock, iso } from '../kernel/clock.js'
import { invalid, notFound, Problem } from '../kernel/problem.js'
import type { CloseCheckout } from '../payment-links/close-checkout.js'
import { evidenceOfMoney } from '../payments/judge.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { ProviderAnswers } from '../payments/provider-answers.repository.js'
import { isNoLongerPayable } from '../payments/verification-schedule.js'
import { providerFields } from '../payments/record-provider-state.js'
import type { Decision, RecordDecision, Review } from './record-decision.js'
import { refusalToAccept, refusalToEndAs } from './review-decisions.js'
import type { RetrieveReference } from './retrieve-reference.js'
import type { VerifyPayment } from './verify-payment.js'

/** Ends a review (R238). The provider is always asked first; only its confirmation makes a success. */
export class ResolveReview {
  constructor(
    private readonly payments: Payments,
    private readonly verifyPayment: VerifyPayment,
    private readonly retrieveReference: RetrieveReference,
    private readonly closeCheckout: CloseCheckout,
    private readonly recordDecision: RecordDecision,
    private readonly answers: ProviderAnswers,
    private readonly clock: Clock,
  ) {}

  /**
   * @param given the operator's own words, for the audit log
   * @returns the payment as it is now
   * @throws Problem `not_found`; `validation_error`: it is not under review, or the decision contradicts the
   *   provider; `request_in_flight`: it is being verified; `provider_unavailable`: it could not be asked
   */
  async run(paymentId: string, decision: Decision, given: string, principal: Principal): Promise<Payment> {
    const reason = statedReason(given)
    const payment = await this.payments.findAny(paymentId)
    if (!payment) throw notFound('payment')
    const review = { payment, decision, reason, principal }
    if (payment.reviewReason === null) return this.recordDecision.keepInvoice(review)
    switch (decision.kind) {
      case 'keep':
        return this.recordDecision.run(review, (held) => Promise.resolve(held))
      case 'failed':
      case 'refunded':
        return this.resolveAs(review, decision.kind)
      case 'accept':
        return this.accept(review)
      case 'ref':
        return this.assignRef(review, decision.providerRef)
    }
  }

  /** The provider's current answer may already have ended the review, or may forbid the decision. */
  private async resolveAs(review: Review, as: 'failed' | 'refunded'): Promise<Payment> {
    const { payment: verified, isKnown } = await this.verifyPayment.run(review.payment)
    assertMayEnd(verified, as)
    const mayBePayable = as === 'failed' || !(await this.answers.hasConfirmedMoney(verified))
    const closed = mayBePayable ? await this.closeIfPayable(verified, isKnown) : verified
    assertMayEnd(closed, as)
    return this.recordDecision.run({ ...review, payment: closed }, (held, settle) =>
      as === 'failed'
        ? settle(held, { verdict: 'failed' })
        : settle(held, { verdict: 'returned', amountRefunded: held.amountCentavos }),
    )
  }

  /**
   * Closes a checkout that may still be paid, before its link is free for another one (I6).
   *
   * @throws Problem it cannot be closed, or the provider cannot be asked to
   */
  private async closeIfPayable(payment: Payment, isKnown: boolean): Promise<Payment> {
    if (payment.status !== 'pending' || isBeingCreated(payment)) return payment
    if (isNoLongerPayable(payment, this.clock.now())) return payment
    if (!isKnown) {
      throw new Problem('provider_unavailable', {
        detail: 'The checkout may still be paid, and the provider cannot be reached. Try again later.',
      })
    }
    await this.closeCheckout.run(payment, payment.linkId)
    return (await this.payments.findAny(payment.id)) ?? payment
  }

  /** The payment then states what was received, not what was requested. */
  private async accept(review: Review): Promise<Payment> {
    const state = await this.retrieveReference.run(review.payment, review.payment.providerRef)
    const refusal = refusalToAccept(state)
    if (refusal !== null || !state.amount) throw invalid('accept', refusal ?? 'the provider names no amount')
    const { amount } = state
    return this.recordDecision.run(review, async (held, settle, tx) => {
      await this.answers.store(tx, held.id, state, iso(this.clock.now()))
      const isSameCurrency = amount.currency === held.currency
      const received = {
        amountCentavos: amount.amount,
        currency: amount.currency,
        // An earlier decision may have recorded a larger refund before the received amount was known.
        amountRefunded: isSameCurrency ? Math.min(held.amountRefunded, amount.amount) : 0,
        feeCentavos: isSameCurrency ? held.feeCentavos : null,
      }
      const settled = await settle(
        { ...held, ...providerFields(state, held), ...received },
        evidenceOfMoney(received, state),
      )
      // The provider may have changed its answer since it was asked: verify again at once.
      const dueNow = { ...settled, reconcileAfter: iso(this.clock.now()) }
      await this.payments.save(tx, settled.status, dueNow)
      return dueNow
    })
  }

  /** Assigns the checkout to the payment; its state is then judged like any other answer. */
  private async assignRef(review: Review, providerRef: string): Promise<Payment> {
    if (review.payment.status !== 'pending') throw invalid('ref', `the payment is already ${review.payment.status}`)
    if (!isBeingCreated(review.payment)) throw invalid('ref', `its checkout is ${review.payment.providerRef}`)
    const state = await this.retrieveReference.run(review.payment, providerRef)
    const assigned = await this.recordDecision.run(review, (held) =>
      Promise.resolve({ ...held, ...providerFields(state, held), reconcileAfter: iso(this.clock.now()) }),
    )
    return (await this.verifyPayment.run(assigned)).payment
  }
}

/** @throws Problem `validation_error` on `as` */
function assertMayEnd(payment: Payment, as: 'failed' | 'refunded'): void {
  const refusal = refusalToEndAs(as, payment)
  if (refusal !== null) throw invalid('as', refusal)
}

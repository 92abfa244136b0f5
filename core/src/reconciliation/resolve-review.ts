import type { ProviderState } from '@paylink/plugin-api'
import type { Principal } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Connections } from '../connections/connections.repository.js'
import type { OpenConnection } from '../connections/open-connection.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import { isBookable } from '../kernel/currency.js'
import { invalid, notFound, Problem } from '../kernel/problem.js'
import { MAX_TOTAL } from '../kernel/money.js'
import { describeCheckout } from '../checkout/describe-checkout.js'
import type { CloseCheckout } from '../payment-links/close-checkout.js'
import { evidenceOfMoney } from '../payments/judge.js'
import type { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { ProviderAnswers } from '../payments/provider-answers.repository.js'
import { isNoLongerPayable } from '../payments/verification-schedule.js'
import { providerFields, type RecordProviderState } from '../payments/record-provider-state.js'
import type { Evidence, SettlePayment } from '../payments/settle-payment.js'
import { type VerificationLease, verificationInProgress } from '../payments/verification-lease.repository.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { VerifyPayment } from './verify-payment.js'

/** An operator's decision about a payment under review. */
export type Decision =
  /** Nothing was paid: the link is free again. */
  | { kind: 'failed' }
  /** The money was, or is being, given back. */
  | { kind: 'refunded' }
  /** Leave it as it is. */
  | { kind: 'keep' }
  /** This is its checkout at the provider. */
  | { kind: 'ref'; providerRef: string }
  /** Accept the money that the provider confirms, although it does not match the request. */
  | { kind: 'accept' }

/** Ends a review (R238). The provider is always asked first; only its confirmation makes a success. */
export class ResolveReview {
  constructor(
    private readonly payments: Payments,
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly verifyPayment: VerifyPayment,
    private readonly closeCheckout: CloseCheckout,
    private readonly lease: VerificationLease,
    private readonly record: RecordProviderState,
    private readonly answers: ProviderAnswers,
    private readonly settlePayment: SettlePayment,
    private readonly invoicedRefunds: InvoicedRefunds,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * @param reason the operator's own words, for the audit log
   * @returns the payment as it is now
   * @throws Problem `not_found`; `validation_error`: it is not under review, or the decision contradicts the
   *   provider; `request_in_flight`: it is being verified; `provider_unavailable`: it could not be asked
   */
  async run(paymentId: string, decision: Decision, reason: string, principal: Principal): Promise<Payment> {
    const payment = await this.payments.findAny(paymentId)
    if (!payment) throw notFound('payment')
    if (payment.reviewReason === null) return this.keepInvoice({ payment, decision, reason, principal })
    const review: Review = { payment, decision, reason, principal }
    switch (decision.kind) {
      case 'keep':
        return this.decide(review, (held) => Promise.resolve(held))
      case 'failed':
      case 'refunded':
        return this.resolveAs(review, decision.kind)
      case 'accept':
        return this.accept(review)
      case 'ref':
        return this.assignRef(review, decision.providerRef)
    }
  }

  /** The operator has cancelled the invoice, issued a credit note, or wants neither (R236). */
  private async keepInvoice({ payment, decision, reason, principal }: Review): Promise<Payment> {
    await this.unitOfWork.run(async (tx) => {
      const isSeen = decision.kind === 'keep' && (await this.invoicedRefunds.markSeen(tx, payment))
      if (!isSeen) throw notUnderReview(payment)
      await this.auditLog.append(tx, principal, {
        accountId: payment.accountId,
        action: 'review.resolved',
        target: payment.id,
        details: { decision, reason, review: 'refunded_with_invoice' },
      })
    })
    return payment
  }

  /** The provider's current answer may already have ended the review, or may forbid the decision. */
  private async resolveAs(review: Review, as: 'failed' | 'refunded'): Promise<Payment> {
    const { payment: asked, isKnown } = await this.verifyPayment.run(review.payment)
    assertMayEnd(asked, as)
    const mayBePayable = as === 'failed' || !(await this.answers.hasConfirmedMoney(asked))
    const seen = mayBePayable ? await this.closeIfPayable(asked, isKnown) : asked
    assertMayEnd(seen, as)
    return this.decide({ ...review, payment: seen }, (held, settle) =>
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
        detail: 'The checkout may still be paid, and the provider cannot be asked.',
      })
    }
    await this.closeCheckout.run(payment, payment.linkId)
    return (await this.payments.findAny(payment.id)) ?? payment
  }

  /** The payment then states what was received, not what was requested. */
  private async accept(review: Review): Promise<Payment> {
    const state = await this.retrieve(review.payment, review.payment.providerRef)
    const { amount, status } = state
    if (!amount || (status !== 'paid' && status !== 'refunded')) {
      throw invalid('accept', `the provider confirms no money: its status is ${status}`)
    }
    if (amount.amount < 1 || amount.amount > MAX_TOTAL)
      throw invalid('accept', `the amount ${amount.amount} is outside 1 to ${MAX_TOTAL}`)
    if (!isBookable(amount.currency)) throw invalid('accept', `unsupported currency ${amount.currency}`)
    return this.decide(review, async (held, settle, tx) => {
      await this.answers.store(tx, held.id, state, iso(this.clock.now()))
      // An earlier decision may have recorded a larger refund before the received amount was known.
      const amountRefunded = Math.min(held.amountRefunded, amount.amount)
      const received = { amountCentavos: amount.amount, currency: amount.currency, amountRefunded }
      const settled = await settle({ ...held, ...providerFields(state, held), ...received }, evidenceOfMoney(state))
      // The provider may have changed its answer since it was asked: verify again at once.
      const heardSoon = { ...settled, reconcileAfter: iso(this.clock.now()) }
      await this.payments.save(tx, settled.status, heardSoon)
      return heardSoon
    })
  }

  /** Assigns the checkout to the payment; its state is then judged like any other answer. */
  private async assignRef(review: Review, providerRef: string): Promise<Payment> {
    if (review.payment.status !== 'pending') throw invalid('ref', `the payment is already ${review.payment.status}`)
    if (!isBeingCreated(review.payment)) throw invalid('ref', `its checkout is ${review.payment.providerRef}`)
    const state = await this.retrieve(review.payment, providerRef)
    const assigned = await this.decide(review, (held) =>
      Promise.resolve({ ...held, ...providerFields(state, held), reconcileAfter: iso(this.clock.now()) }),
    )
    return (await this.verifyPayment.run(assigned)).payment
  }

  /** Under a lease, in one transaction: the decision, its consequences, and the audit entry. */
  private async decide(
    { payment, decision, reason, principal }: Review,
    act: (held: Payment, settle: Settle, tx: Tx) => Promise<Payment>,
  ): Promise<Payment> {
    const lease = await this.lease.claim(payment.id)
    if (!lease) throw verificationInProgress('Another verification of this payment is in progress.')
    const decided = this.record.underLease(payment, lease, async (tx, link, held) => {
      if (held.status !== payment.status || held.reviewReason !== payment.reviewReason) {
        throw new Problem('request_in_flight', { detail: 'The payment has just changed. Read it again.' })
      }
      let isSaved = false
      const save = async (changed: Payment): Promise<Payment> => {
        isSaved = true
        const saved = { ...changed, reviewReason: null, reviewSince: null, reviewDecidedAt: iso(this.clock.now()) }
        await this.payments.save(tx, held.status, saved)
        return saved
      }
      const settle: Settle = async (changed, evidence) =>
        this.settlePayment.apply(tx, link, await save(changed), evidence)
      const after = await act(held, settle, tx)
      const kept = isSaved ? after : await save(after)
      await this.auditLog.append(tx, principal, {
        accountId: payment.accountId,
        action: 'review.resolved',
        target: payment.id,
        details: { decision, reason, review: payment.reviewReason, before: stateOf(held), after: stateOf(kept) },
      })
      return kept
    })
    return decided.catch(async (error: unknown) => {
      // Nothing was written, so the lease is still held.
      await this.lease.release(payment.id, lease)
      throw error
    })
  }

  /** @throws Problem the provider does not know it, cannot be asked, or answers about another payment's money */
  private async retrieve(payment: Payment, providerRef: string): Promise<ProviderState> {
    const connection = payment.connectionId === null ? undefined : await this.connections.find(payment.connectionId)
    const connected = connection && (await this.openConnection.run(connection))
    if (!connected)
      throw new Problem('provider_unavailable', { detail: 'The plugin of this provider is not installed.' })
    const outcome = await this.callProvider.run(connected, 'read', (provider, ctx) =>
      provider.retrieve({ providerRef, paymentId: payment.id }, ctx),
    )
    if (!outcome.ok) throw new Problem('provider_unavailable', { detail: outcome.message, cause: outcome.cause })
    const state = outcome.value
    if (state.providerRef !== providerRef) throw invalid('ref', `the provider answers about ${state.providerRef}`)
    if (state.livemode !== payment.livemode) throw invalid('ref', "the provider's object is of the other mode")
    const holder = await this.payments.findByProviderRef(connected.connectionId, state.providerRef)
    const named = state.paymentId === undefined ? undefined : await this.payments.findAny(state.paymentId)
    const other = [holder, named].find((found) => found !== undefined && found.id !== payment.id)
    if (other) throw invalid('ref', `${state.providerRef} is the checkout of payment ${other.id}`)
    return state
  }
}

/** With the actual state, and what can be done. */
function notUnderReview(payment: Payment): Problem {
  const summary = describeCheckout(payment)?.summary ?? `It is ${payment.status}.`
  return invalid('id', `this payment is not under review. ${summary}`)
}

type Settle = (changed: Payment, evidence: Evidence) => Promise<Payment>

interface Review {
  payment: Payment
  decision: Decision
  reason: string
  principal: Principal
}

const stateOf = ({ status, providerRef, amountCentavos, currency }: Payment): object => ({
  status,
  providerRef,
  amountCentavos,
  currency,
})

/** @throws Problem `validation_error` on `as` */
function assertMayEnd({ status, reviewReason, linkId }: Payment, as: 'failed' | 'refunded'): void {
  if (as === 'failed') {
    if (status === 'failed' || status === 'canceled') return
    if (status !== 'pending') throw invalid('as', `the provider confirms that it was paid: it is ${status}`)
    if (reviewReason === null) {
      const command = `bin/paylink links release ${linkId} --reason REASON`
      throw invalid(
        'as',
        `the provider reports the checkout again, and it can still be paid. To free its link: ${command}`,
      )
    }
    if (reviewReason === 'mismatch') {
      throw invalid('as', 'the provider confirms money: accept it, or refund it there and resolve as refunded')
    }
    return
  }
  if (status === 'succeeded' && reviewReason === null)
    throw invalid('as', 'the provider confirms the money: no review is needed')
  const hasMoney = status === 'succeeded' || status === 'refunded'
  const mayHaveMoney = status === 'pending' && (reviewReason === 'mismatch' || reviewReason === 'unrecognized')
  if (!hasMoney && !mayHaveMoney) throw invalid('as', `there is no money to refund: the payment is ${status}`)
}

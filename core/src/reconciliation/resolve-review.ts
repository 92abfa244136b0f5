import type { ProviderState } from '@paylink/plugin-api'
import type { Actor } from '../audit/audit-entry.js'
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
import { moneyOf } from '../payments/judge.js'
import type { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { ProviderAnswers } from '../payments/provider-answers.repository.js'
import { isOverForGood } from '../payments/verification-schedule.js'
import { placeOf, type RecordProviderState } from '../payments/record-provider-state.js'
import type { Evidence, SettlePayment } from '../payments/settle-payment.js'
import { type VerificationLease, verificationInProgress } from '../payments/verification-lease.repository.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { VerifyPayment } from './verify-payment.js'

/** What a person decides about a payment under review. */
export type Decision =
  /** Nothing was paid: the link is free again. */
  | { kind: 'failed' }
  /** The money was, or is being, given back. */
  | { kind: 'refunded' }
  /** It may stay as it is. */
  | { kind: 'keep' }
  /** This is its checkout at the provider. */
  | { kind: 'ref'; providerRef: string }
  /** The money that the provider confirms is taken for this payment, though it is not what was asked for. */
  | { kind: 'accept' }

/** Ends a review (R238). The provider is asked first, always; success comes from its word alone. */
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
   * @param reason why, in the person's words; kept in the audit log with the act
   * @returns the payment as it is now
   * @throws Problem `not_found`; `validation_error`: it is not under review, or this decision does not fit what the
   *   provider says; `request_in_flight`: it is being verified; `provider_unavailable`: it could not be asked
   */
  async run(paymentId: string, decision: Decision, reason: string, actor: Actor): Promise<Payment> {
    const payment = await this.payments.findAny(paymentId)
    if (!payment) throw notFound('payment')
    if (payment.reviewReason === null) return this.seeToInvoice({ payment, decision, reason, actor })
    const review: Review = { payment, decision, reason, actor }
    switch (decision.kind) {
      case 'keep':
        return this.decide(review, (held) => Promise.resolve(held))
      case 'failed':
      case 'refunded':
        return this.end(review, decision.kind)
      case 'accept':
        return this.accept(review)
      case 'ref':
        return this.assign(review, decision.providerRef)
    }
  }

  /** Whoever keeps it has cancelled the invoice, issued a credit note, or wants neither (R236). */
  private async seeToInvoice({ payment, decision, reason, actor }: Review): Promise<Payment> {
    await this.unitOfWork.run(async (tx) => {
      const isSeen = decision.kind === 'keep' && (await this.invoicedRefunds.seen(tx, payment))
      if (!isSeen) throw notUnderReview(payment)
      await this.auditLog.append(tx, actor, {
        accountId: payment.accountId,
        action: 'review.resolved',
        target: payment.id,
        details: { decision, reason, review: 'refunded_with_invoice' },
      })
    })
    return payment
  }

  /** What the provider says now may have ended the doubt already, or may forbid the decision. */
  private async end(review: Review, as: 'failed' | 'refunded'): Promise<Payment> {
    const { payment: asked, isKnown } = await this.verifyPayment.run(review.payment)
    assertMayEnd(asked, as)
    const mayBePayable = as === 'failed' || !(await this.answers.confirmedMoney(asked))
    const seen = mayBePayable ? await this.closed(asked, isKnown) : asked
    assertMayEnd(seen, as)
    return this.decide({ ...review, payment: seen }, (held, settle) =>
      as === 'failed'
        ? settle(held, { verdict: 'failed' })
        : settle(held, { verdict: 'returned', amountRefunded: held.amountCentavos }),
    )
  }

  /**
   * A checkout that may still be paid is closed at the provider before its link is free for another one (I6).
   *
   * @throws Problem it cannot be closed, or nobody can be asked to
   */
  private async closed(payment: Payment, isKnown: boolean): Promise<Payment> {
    if (payment.status !== 'pending' || isBeingCreated(payment)) return payment
    if (isOverForGood(payment, this.clock.now())) return payment
    if (!isKnown) {
      throw new Problem('provider_unavailable', {
        detail: 'The checkout may still be paid, and the provider cannot be asked.',
      })
    }
    await this.closeCheckout.run(payment, payment.linkId)
    return (await this.payments.findAny(payment.id)) ?? payment
  }

  /** The books say what came, not what was asked for. */
  private async accept(review: Review): Promise<Payment> {
    const state = await this.ask(review.payment, review.payment.providerRef)
    const { amount, status } = state
    if (!amount || (status !== 'paid' && status !== 'refunded')) {
      throw invalid('accept', `the provider confirms no money: it says ${status}`)
    }
    if (amount.amount < 1 || amount.amount > MAX_TOTAL) throw invalid('accept', `the amount is ${amount.amount}`)
    if (!isBookable(amount.currency)) throw invalid('accept', `the books hold no ${amount.currency}`)
    return this.decide(review, async (held, settle, tx) => {
      await this.answers.keep(tx, held.id, state, iso(this.clock.now()))
      // No more was given back than came, whatever a person said before it was known how much that is.
      const amountRefunded = Math.min(held.amountRefunded, amount.amount)
      const received = { amountCentavos: amount.amount, currency: amount.currency, amountRefunded }
      const settled = await settle({ ...held, ...placeOf(state, held), ...received }, moneyOf(state))
      // What the provider may have said since it was asked is heard at once.
      const heardSoon = { ...settled, reconcileAfter: iso(this.clock.now()) }
      await this.payments.save(tx, settled.status, heardSoon)
      return heardSoon
    })
  }

  /** From now on the payment's checkout is this one; what it says is judged as any other answer. */
  private async assign(review: Review, providerRef: string): Promise<Payment> {
    if (review.payment.status !== 'pending') throw invalid('ref', `the payment is ${review.payment.status} already`)
    if (!isBeingCreated(review.payment)) throw invalid('ref', `its checkout is ${review.payment.providerRef}`)
    const state = await this.ask(review.payment, providerRef)
    const assigned = await this.decide(review, (held) =>
      Promise.resolve({ ...held, ...placeOf(state, held), reconcileAfter: iso(this.clock.now()) }),
    )
    return (await this.verifyPayment.run(assigned)).payment
  }

  /** Under a lease and in one transaction: the decision, what follows from it, and who decided. */
  private async decide(
    { payment, decision, reason, actor }: Review,
    act: (held: Payment, settle: Settle, tx: Tx) => Promise<Payment>,
  ): Promise<Payment> {
    const lease = await this.lease.take(payment.id)
    if (!lease) throw verificationInProgress('This payment is being verified already.')
    const decided = this.record.inLease(payment, lease, async (tx, link, held) => {
      if (held.status !== payment.status || held.reviewReason !== payment.reviewReason) {
        throw new Problem('request_in_flight', { detail: 'The payment has just changed: look at it again.' })
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
      await this.auditLog.append(tx, actor, {
        accountId: payment.accountId,
        action: 'review.resolved',
        target: payment.id,
        details: { decision, reason, review: payment.reviewReason, before: stateOf(held), after: stateOf(kept) },
      })
      return kept
    })
    return decided.catch(async (error: unknown) => {
      // Nothing was written, the end of the lease neither.
      await this.lease.release(payment.id, lease)
      throw error
    })
  }

  /** @throws Problem the provider does not know it, cannot be asked, or the answer is about somebody else's money */
  private async ask(payment: Payment, providerRef: string): Promise<ProviderState> {
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

/** Tells the actual state, and what can be done. */
function notUnderReview(payment: Payment): Problem {
  const summary = describeCheckout(payment)?.summary ?? `It is ${payment.status}.`
  return invalid('id', `this payment is not under review. ${summary}`)
}

type Settle = (changed: Payment, evidence: Evidence) => Promise<Payment>

interface Review {
  payment: Payment
  decision: Decision
  reason: string
  actor: Actor
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
    if (status !== 'pending') throw invalid('as', `the provider says that it was paid: it is ${status}`)
    if (reviewReason === null) {
      const command = `bin/paylink links release ${linkId} --reason REASON`
      throw invalid(
        'as',
        `the provider knows the checkout again, and it can still be paid. To free its link: ${command}`,
      )
    }
    if (reviewReason === 'mismatch') {
      throw invalid('as', 'the provider confirms money: accept it, or give it back there and say refunded')
    }
    return
  }
  if (status === 'succeeded' && reviewReason === null)
    throw invalid('as', 'the provider confirms the money: the doubt is over')
  const hasMoney = status === 'succeeded' || status === 'refunded'
  const mayHaveMoney = status === 'pending' && (reviewReason === 'mismatch' || reviewReason === 'unrecognized')
  if (!hasMoney && !mayHaveMoney) throw invalid('as', `there is no money to give back: the payment is ${status}`)
}

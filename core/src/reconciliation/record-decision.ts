import type { AuditLog } from '../audit/audit-log.repository.js'
import { describeCheckout } from '../checkout/describe-checkout.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Principal } from '../kernel/principal.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { ChangeUnderLease } from '../payments/change-under-lease.js'
import type { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import type { Payment } from '../payments/payment.js'
import type { Evidence, SettlePayment } from '../payments/settle-payment.js'
import { type VerificationLease, verificationInProgress } from '../payments/verification-lease.repository.js'

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

export interface Review {
  payment: Payment
  decision: Decision
  /** The operator's own words. */
  reason: string
  principal: Principal
}

type Settle = (changed: Payment, evidence: Evidence) => Promise<Payment>

/** Records an operator's decision, with its consequences and the audit entry, in one transaction. */
export class RecordDecision {
  constructor(
    private readonly lease: VerificationLease,
    private readonly changeUnderLease: ChangeUnderLease,
    private readonly settlePayment: SettlePayment,
    private readonly invoicedRefunds: InvoicedRefunds,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Under a lease. @throws Problem `request_in_flight`: the payment is being verified, or has just changed */
  async run(
    { payment, decision, reason, principal }: Review,
    act: (held: Payment, settle: Settle, tx: Tx) => Promise<Payment>,
  ): Promise<Payment> {
    const lease = await this.lease.claim(payment.id)
    if (!lease) throw verificationInProgress('Another verification of this payment is in progress.')
    return this.changeUnderLease.runOrRelease(payment, lease, async (tx, link, held) => {
      if (held.status !== payment.status || held.reviewReason !== payment.reviewReason) {
        throw new Problem('request_in_flight', { detail: 'The payment has just changed. Retrieve it and try again.' })
      }
      let isSaved = false
      const save = async (changed: Payment): Promise<Payment> => {
        isSaved = true
        const saved = { ...changed, reviewReason: null, reviewSince: null, reviewDecidedAt: iso(this.clock.now()) }
        await this.settlePayment.save(tx, link, held, saved)
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
  }

  /** The operator has cancelled the invoice, issued a credit note, or wants neither (R236). @throws Problem `validation_error` */
  keepInvoice({ payment, decision, reason, principal }: Review): Promise<Payment> {
    return this.unitOfWork.run(async (tx) => {
      const isSeen = decision.kind === 'keep' && (await this.invoicedRefunds.markSeen(tx, payment))
      if (!isSeen) throw notUnderReview(payment)
      await this.auditLog.append(tx, principal, {
        accountId: payment.accountId,
        action: 'review.resolved',
        target: payment.id,
        details: { decision, reason, review: 'refunded_with_invoice' },
      })
      return payment
    })
  }
}

/** With the actual state, and what can be done. */
function notUnderReview(payment: Payment): Problem {
  const summary = describeCheckout(payment)?.summary ?? `It is ${payment.status}.`
  return invalid('id', `this payment is not under review. ${summary}`)
}

const stateOf = ({ status, providerRef, amountCentavos, currency }: Payment): object => ({
  status,
  providerRef,
  amountCentavos,
  currency,
})

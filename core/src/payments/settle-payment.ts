import { FailedAssertion } from '../kernel/failed-assertion.js'
import type { BaseUrl } from '../kernel/named.js'
import { type Scope, SYSTEM } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { Tx } from '../database/engine.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { PaymentMethod } from '../contract/fields.js'
import { afterTrigger, type LinkTrigger } from '../payment-links/payment-link.transitions.js'
import { toPaymentLinkView } from '../payment-links/payment-link.view.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Outbox } from '../webhooks/outbox.repository.js'
import { refundedTotal } from './money-movement.js'
import type { Payment, PaymentStatus } from './payment.js'
import { nextPaymentStatus, type Verdict } from './payment.transitions.js'
import { toPaymentView } from './payment.view.js'
import type { Payments } from './payments.repository.js'
import type { QueueReceipt } from './queue-receipt.js'
import type { RecordMovements } from './record-movements.js'
import { nextWatch } from './verification-schedule.js'

/** A verdict and the details that came with it. */
export interface Evidence {
  verdict: Verdict
  paidAt?: string
  method?: PaymentMethod
  methodDetail?: string
  amountRefunded?: number
  /** What the provider kept of it, in the payment's currency. */
  feeCentavos?: number
  /** The earliest moment at which it can have happened; default: now. */
  happenedAt?: string
}

const EVENTS = {
  succeeded: 'payment.succeeded',
  failed: 'payment.failed',
  canceled: 'payment.canceled',
} as const

/** The only place where a verdict becomes a status, for the payment and its link, with their events (I25). */
export class SettlePayment {
  constructor(
    private readonly payments: Payments,
    private readonly links: PaymentLinks,
    private readonly outbox: Outbox,
    private readonly queueReceipt: QueueReceipt,
    private readonly recordMovements: RecordMovements,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** Link first, then payment: every writer locks in this order. */
  async lock(
    tx: Tx,
    payment: Scope & { id: string; linkId: string },
  ): Promise<{ link: PaymentLink; payment: Payment }> {
    const link = await this.links.lock(tx, payment, payment.linkId)
    const locked = await this.payments.lock(tx, payment, payment.id)
    if (!link || !locked) throw new FailedAssertion(`payment ${payment.id} or its link is gone`)
    return { link, payment: locked }
  }

  /** Applies the evidence to a locked payment. Idempotent. */
  async apply(tx: Tx, link: PaymentLink, payment: Payment, evidence: Evidence): Promise<Payment> {
    const status = nextPaymentStatus(payment.status, evidence.verdict)
    if (status === payment.status) return this.recordAmounts(tx, link, payment, evidence)
    // Paid and refunded before we looked: record the payment, then the refund.
    if (evidence.verdict === 'refunded' && payment.status !== 'succeeded') {
      const paid = await this.apply(tx, link, payment, { ...evidence, verdict: 'paid', amountRefunded: undefined })
      const { link: paidLink } = await this.lock(tx, payment)
      return this.apply(tx, paidLink, paid, evidence)
    }
    const settled = this.withEvidence(payment, status, evidence)
    const isDuplicate = status === 'succeeded' && link.status === 'paid'
    if (isDuplicate) Object.assign(settled, { reviewReason: 'duplicate', reviewSince: iso(this.clock.now()) })
    await this.save(tx, link, payment, settled)
    if (status !== 'refunded' && status !== 'pending') {
      await this.outbox.append(tx, payment, EVENTS[status], { object: toPaymentView(settled) }, evidence.happenedAt)
    }
    await this.moveLink(tx, link, payment, settled, evidence)
    if (status === 'succeeded') await this.queueReceipt.queueAutomatic(tx, link, settled, evidence.happenedAt)
    await this.announceRefund(tx, payment, settled, evidence)
    // Late money, such as a voucher's: rare, so the audit log says why the payment was revived (R201).
    if (status === 'succeeded' && payment.status !== 'pending') {
      const details = { from: payment.status, to: status, link: link.id, linkWas: link.status }
      await this.auditLog.append(tx, SYSTEM, { ...payment, action: 'payment.revived', target: payment.id, details })
    }
    return settled
  }

  /** Saves a locked payment whose money may have changed. */
  async save(tx: Tx, link: PaymentLink, before: Payment, after: Payment): Promise<void> {
    await this.payments.save(tx, before.status, after)
    await this.recordMovements.run(tx, link, before, after)
  }

  private withEvidence(payment: Payment, status: PaymentStatus, evidence: Evidence): Payment {
    const now = iso(this.clock.now())
    // The provider's clock may be ahead of ours.
    const paidAt = evidence.paidAt !== undefined && evidence.paidAt < now ? evidence.paidAt : now
    const settled = {
      ...payment,
      status,
      paidAt: status === 'succeeded' ? (payment.paidAt ?? paidAt) : payment.paidAt,
      method: evidence.method ?? payment.method,
      methodDetail: evidence.methodDetail ?? payment.methodDetail,
      amountRefunded: refundedOf(payment, evidence),
      feeCentavos: evidence.feeCentavos ?? payment.feeCentavos,
      reconcileError: null,
      reconcileAttempts: 0,
      unknownSince: null,
      reviewReason: null,
      reviewSince: null,
    }
    return { ...settled, reconcileAfter: nextWatch(settled, this.clock.now()) }
  }

  private async moveLink(
    tx: Tx,
    link: PaymentLink,
    before: Payment,
    after: Payment,
    { happenedAt }: Evidence,
  ): Promise<void> {
    if (after.status === 'succeeded') {
      if (link.status === 'paid') return
      const paid = { ...this.applyToLink(link, 'payment_succeeded'), paidPaymentId: after.id }
      await this.links.save(tx, paid)
      // Another open checkout of the link must no longer be paid: it is verified, and closed, at once.
      await this.payments.verifyOpenNow(tx, link, iso(this.clock.now()))
      const view = toPaymentLinkView(paid, this.baseUrl)
      await this.outbox.append(tx, link, 'payment_link.paid', { object: view }, happenedAt)
    } else if (before.status === 'pending' && link.status === 'processing') {
      await this.links.save(tx, this.applyToLink(link, 'checkout_over'))
    }
  }

  private applyToLink(link: PaymentLink, trigger: LinkTrigger): PaymentLink {
    return afterTrigger(link, trigger, this.clock.now())
  }

  /** A partial refund changes no status (R234), and neither does a fee that the provider tells later. */
  private async recordAmounts(tx: Tx, link: PaymentLink, payment: Payment, evidence: Evidence): Promise<Payment> {
    const amountRefunded = refundedOf(payment, evidence)
    const feeCentavos = evidence.feeCentavos ?? payment.feeCentavos
    if (amountRefunded === payment.amountRefunded && feeCentavos === payment.feeCentavos) return payment
    const noted = { ...payment, amountRefunded, feeCentavos }
    await this.save(tx, link, payment, noted)
    await this.announceRefund(tx, payment, noted, evidence)
    return noted
  }

  /** Once per further amount refunded, and once when the whole amount is (R235). */
  private async announceRefund(tx: Tx, before: Payment, after: Payment, { happenedAt }: Evidence): Promise<void> {
    const totalCentavos = refundedTotal(after)
    const amountCentavos = totalCentavos - refundedTotal(before)
    const isWhole = after.status === 'refunded' && before.status !== 'refunded'
    if (amountCentavos === 0 && !isWhole) return
    const refund = { amountCentavos, totalCentavos }
    await this.outbox.append(tx, after, 'payment.refunded', { object: toPaymentView(after), refund }, happenedAt)
  }
}

/** Never less than before and never more than was paid, whatever the provider reports (I13). */
function refundedOf({ amountCentavos, amountRefunded }: Payment, evidence: Evidence): number {
  return Math.min(amountCentavos, Math.max(amountRefunded, evidence.amountRefunded ?? 0))
}

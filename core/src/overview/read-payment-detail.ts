import { type AuditEntry, creatorOfActor } from '../audit/audit-entry.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { PaymentInvoicingView } from '../invoicing/invoicing.views.js'
import type { InvoiceActors, ReadInvoicing } from '../invoicing/read-invoicing.js'
import type { Clock } from '../kernel/clock.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import { type Email, type EmailDeliveryView, toEmailView } from '../mail/email.js'
import type { Emails } from '../mail/emails.repository.js'
import { folioOf } from '../payments/folio.js'
import type { Movements, Refund } from '../payments/movements.repository.js'
import { isBeingCreated, type Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { ProviderAnswers, StoredAnswer } from '../payments/provider-answers.repository.js'
import type { ListedPayment, ReadPaymentList } from '../payments/read-payment-list.js'

/** When the provider was asked, and when it will be. */
export interface Verification {
  askedAt: string | null
  /** Null: no more; the state is final, or was recorded by hand. */
  nextAt: string | null
  /** It is being asked right now. */
  isUnderWay: boolean
  /** Why the last question brought no answer, or none that counts. */
  error: string | null
  /** Since when the provider gives no answer. */
  unknownSince: string | null
}

/** A receipt that was mailed. */
export interface Receipt extends EmailDeliveryView {
  /** In the form of `creatorOf`; null: it was sent by itself. */
  by: string | null
}

/** As the audit log has it. */
export interface PaymentAct {
  action: 'payment.asked' | 'payment_link.marked_paid' | 'checkout.released' | 'review.resolved'
  at: string
  /** In the form of `creatorOf`. */
  by: string
}

/** One payment with everything about it. */
export interface PaymentDetail extends ListedPayment {
  folio: string
  providerRef: string | null
  metadata: Payment['metadata']
  note: string | null
  hasProof: boolean
  verification: Verification
  /** The voucher or transfer that the payer was given, as the provider described it. */
  voucher: Payment['voucher']
  /** Exactly this payment in the provider's own dashboard; null: its plugin gives no address. */
  providerUrl: string | null
  /** The provider's answers, oldest first, word for word. */
  evidence: StoredAnswer[]
  refunds: Refund[]
  /** The newest first. */
  receipts: Receipt[]
  /** What people and keys did with it, the newest first. */
  acts: PaymentAct[]
  invoiceActors: InvoiceActors
  invoicing: PaymentInvoicingView
}

const MAX_EMAILS = 50
const MAX_ACTS = 50
const ACTIONS: readonly string[] = [
  'payment.asked',
  'payment_link.marked_paid',
  'checkout.released',
  'review.resolved',
] satisfies PaymentAct['action'][]

export class ReadPaymentDetail {
  constructor(
    private readonly list: ReadPaymentList,
    private readonly payments: Payments,
    private readonly answers: ProviderAnswers,
    private readonly movements: Movements,
    private readonly emails: Emails,
    private readonly invoicing: ReadInvoicing,
    private readonly auditLog: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async one(principal: AccountPrincipal, id: string): Promise<PaymentDetail> {
    const payment = await this.payments.find(principal, id)
    if (!payment) throw notFound('payment')
    const { accountId, livemode, linkId } = payment
    const [listed, evidence, refunds, emails, invoicing, invoiceActors, audited] = await Promise.all([
      this.list.one(principal, id),
      this.answers.list(id),
      this.movements.refunds(principal, id),
      this.emails.list({ accountId, livemode, linkId }, MAX_EMAILS),
      this.invoicing.state(principal, id),
      this.invoicing.actors(principal, id),
      this.auditLog.about(accountId, [id], MAX_ACTS),
    ])
    return {
      ...listed,
      folio: folioOf(id),
      providerRef: payment.provider === 'manual' || isBeingCreated(payment) ? null : payment.providerRef,
      metadata: payment.metadata,
      note: payment.note,
      hasProof: payment.hasReference,
      verification: this.verificationOf(payment),
      voucher: payment.voucher,
      providerUrl: listed.isSandbox ? payment.redirectUrl : dashboardUrlIn(evidence),
      evidence,
      refunds,
      receipts: emails.filter(({ kind, paymentId }) => kind === 'receipt' && paymentId === id).map(toReceipt),
      invoiceActors,
      acts: audited.flatMap(toAct),
      invoicing,
    }
  }

  private verificationOf(payment: Payment): Verification {
    const { askedAt, reconcileAfter, reconcileError, unknownSince, verifyingUntil } = payment
    const isUnderWay = verifyingUntil !== null && Date.parse(verifyingUntil) > this.clock.now().getTime()
    return { askedAt, nextAt: reconcileAfter, isUnderWay, error: reconcileError, unknownSince }
  }
}

const toReceipt = (email: Email): Receipt => ({ ...toEmailView(email), by: email.createdBy })

const toAct = ({ action, actor, at }: AuditEntry): PaymentAct[] =>
  ACTIONS.includes(action) ? [{ action: action as PaymentAct['action'], at, by: creatorOfActor(actor) }] : []

/** The simulator's dashboard is the page of its checkout. */
const dashboardUrlIn = (evidence: readonly StoredAnswer[]): string | null =>
  evidence.findLast(({ state }) => state.dashboardUrl !== undefined)?.state.dashboardUrl ?? null

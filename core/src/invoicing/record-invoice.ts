import type { InvoiceFailure, InvoiceState } from '@paylink/plugin-api'
import type { Alerts } from '../alerts/alerts.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import { FailedAssertion } from '../kernel/failed-assertion.js'
import { toPaymentView } from '../payments/payment.view.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Outbox } from '../webhooks/outbox.repository.js'
import type { Claim } from '../work/claim.js'
import type { InvoiceFiles } from './invoice-files.repository.js'
import type { Invoice } from './invoice.js'
import { type InvoiceTrigger, nextInvoiceStatus } from './invoice.transitions.js'
import { toInvoiceView } from './invoice.view.js'
import type { Invoices } from './invoices.repository.js'
import { pollInterval } from './retry-schedule.js'

/** With the claim under which a worker asked the provider. */
type AskedInvoice = Invoice & { claim?: Claim }

/** `isHeld`: that claim is not lost. */
type Act = (tx: Tx, locked: Invoice, isHeld: boolean) => Promise<Invoice>

/**
 * The only place where an invoice's state changes by what the provider reported, with its events (R150–R151, I40). A worker
 * that lost its claim may still report that the invoice was stamped or cancelled, for that stays true. It records no
 * refusal: the next holder may have asked again, and been accepted (I38).
 */
export class RecordInvoice {
  constructor(
    private readonly invoices: Invoices,
    private readonly files: InvoiceFiles,
    private readonly payments: Payments,
    private readonly outbox: Outbox,
    private readonly alerts: Alerts,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Applies the state that the provider reports. Idempotent.
   *
   * @param within joins this transaction instead of starting one
   * @throws Error the state belongs to another invoice or mode; nothing is written
   */
  async recordState(invoice: AskedInvoice, state: InvoiceState, within?: Tx): Promise<Invoice> {
    if (state.livemode !== invoice.livemode || (state.invoiceId ?? invoice.id) !== invoice.id) {
      throw new Error(`the provider returned a different invoice than ${invoice.id}`)
    }
    const payment = await this.payments.find(invoice, invoice.paymentId, within)
    if (!payment) throw new FailedAssertion(`invoice ${invoice.id} has no payment`)
    const act: Act = async (tx, locked, isHeld) => {
      const known = { ...locked, providerRef: state.providerRef }
      switch (state.status) {
        case 'pending':
          return known
        case 'failed':
          return isHeld
            ? withRefusal(known, state.failure ?? { code: 'not_stamped', reason: 'It was not stamped.' })
            : locked
        case 'stamped': {
          const stamped = await this.applyStamped(tx, known, state, payment)
          return isHeld ? this.applyCancellation(tx, stamped, state, invoice) : stamped
        }
        case 'cancelled':
          return this.applyCancelled(tx, await this.applyStamped(tx, known, state, payment), state, payment)
      }
    }
    return this.change(invoice, act, within)
  }

  /** The stamp was finally refused (R202). */
  recordRefusal(invoice: AskedInvoice, failure: InvoiceFailure): Promise<Invoice> {
    return this.change(invoice, (_, locked, isHeld) => Promise.resolve(isHeld ? withRefusal(locked, failure) : locked))
  }

  /** The provider accepted the cancellation, or already had it. */
  recordCancelAccepted(invoice: AskedInvoice, state: InvoiceState, within?: Tx): Promise<Invoice> {
    return this.recordState(invoice, state.status === 'stamped' ? { ...state, cancellation: 'pending' } : state, within)
  }

  /** Certainly not cancelled. `reason` raises an alert: for a merchant who no longer waits for the API's answer. */
  recordCancelRefused(invoice: AskedInvoice, reason?: string, within?: Tx): Promise<Invoice> {
    const act: Act = async (tx, locked, isHeld) => {
      if (!isHeld) return locked
      const after = withoutCancellation(locked)
      if (reason !== undefined && after !== locked) await this.alertStillValid(tx, locked, reason)
      return after
    }
    return this.change(invoice, act, within)
  }

  private async applyStamped(tx: Tx, locked: Invoice, state: InvoiceState, payment: Payment): Promise<Invoice> {
    const status = nextInvoiceStatus(locked.status, 'stamped')
    if (status === locked.status) return locked
    const { uuid = null, totalCentavos = null } = state
    const stamped: Invoice = {
      ...locked,
      ...{ status, uuid, totalCentavos, stampedAt: this.notAfterNow(state.stampedAt), waitReason: null },
    }
    const { stampedAt = '' } = state
    const happenedAt = stampedAt > locked.createdAt ? stampedAt : locked.createdAt
    if (totalCentavos !== payment.amountCentavos) {
      const message = `Invoice ${uuid} has a total of ${totalCentavos} instead of ${payment.amountCentavos} centavos. Cancel it with motivo 02.`
      await this.alert(tx, stamped, 'invoice.total_differs', message, happenedAt)
    }
    await this.appendEvent(tx, 'payment.invoiced', stamped, payment, happenedAt)
    return stamped
  }

  /** A state read before the cancellation was requested does not reflect it. */
  private async applyCancellation(
    tx: Tx,
    locked: Invoice,
    { cancellation }: InvoiceState,
    seen: Pick<Invoice, 'status'>,
  ): Promise<Invoice> {
    if (locked.status !== 'cancel_pending' || seen.status !== locked.status) return locked
    if (cancellation === 'pending')
      return { ...locked, cancelAcceptedAt: locked.cancelAcceptedAt ?? iso(this.clock.now()) }
    if (cancellation !== 'refused') return locked
    await this.alertStillValid(tx, locked, 'the customer refused it')
    return withoutCancellation(locked)
  }

  private async applyCancelled(tx: Tx, locked: Invoice, state: InvoiceState, payment: Payment): Promise<Invoice> {
    const status = nextInvoiceStatus(locked.status, 'acknowledged')
    if (status === locked.status) return locked
    const cancelled: Invoice = {
      ...locked,
      ...{ status, cancelledAt: this.notAfterNow(state.cancelledAt), waitReason: null, refundReviewSince: null },
    }
    // The provider's PDF now shows the cancellation, so it is fetched again on demand.
    await this.files.delete(tx, locked.id, 'pdf')
    await this.alerts.resolve(tx, locked.id)
    await this.appendEvent(tx, 'payment.invoice_cancelled', cancelled, payment, state.cancelledAt)
    return cancelled
  }

  /** Changes the locked row. An unchanged status backs off; a changed one restarts the schedule. */
  private async change({ id, status: seen, claim }: AskedInvoice, act: Act, within?: Tx): Promise<Invoice> {
    const work = async (tx: Tx): Promise<Invoice> => {
      const locked = await this.invoices.lock(tx, id)
      if (!locked) throw new FailedAssertion(`invoice ${id} does not exist`)
      const isHeld = !claim || (locked.heldBy === claim.holder && locked.heldUntil === claim.until)
      const after = await act(tx, locked, isHeld)
      // Another worker advanced it since it was read, or has claimed it: the reported state is outdated.
      if (after.status === locked.status && (!isHeld || locked.status !== seen)) return locked
      const saved = { ...after, tries: after.status === locked.status ? locked.tries + 1 : 0 }
      await this.invoices.save(tx, saved, this.nextAttemptAt(locked, saved))
      return saved
    }
    return within ? work(within) : this.unitOfWork.run(work)
  }

  private nextAttemptAt(before: Invoice, after: Invoice): string | null {
    const now = this.clock.now()
    switch (after.status) {
      case 'requested':
      case 'stamping':
      case 'cancel_pending':
        return iso(later(now, pollInterval(after.tries)))
      // Its files may be missing, whether it was just stamped or its cancellation was refused.
      case 'stamped':
        return before.status === 'stamped' ? null : iso(now)
      case 'failed':
      case 'cancelled':
        return null
    }
  }

  private async appendEvent(
    tx: Tx,
    type: 'payment.invoiced' | 'payment.invoice_cancelled',
    invoice: Invoice,
    payment: Payment,
    happenedAt: string | undefined,
  ): Promise<void> {
    const data = { object: toPaymentView(payment), invoice: toInvoiceView(invoice) }
    await this.outbox.append(tx, invoice, type, data, happenedAt)
  }

  private alertStillValid(tx: Tx, locked: Invoice, reason: string): Promise<void> {
    const message = `Invoice ${locked.uuid} was not cancelled and is still valid: ${reason}.`
    return this.alert(tx, locked, 'invoice.cancellation_refused', message)
  }

  private alert(
    tx: Tx,
    { accountId, id }: Invoice,
    kind: 'invoice.total_differs' | 'invoice.cancellation_refused',
    message: string,
    raisedAt?: string,
  ): Promise<void> {
    const alert = { accountId, kind, target: id, message, since: iso(this.clock.now()) }
    return this.alerts.raise(tx, alert, raisedAt)
  }

  /** The provider's clock may run ahead of ours. */
  private notAfterNow(reportedAt: string | undefined): string {
    const now = iso(this.clock.now())
    return reportedAt !== undefined && reportedAt < now ? reportedAt : now
  }
}

function withRefusal(locked: Invoice, { code, reason, field }: InvoiceFailure): Invoice {
  const status = nextInvoiceStatus(locked.status, 'refused')
  if (status === locked.status) return locked
  const failure = { failureCode: code, failureReason: reason, failureField: field ?? null }
  return { ...locked, ...failure, status, waitReason: null, refundReviewSince: null }
}

/** As before the cancellation was requested. */
function withoutCancellation(locked: Invoice): Invoice {
  const trigger: InvoiceTrigger = 'cancel_refused'
  const status = nextInvoiceStatus(locked.status, trigger)
  return status === locked.status
    ? locked
    : { ...locked, status, cancelMotivo: null, cancelAcceptedAt: null, waitReason: null }
}

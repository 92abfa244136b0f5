import type { InvoiceFailure, InvoiceState } from '@paylink/plugin-api'
import type { Alerts } from '../alerts/alerts.repository.js'
import type { Tx } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import { toPaymentView } from '../payments/payment.view.js'
import type { Payment } from '../payments/payment.js'
import type { Payments } from '../payments/payments.repository.js'
import type { Outbox } from '../webhooks/outbox.repository.js'
import type { InvoiceFiles } from './invoice-files.repository.js'
import type { Invoice } from './invoice.js'
import { type InvoiceTrigger, nextInvoiceStatus } from './invoice.transitions.js'
import { toInvoiceView } from './invoice.view.js'
import type { Invoices } from './invoices.repository.js'
import { pauseOfWatching } from './pauses.js'

/** The only place where what became known of an invoice is written down, with its events (R150–R151, I40). */
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
   * What the provider says of it now. Saying it twice changes nothing the second time.
   *
   * @param within the transaction to be part of; left out: one of its own
   * @throws Error it is about another invoice, or of the other mode: nothing is written
   */
  async state(invoice: Invoice, state: InvoiceState, within?: Tx): Promise<Invoice> {
    if (state.livemode !== invoice.livemode || (state.invoiceId ?? invoice.id) !== invoice.id) {
      throw new Error(`the provider answers about another invoice than ${invoice.id}`)
    }
    const payment = await this.payments.find(invoice, invoice.paymentId, within)
    if (!payment) throw new Error(`invoice ${invoice.id} has no payment`)
    const act = async (tx: Tx, held: Invoice): Promise<Invoice> => {
      const known = { ...held, providerRef: state.providerRef }
      switch (state.status) {
        case 'pending':
          return known
        case 'failed':
          return refusedOf(known, state.failure ?? { code: 'not_stamped', reason: 'It was not stamped.' })
        case 'stamped':
          return this.cancellation(tx, await this.stamped(tx, known, state, payment), state, invoice)
        case 'cancelled':
          return this.cancelled(tx, await this.stamped(tx, known, state, payment), state, payment)
      }
    }
    return this.change(invoice, act, within)
  }

  /** It was refused for good, and not stamped (R202). */
  refused(invoice: Invoice, failure: InvoiceFailure): Promise<Invoice> {
    return this.change(invoice, (_, held) => Promise.resolve(refusedOf(held, failure)))
  }

  /** The provider took the cancellation, or says that it has it already. */
  cancelTaken(invoice: Invoice, state: InvoiceState, within?: Tx): Promise<Invoice> {
    return this.state(invoice, state.status === 'stamped' ? { ...state, cancellation: 'pending' } : state, within)
  }

  /** It certainly was not cancelled. `why`: for whoever asked, if they no longer wait for the answer. */
  cancelNotTaken(invoice: Invoice, why?: string, within?: Tx): Promise<Invoice> {
    const act = async (tx: Tx, held: Invoice): Promise<Invoice> => {
      const after = standing(held)
      if (why !== undefined && after !== held) await this.alertStanding(tx, held, why)
      return after
    }
    return this.change(invoice, act, within)
  }

  private async stamped(tx: Tx, held: Invoice, state: InvoiceState, payment: Payment): Promise<Invoice> {
    const status = nextInvoiceStatus(held.status, 'stamped')
    if (status === held.status) return held
    const { uuid = null, totalCentavos = null } = state
    const stamped: Invoice = {
      ...held,
      ...{ status, uuid, totalCentavos, stampedAt: this.momentOf(state.stampedAt), waitsFor: null },
    }
    if (totalCentavos !== payment.amountCentavos) {
      const says = `Invoice ${uuid} came to ${totalCentavos} instead of ${payment.amountCentavos} centavos. Cancel it with motivo 02.`
      await this.alert(tx, stamped, 'invoice.total_differs', says)
    }
    await this.announce(tx, 'payment.invoiced', stamped, payment)
    return stamped
  }

  /** Of a stamped one. What was asked before it was to be cancelled says nothing of that. */
  private async cancellation(
    tx: Tx,
    held: Invoice,
    { cancellation }: InvoiceState,
    seen: Pick<Invoice, 'status'>,
  ): Promise<Invoice> {
    if (held.status !== 'cancel_pending' || seen.status !== held.status) return held
    if (cancellation === 'pending') return { ...held, cancelTakenAt: held.cancelTakenAt ?? iso(this.clock.now()) }
    if (cancellation !== 'refused') return held
    await this.alertStanding(tx, held, 'the customer refused it')
    return standing(held)
  }

  private async cancelled(tx: Tx, held: Invoice, state: InvoiceState, payment: Payment): Promise<Invoice> {
    const status = nextInvoiceStatus(held.status, 'acknowledged')
    if (status === held.status) return held
    const cancelled: Invoice = {
      ...held,
      ...{ status, cancelledAt: this.momentOf(state.cancelledAt), waitsFor: null, refundReviewSince: null },
    }
    // The provider's copy now says that it is cancelled.
    await this.files.forget(tx, held.id, 'pdf')
    await this.alerts.settle(tx, held.id)
    await this.announce(tx, 'payment.invoice_cancelled', cancelled, payment)
    return cancelled
  }

  /** Under a lock. What did not move waits longer and longer; what moved starts afresh. */
  private async change(
    { id, status: seen }: Invoice,
    act: (tx: Tx, held: Invoice) => Promise<Invoice>,
    within?: Tx,
  ): Promise<Invoice> {
    const work = async (tx: Tx): Promise<Invoice> => {
      const held = await this.invoices.lock(tx, id)
      if (!held) throw new Error(`there is no invoice ${id}`)
      const after = await act(tx, held)
      // Somebody else moved it on meanwhile, and has it in hand: what was seen before is no news.
      if (after.status === held.status && held.status !== seen) return held
      const saved = { ...after, tries: after.status === held.status ? held.tries + 1 : 0 }
      await this.invoices.save(tx, saved, this.nextLook(held, saved))
      return saved
    }
    return within ? work(within) : this.unitOfWork.run(work)
  }

  private nextLook(before: Invoice, after: Invoice): string | null {
    const now = this.clock.now()
    switch (after.status) {
      case 'requested':
      case 'stamping':
      case 'cancel_pending':
        return iso(later(now, pauseOfWatching(after.tries)))
      // Its files may be yet to be had, whether it is stamped anew or stands after all.
      case 'stamped':
        return before.status === 'stamped' ? null : iso(now)
      case 'failed':
      case 'cancelled':
        return null
    }
  }

  private async announce(
    tx: Tx,
    type: 'payment.invoiced' | 'payment.invoice_cancelled',
    invoice: Invoice,
    payment: Payment,
  ): Promise<void> {
    await this.outbox.append(tx, invoice, type, { object: toPaymentView(payment), invoice: toInvoiceView(invoice) })
  }

  private alertStanding(tx: Tx, held: Invoice, why: string): Promise<void> {
    const says = `Invoice ${held.uuid} was not cancelled, and is still valid: ${why}.`
    return this.alert(tx, held, 'invoice.cancellation_refused', says)
  }

  private alert(
    tx: Tx,
    { accountId, id }: Invoice,
    kind: 'invoice.total_differs' | 'invoice.cancellation_refused',
    says: string,
  ): Promise<void> {
    return this.alerts.raise(tx, { accountId, kind, target: id, says, since: iso(this.clock.now()) })
  }

  /** The provider's clock may run ahead of ours. */
  private momentOf(said: string | undefined): string {
    const now = iso(this.clock.now())
    return said !== undefined && said < now ? said : now
  }
}

function refusedOf(held: Invoice, { code, reason, field }: InvoiceFailure): Invoice {
  const status = nextInvoiceStatus(held.status, 'refused')
  if (status === held.status) return held
  const failure = { failureCode: code, failureReason: reason, failureField: field ?? null }
  return { ...held, ...failure, status, waitsFor: null, refundReviewSince: null }
}

/** As if its cancellation had never been asked for. */
function standing(held: Invoice): Invoice {
  const trigger: InvoiceTrigger = 'cancel_refused'
  const status = nextInvoiceStatus(held.status, trigger)
  return status === held.status ? held : { ...held, status, cancelMotivo: null, cancelTakenAt: null, waitsFor: null }
}

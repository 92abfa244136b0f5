import type { CancelMotivo } from '@paylink/plugin-api'
import type { Tx } from '../database/engine.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import type { Scope } from '../kernel/caller.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import { notFound, Problem } from '../kernel/problem.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { Payments } from '../payments/payments.repository.js'
import { IN_HAND_MS } from './advance-invoice.js'
import type { Invoice } from './invoice.js'
import { nextInvoiceStatus } from './invoice.transitions.js'
import { type PaymentInvoiceView, toInvoiceView } from './invoice.view.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'
import type { Invoices } from './invoices.repository.js'
import type { ConnectedInvoicing, OpenInvoicing } from './open-invoicing.js'
import { notInUse } from './provider-problem.js'
import type { RecordInvoice } from './record-invoice.js'

export const CANCEL_INVOICE = 'POST /v1/payments/{id}/invoice/cancel'

/** Asks for the cancellation of a stamped invoice. It costs a stamp, and gives no money back (R96). */
export class CancelInvoice {
  constructor(
    private readonly once: RunOnce,
    private readonly payments: Payments,
    private readonly invoices: Invoices,
    private readonly connections: InvoicingConnections,
    private readonly openInvoicing: OpenInvoicing,
    private readonly callProvider: CallProvider,
    private readonly recordInvoice: RecordInvoice,
    private readonly processId: string,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Problem `not_found`: no such payment, or it has no invoice
   * @throws Problem `invoicing_rejected`: it is not `stamped`, or the provider or the authority would not have it
   * @throws Problem `invoicing_unavailable`: nothing was sent, and the invoice stands
   * @throws Problem `request_in_flight`, `idempotency_key_reuse`
   */
  async run(
    scope: Scope,
    paymentId: string,
    key: string | undefined,
    motivo: CancelMotivo,
  ): Promise<Answer<PaymentInvoiceView>> {
    const asked = fingerprint(CANCEL_INVOICE, paymentId, { motivo })
    const request = { scope, key, operation: CANCEL_INVOICE, fingerprint: asked }
    return this.once.inSteps(request, 200, async (finish, { resumed, step }) => {
      const invoice = await this.find(scope, paymentId, resumed)
      // A try that was cut off asked for it, and perhaps it was heard: that is found out without asking again.
      if (resumed !== null && invoice.status !== 'stamped') return finish((tx) => this.view(tx, invoice))
      const connected = await this.open(invoice)
      const pending = await step(invoice.id, (tx) => this.begin(tx, invoice, motivo))
      const { id: invoiceId, providerRef } = pending
      if (providerRef === null) throw new Error(`invoice ${invoiceId} is known nowhere`)
      const outcome = await this.callProvider.run(connected, 'write', (provider, ctx) =>
        provider.cancel({ invoiceId, providerRef, motivo }, ctx),
      )
      if (outcome.ok) {
        return finish(async (tx) => toInvoiceView(await this.recordInvoice.cancelTaken(pending, outcome.value, tx)))
      }
      // It is found out when it has had its time there whether it was heard.
      if (outcome.fault === 'unknown') return finish((tx) => this.view(tx, pending))
      await step(invoiceId, (tx) => this.recordInvoice.cancelNotTaken(pending, undefined, tx))
      const isRefused = outcome.fault === 'rejected'
      throw new Problem(isRefused ? 'invoicing_rejected' : 'invoicing_unavailable', {
        detail: outcome.message,
        cause: outcome.cause,
      })
    })
  }

  /** @param resumed the invoice that an earlier try under the same key was about: never another one, stamped since */
  private async find(scope: Scope, paymentId: string, resumed: string | null): Promise<Invoice> {
    const payment = await this.payments.find(scope, paymentId)
    if (!payment) throw notFound('payment')
    const invoice = await (resumed === null ? this.invoices.latestOf(paymentId) : this.invoices.find(resumed))
    if (!invoice) throw new Problem('not_found', { detail: 'This payment has no invoice.' })
    return invoice
  }

  private async view(tx: Tx, { id }: Invoice): Promise<PaymentInvoiceView> {
    const held = await this.invoices.lock(tx, id)
    if (!held) throw new Error(`there is no invoice ${id}`)
    return toInvoiceView(held)
  }

  private async open(invoice: Invoice): Promise<ConnectedInvoicing> {
    assertStamped(invoice)
    const connection = invoice.connectionId === null ? undefined : await this.connections.find(invoice.connectionId)
    const connected = connection && (await this.openInvoicing.run(connection))
    if (!connected) throw notInUse()
    return connected
  }

  /** Durably, before anything is sent: whoever finds it so asks the provider what came of it (I40). */
  private async begin(tx: Tx, invoice: Invoice, motivo: CancelMotivo): Promise<Invoice> {
    const held = await this.invoices.lock(tx, invoice.id)
    if (!held) throw new Error(`there is no invoice ${invoice.id}`)
    assertStamped(held)
    const asked = { ...held, status: nextInvoiceStatus(held.status, 'ask_cancel'), cancelMotivo: motivo, tries: 0 }
    // No other process asks before the provider has had time to answer.
    await this.invoices.saveInHand(tx, asked, this.processId, iso(later(this.clock.now(), IN_HAND_MS)))
    return asked
  }
}

/** @throws Problem `invoicing_rejected` */
function assertStamped({ status }: Invoice): void {
  if (status === 'stamped') return
  const detail = `The invoice is ${status}: only a stamped one can be cancelled.`
  throw new Problem('invoicing_rejected', { detail })
}

import type { CancelMotivo } from '@paylink/plugin-api'
import type { ConnectedInvoicing, OpenConnection } from '../connections/open-connection.js'
import type { Tx } from '../database/engine.js'
import { fingerprint } from '../idempotency/fingerprint.js'
import type { Answer, RunOnce } from '../idempotency/run-once.js'
import { FailedAssertion } from '../kernel/failed-assertion.js'
import type { AccountPrincipal, Scope } from '../kernel/principal.js'
import { notFound, Problem } from '../kernel/problem.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { Payments } from '../payments/payments.repository.js'
import { assertStamped, type BeginCancelling } from './begin-cancelling.js'
import type { Invoice } from './invoice.js'
import { type PaymentInvoiceView, toInvoiceView } from './invoice.view.js'
import type { Invoices } from './invoices.repository.js'
import { invoicingUnavailable } from './provider-problem.js'
import type { RecordInvoice } from './record-invoice.js'

export const CANCEL_INVOICE = 'POST /v1/payments/{id}/invoice/cancel'

/** Requests the cancellation of a stamped invoice. It costs a stamp and refunds nothing (R96). */
export class CancelInvoice {
  constructor(
    private readonly once: RunOnce,
    private readonly payments: Payments,
    private readonly invoices: Invoices,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly recordInvoice: RecordInvoice,
    private readonly beginCancelling: BeginCancelling,
  ) {}

  /**
   * @throws Problem `not_found`: no such payment, or it has no invoice
   * @throws Problem `invoicing_rejected`: it is not `stamped`, or the provider or the authority refused
   * @throws Problem `invoicing_unavailable`: nothing was sent; the invoice remains valid
   * @throws Problem `request_in_flight`, `idempotency_key_reuse`
   */
  async run(
    principal: AccountPrincipal,
    paymentId: string,
    key: string | undefined,
    motivo: CancelMotivo,
  ): Promise<Answer<PaymentInvoiceView>> {
    const asked = fingerprint(CANCEL_INVOICE, paymentId, { motivo })
    const request = { scope: principal, key, operation: CANCEL_INVOICE, fingerprint: asked }
    return this.once.inSteps(request, 200, async (finish, { resumed, step }) => {
      const invoice = await this.find(principal, paymentId, resumed)
      // An interrupted request may have reached the provider: the worker finds out; never cancel twice.
      if (resumed !== null && invoice.status !== 'stamped') return finish((tx) => this.view(tx, invoice))
      const connected = await this.open(invoice)
      const pending = await step(invoice.id, (tx) => this.beginCancelling.run(tx, principal, invoice, motivo))
      const { id: invoiceId, providerRef } = pending
      if (providerRef === null) throw new FailedAssertion(`invoice ${invoiceId} has no provider reference`)
      const outcome = await this.callProvider.run(connected, 'cancel', (provider, ctx) =>
        provider.cancel({ invoiceId, providerRef, motivo }, ctx),
      )
      if (outcome.ok) {
        return finish(async (tx) =>
          toInvoiceView(await this.recordInvoice.recordCancelAccepted(pending, outcome.value, tx)),
        )
      }
      // The worker finds out once the call cannot be in progress any longer.
      if (outcome.fault === 'unknown') return finish((tx) => this.view(tx, pending))
      const after = await step(invoiceId, (tx) => this.recordInvoice.recordCancelRefused(pending, undefined, tx))
      // The claim was lost: a worker has asked again, and its answer counts.
      if (after.status !== 'stamped') return finish((tx) => this.view(tx, pending))
      const isRefused = outcome.fault === 'rejected'
      throw new Problem(isRefused ? 'invoicing_rejected' : 'invoicing_unavailable', {
        detail: outcome.message,
        cause: outcome.cause,
      })
    })
  }

  /** @param resumed the invoice of an earlier request under the same key: never one stamped since */
  private async find(scope: Scope, paymentId: string, resumed: string | null): Promise<Invoice> {
    const payment = await this.payments.find(scope, paymentId)
    if (!payment) throw notFound('payment')
    const invoice = await (resumed === null ? this.invoices.latestOf(paymentId) : this.invoices.find(resumed))
    if (!invoice) throw new Problem('not_found', { detail: 'This payment has no invoice.' })
    return invoice
  }

  private async view(tx: Tx, { id }: Invoice): Promise<PaymentInvoiceView> {
    const locked = await this.invoices.lock(tx, id)
    if (!locked) throw new FailedAssertion(`invoice ${id} does not exist`)
    return toInvoiceView(locked)
  }

  private async open(invoice: Invoice): Promise<ConnectedInvoicing> {
    assertStamped(invoice)
    const connected = await this.openConnection.byId('invoicing', invoice.connectionId)
    if (!connected) throw invoicingUnavailable()
    return connected
  }
}

import type { CancelMotivo } from '@paylink/plugin-api'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Scope } from '../kernel/caller.js'
import { type Clock, iso, later } from '../kernel/clock.js'
import { notFound, Problem } from '../kernel/problem.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { Payments } from '../payments/payments.repository.js'
import { IN_HAND_MS } from './advance-invoice.js'
import type { Invoice } from './invoice.js'
import { nextInvoiceStatus } from './invoice.transitions.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'
import type { Invoices } from './invoices.repository.js'
import type { ConnectedInvoicing, OpenInvoicing } from './open-invoicing.js'
import { notInUse } from './provider-problem.js'
import type { RecordInvoice } from './record-invoice.js'

/** Asks for the cancellation of a stamped invoice. It costs a stamp, and gives no money back (R96). */
export class CancelInvoice {
  constructor(
    private readonly payments: Payments,
    private readonly invoices: Invoices,
    private readonly connections: InvoicingConnections,
    private readonly openInvoicing: OpenInvoicing,
    private readonly callProvider: CallProvider,
    private readonly recordInvoice: RecordInvoice,
    private readonly unitOfWork: UnitOfWork,
    private readonly processId: string,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Problem `not_found`: no such payment, or it has no invoice
   * @throws Problem `invoicing_rejected`: it is not `stamped`, or the provider or the authority would not have it
   * @throws Problem `invoicing_unavailable`: nothing was sent, and the invoice stands
   */
  async run(scope: Scope, paymentId: string, motivo: CancelMotivo): Promise<Invoice> {
    const payment = await this.payments.find(scope, paymentId)
    if (!payment) throw notFound('payment')
    const invoice = await this.invoices.latestOf(paymentId)
    if (!invoice) throw new Problem('not_found', { detail: 'This payment has no invoice.' })
    const connected = await this.open(invoice)
    const asked = await this.begin(invoice, motivo)
    const { id: invoiceId, providerRef } = asked
    if (providerRef === null) throw new Error(`invoice ${invoiceId} is known nowhere`)
    const outcome = await this.callProvider.run(connected, 'write', (provider, ctx) =>
      provider.cancel({ invoiceId, providerRef, motivo }, ctx),
    )
    if (outcome.ok) return this.recordInvoice.cancelTaken(asked, outcome.value)
    // It is found out when it has had its time there whether it was heard.
    if (outcome.fault === 'unknown') return asked
    await this.recordInvoice.cancelNotTaken(asked)
    const isRefused = outcome.fault === 'rejected'
    throw new Problem(isRefused ? 'invoicing_rejected' : 'invoicing_unavailable', {
      detail: outcome.message,
      cause: outcome.cause,
    })
  }

  private async open(invoice: Invoice): Promise<ConnectedInvoicing> {
    assertStamped(invoice)
    const connection = invoice.connectionId === null ? undefined : await this.connections.find(invoice.connectionId)
    const connected = connection && (await this.openInvoicing.run(connection))
    if (!connected) throw notInUse()
    return connected
  }

  /** Durably, before anything is sent: whoever finds it so asks the provider what came of it (I40). */
  private begin(invoice: Invoice, motivo: CancelMotivo): Promise<Invoice> {
    return this.unitOfWork.run(async (tx) => {
      const held = await this.invoices.lock(tx, invoice.id)
      if (!held) throw new Error(`there is no invoice ${invoice.id}`)
      assertStamped(held)
      const asked = { ...held, status: nextInvoiceStatus(held.status, 'ask_cancel'), cancelMotivo: motivo, tries: 0 }
      // Nobody else asks before the provider has had time to answer.
      await this.invoices.saveInHand(tx, asked, this.processId, iso(later(this.clock.now(), IN_HAND_MS)))
      return asked
    })
  }
}

/** @throws Problem `invoicing_rejected` */
function assertStamped({ status }: Invoice): void {
  if (status === 'stamped') return
  const detail = `The invoice is ${status}: only a stamped one can be cancelled.`
  throw new Problem('invoicing_rejected', { detail })
}

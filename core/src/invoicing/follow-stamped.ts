import type { InvoiceState } from '@paylink/plugin-api'
import type { ConnectedInvoicing, OpenConnection } from '../connections/open-connection.js'
import { FailedAssertion } from '../kernel/failed-assertion.js'
import type { CallProvider, Outcome } from '../plugin-host/call-provider.js'
import type { ClaimedInvoices } from './claimed-invoices.js'
import type { FetchInvoiceFiles } from './fetch-invoice-files.js'
import type { Invoice } from './invoice.js'
import type { ClaimedInvoice } from './invoices.repository.js'
import { UNAVAILABLE } from './provider-problem.js'
import type { RecordInvoice } from './record-invoice.js'
import { ambiguousBackoff } from './retry-schedule.js'

/** Fetches the files of a stamped invoice, and follows its cancellation. */
export class FollowStamped {
  constructor(
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly fetchFiles: FetchInvoiceFiles,
    private readonly recordInvoice: RecordInvoice,
    private readonly claimed: ClaimedInvoices,
  ) {}

  /** Fetches the files, and notices a cancellation made in the provider's dashboard. */
  async finishStamped(invoice: ClaimedInvoice): Promise<boolean> {
    const connected = await this.openConnection.byId('invoicing', invoice.connectionId)
    if (!connected) return this.claimed.postpone(invoice, UNAVAILABLE)
    const current = await this.retrieve(invoice, connected)
    const isCancelled = current.ok && current.value.status === 'cancelled'
    const missing = isCancelled ? null : await this.fetchFiles.run(invoice, connected)
    if (missing !== null) return this.claimed.postpone(invoice, missing)
    if (!current.ok) return this.claimed.postpone(invoice, current.message)
    await this.recordInvoice.recordState(invoice, current.value)
    return true
  }

  async pollCancellation(invoice: ClaimedInvoice): Promise<boolean> {
    const connected = await this.openConnection.byId('invoicing', invoice.connectionId)
    if (!connected) return this.claimed.postpone(invoice, UNAVAILABLE)
    const outcome = await this.retrieve(invoice, connected)
    if (!outcome.ok) return this.claimed.postpone(invoice, outcome.message)
    const { status, cancellation = 'none' } = outcome.value
    // The worker died before it sent the cancellation, or its outcome was unknown: the provider has none, so send it.
    const cancelNotSent = status === 'stamped' && cancellation === 'none' && invoice.cancelAcceptedAt === null
    if (cancelNotSent) return this.requestCancellation(invoice, connected)
    await this.recordInvoice.recordState(invoice, outcome.value)
    return true
  }

  private async requestCancellation(invoice: ClaimedInvoice, connected: ConnectedInvoicing): Promise<boolean> {
    const { id: invoiceId, providerRef, cancelMotivo: motivo } = invoice
    if (providerRef === null || motivo === null)
      throw new FailedAssertion(`invoice ${invoiceId} has no provider reference or no cancellation reason (motivo)`)
    const requested = { ...invoice, attempts: invoice.attempts + 1 }
    if (!(await this.claimed.markCancelling(invoice, requested))) return true
    const outcome = await this.callProvider.run(connected, 'cancel', (provider, ctx) =>
      provider.cancel({ invoiceId, providerRef, motivo }, ctx),
    )
    if (outcome.ok) await this.recordInvoice.recordCancelAccepted(requested, outcome.value)
    else if (outcome.fault === 'rejected') await this.recordInvoice.recordCancelRefused(requested, outcome.message)
    else {
      const delayMs = outcome.fault === 'unknown' ? ambiguousBackoff(invoice.tries) : undefined
      return this.claimed.postpone(requested, outcome.message, delayMs)
    }
    return true
  }

  private retrieve(
    { id: invoiceId, providerRef }: Invoice,
    connected: ConnectedInvoicing,
  ): Promise<Outcome<InvoiceState>> {
    if (providerRef === null) throw new FailedAssertion(`invoice ${invoiceId} has no provider reference`)
    return this.callProvider.run(connected, 'retrieve', (provider, ctx) =>
      provider.retrieve({ invoiceId, providerRef }, ctx),
    )
  }
}

import type { StampInput } from '@paylink/plugin-api'
import type { OpenConnection } from '../connections/open-connection.js'
import { FailedAssertion } from '../kernel/failed-assertion.js'
import type { Payments } from '../payments/payments.repository.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { REFUNDED } from './begin-stamping.js'
import type { ClaimedInvoices } from './claimed-invoices.js'
import type { ClaimedInvoice } from './invoices.repository.js'
import { UNAVAILABLE } from './provider-problem.js'
import type { RecordInvoice } from './record-invoice.js'
import { isAmbiguous, type RequestStamp } from './request-stamp.js'
import { ambiguousBackoff } from './retry-schedule.js'
import type { TrackStall } from './track-stall.js'

/** Searches for an invoice that may have been stamped, and requests it again only if it certainly was not. */
export class ResumeStamping {
  constructor(
    private readonly payments: Payments,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly requestStamp: RequestStamp,
    private readonly recordInvoice: RecordInvoice,
    private readonly trackStall: TrackStall,
    private readonly claimed: ClaimedInvoices,
  ) {}

  async run(invoice: ClaimedInvoice): Promise<boolean> {
    const connected = await this.openConnection.byId('invoicing', invoice.connectionId)
    if (!connected) return this.claimed.postpone(invoice, UNAVAILABLE)
    const { id, providerRef, createdAt } = invoice
    const outcome = await this.callProvider.run(
      connected,
      providerRef === null ? 'findByReference' : 'retrieve',
      (provider, ctx) =>
        providerRef === null
          ? provider.findByReference({ invoiceId: id, createdAfter: createdAt }, ctx)
          : provider.retrieve({ invoiceId: id, providerRef }, ctx),
    )
    if (!outcome.ok) return this.claimed.postponeForOutage(invoice, connected.connection, outcome.message)
    if (outcome.value) {
      await this.recordInvoice.recordState(invoice, outcome.value)
      await this.trackStall.recordRecovery(connected.connection)
      return true
    }
    const payment = await this.payments.find(invoice, invoice.paymentId)
    if (payment?.status !== 'succeeded') {
      // A call still in progress may yet stamp it; a `failed` invoice would leave that stamp without an owner.
      if (isAmbiguous(invoice))
        await this.claimed.postpone(invoice, 'The payment was refunded.', ambiguousBackoff(invoice.tries))
      else await this.recordInvoice.recordRefusal(invoice, REFUNDED)
      return true
    }
    // Certainly not there: repeat the stored request exactly.
    if (invoice.request === null) throw new FailedAssertion(`invoice ${id} has no stored stamp request`)
    return this.requestStamp.run(invoice, connected, JSON.parse(invoice.request) as StampInput)
  }
}

import type { InvoiceState, StampInput } from '@paylink/plugin-api'
import type { CheckConnection } from '../connections/check-connection.js'
import type { InvoicingConnection } from '../connections/connection.js'
import { isReady } from '../connections/connection.view.js'
import type { Connections } from '../connections/connections.repository.js'
import type { ConnectedInvoicing, OpenConnection } from '../connections/open-connection.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { ProcessId } from '../kernel/named.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import type { CallProvider, Outcome } from '../plugin-host/call-provider.js'
import { failureOf } from '../plugin-host/check-invoicing-answers.js'
import type { FetchInvoiceFiles } from './fetch-invoice-files.js'
import type { Invoice } from './invoice.js'
import { nextInvoiceStatus } from './invoice.transitions.js'
import type { Invoices } from './invoices.repository.js'
import type { TrackStall } from './track-stall.js'
import { UNAVAILABLE } from './provider-problem.js'
import { ambiguousBackoff, outageBackoff } from './retry-schedule.js'
import type { RecordInvoice } from './record-invoice.js'
import { toStampInput } from './stamp-input.js'

/** The lease of a claimed invoice: longer than any step takes, so a lease that expires belonged to a dead worker. */
export const INVOICE_LEASE_MS = MINUTE_MS

/** This many steps take minutes: by then no earlier call can still be in progress. */
const MAX_AMBIGUOUS_TRIES = 5

/**
 * Takes the next step of a claimed invoice. The row becomes `stamping` before a stamp is requested: a worker that finds
 * it so searches for the invoice at the provider before it requests a stamp again (I37).
 */
export class AdvanceInvoice {
  constructor(
    private readonly invoices: Invoices,
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly checkConnection: CheckConnection,
    private readonly recordInvoice: RecordInvoice,
    private readonly fetchFiles: FetchInvoiceFiles,
    private readonly trackStall: TrackStall,
    private readonly payments: Payments,
    private readonly links: PaymentLinks,
    private readonly unitOfWork: UnitOfWork,
    private readonly processId: ProcessId,
    private readonly clock: Clock,
  ) {}

  async run(invoice: Invoice): Promise<void> {
    switch (invoice.status) {
      case 'requested':
        return this.begin(invoice)
      case 'stamping':
        return this.resumeStamping(invoice)
      case 'stamped':
        return this.finishStamped(invoice)
      case 'cancel_pending':
        return this.pollCancellation(invoice)
      case 'failed':
      case 'cancelled':
        return
    }
  }

  /** Schedules the next try and keeps the reason for the operator. */
  async postpone(invoice: Invoice, reason: string, pauseMs = outageBackoff(invoice.tries)): Promise<void> {
    const nextAttemptAt = iso(later(this.clock.now(), pauseMs))
    await this.unitOfWork.run(async (tx) => {
      await this.invoices.updateIfUnchanged(tx, invoice, this.processId, {
        waits_for: reason,
        tries: invoice.tries + 1,
        next_attempt_at: nextAttemptAt,
        claimed_by: null,
      })
    })
  }

  private async begin(invoice: Invoice): Promise<void> {
    const payment = await this.payments.find(invoice, invoice.paymentId)
    const link = payment && (await this.links.find(payment, payment.linkId))
    if (!payment || !link) throw new Error(`invoice ${invoice.id} has no payment`)
    if (payment.status !== 'succeeded') return this.failRefunded(invoice)
    const known = await this.connections.current('invoicing', invoice)
    // Refused credentials may be valid again; the waiting invoice checks instead of waiting for the hourly check.
    const connection = known?.status === 'error' ? await this.checkConnection.run(known) : known
    if (!connection || !isReady(connection)) {
      return this.postponeForOutage(
        invoice,
        connection,
        connection?.lastError ?? 'No issuing merchant is connected in this mode.',
      )
    }
    const connected = await this.openConnection.run(connection)
    if (!connected) return this.postponeForOutage(invoice, connection, UNAVAILABLE)
    const input = toStampInput(invoice, link, payment)
    await this.requestStamp(invoice, connected, input)
  }

  private async failRefunded(invoice: Invoice): Promise<void> {
    const reason = 'The payment was refunded before its invoice was stamped.'
    await this.recordInvoice.recordRefusal(invoice, { code: 'payment_refunded', reason })
  }

  /** From the commit on, the invoice may exist at the provider. */
  private async requestStamp(invoice: Invoice, connected: ConnectedInvoicing, input: StampInput): Promise<void> {
    const isRepeat = invoice.status === 'stamping'
    const requested: Invoice = {
      ...invoice,
      tries: isRepeat ? invoice.tries : 0,
      status: nextInvoiceStatus(invoice.status, 'ask'),
      attempts: invoice.attempts + 1,
      connectionId: connected.connectionId,
    }
    const isClaimed = await this.unitOfWork.run((tx) =>
      this.invoices.updateIfUnchanged(tx, invoice, this.processId, {
        status: requested.status,
        tries: requested.tries,
        attempts: requested.attempts,
        connection_id: requested.connectionId,
        request: JSON.stringify(input),
        next_attempt_at: iso(later(this.clock.now(), INVOICE_LEASE_MS)),
      }),
    )
    if (!isClaimed) return
    const outcome = await this.callProvider.run(connected, 'write', (provider, ctx) => provider.stamp(input, ctx))
    await this.recordOutcome(requested, connected, outcome, invoice)
  }

  /** @param before the invoice before this request was recorded */
  private async recordOutcome(
    invoice: Invoice,
    connected: ConnectedInvoicing,
    outcome: Outcome<InvoiceState>,
    before: Invoice,
  ): Promise<void> {
    const { connection } = connected
    if (outcome.ok) {
      await this.recordInvoice.recordState(invoice, outcome.value)
      await this.trackStall.recordRecovery(connection)
      return
    }
    switch (outcome.fault) {
      case 'rejected': {
        const failure = failureOf(outcome.cause) ?? { code: 'rejected', reason: outcome.message }
        await this.recordInvoice.recordRefusal(invoice, failure)
        // A refusal proves that the provider is reachable.
        return this.trackStall.recordRecovery(connection)
      }
      case 'unknown':
        return this.postpone(invoice, outcome.message, ambiguousBackoff(invoice.tries))
      case 'auth':
      case 'unavailable':
        if (outcome.fault === 'auth') await this.checkConnection.recordRefusal(connected, outcome.message)
        return this.handleNotStamped(invoice, connection, outcome.message, before)
    }
  }

  /** This call did not stamp it. An earlier one may still be in progress, so no other connection may be asked yet (I37). */
  private async handleNotStamped(
    requested: Invoice,
    connection: InvoicingConnection,
    reason: string,
    before: Invoice,
  ): Promise<void> {
    if (isAmbiguous(before)) await this.postponeForOutage(requested, connection, reason)
    else await this.returnToRequested({ ...requested, tries: before.tries }, connection, reason)
  }

  /** Certainly not stamped: nothing exists at the provider until the next request. */
  private async returnToRequested(invoice: Invoice, connection: InvoicingConnection, reason: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const isClaimed = await this.invoices.updateIfUnchanged(tx, invoice, this.processId, {
        status: nextInvoiceStatus(invoice.status, 'put_off'),
        waits_for: reason,
        tries: invoice.tries + 1,
        next_attempt_at: iso(later(this.clock.now(), outageBackoff(invoice.tries))),
        claimed_by: null,
      })
      if (isClaimed) await this.trackStall.recordStall(tx, connection, reason)
    })
  }

  private async postponeForOutage(
    invoice: Invoice,
    connection: InvoicingConnection | undefined,
    reason: string,
  ): Promise<void> {
    await this.postpone(invoice, reason)
    if (connection) await this.unitOfWork.run((tx) => this.trackStall.recordStall(tx, connection, reason))
  }

  /** Searches for an invoice that may have been stamped, and requests it again only if it certainly was not. */
  private async resumeStamping(invoice: Invoice): Promise<void> {
    const connected = await this.openConnection.byId('invoicing', invoice.connectionId)
    if (!connected) return this.postpone(invoice, UNAVAILABLE)
    const { id, providerRef, createdAt } = invoice
    const outcome = await this.callProvider.run(connected, 'read', (provider, ctx) =>
      providerRef === null
        ? provider.findByReference({ invoiceId: id, createdAfter: createdAt }, ctx)
        : provider.retrieve({ invoiceId: id, providerRef }, ctx),
    )
    if (!outcome.ok) return this.postponeForOutage(invoice, connected.connection, outcome.message)
    if (outcome.value) {
      await this.recordInvoice.recordState(invoice, outcome.value)
      await this.trackStall.recordRecovery(connected.connection)
      return
    }
    const payment = await this.payments.find(invoice, invoice.paymentId)
    if (payment?.status !== 'succeeded') {
      // A call still in progress may yet stamp it; a `failed` invoice would leave that stamp without an owner.
      if (isAmbiguous(invoice))
        return this.postpone(invoice, 'The payment was refunded.', ambiguousBackoff(invoice.tries))
      return this.failRefunded(invoice)
    }
    // Certainly not there: repeat the stored request exactly.
    if (invoice.request === null) throw new Error(`invoice ${id} has no stored stamp request`)
    await this.requestStamp(invoice, connected, JSON.parse(invoice.request) as StampInput)
  }

  /** Fetches the files, and notices a cancellation made in the provider's dashboard. */
  private async finishStamped(invoice: Invoice): Promise<void> {
    const connected = await this.openConnection.byId('invoicing', invoice.connectionId)
    if (!connected) return this.postpone(invoice, UNAVAILABLE)
    const seen = await this.retrieve(invoice, connected)
    const isOver = seen.ok && seen.value.status === 'cancelled'
    const missing = isOver ? null : await this.fetchFiles.run(invoice, connected)
    if (missing !== null) return this.postpone(invoice, missing)
    if (seen.ok) await this.recordInvoice.recordState(invoice, seen.value)
    else await this.postpone(invoice, seen.message)
  }

  private async pollCancellation(invoice: Invoice): Promise<void> {
    const connected = await this.openConnection.byId('invoicing', invoice.connectionId)
    if (!connected) return this.postpone(invoice, UNAVAILABLE)
    const outcome = await this.retrieve(invoice, connected)
    if (!outcome.ok) return this.postpone(invoice, outcome.message)
    const { status, cancellation = 'none' } = outcome.value
    // The worker died before it sent the cancellation, or its outcome was unknown: the provider has none, so send it.
    const cancelNotSent = status === 'stamped' && cancellation === 'none' && invoice.cancelAcceptedAt === null
    if (cancelNotSent) await this.requestCancellation(invoice, connected)
    else await this.recordInvoice.recordState(invoice, outcome.value)
  }

  private async requestCancellation(invoice: Invoice, connected: ConnectedInvoicing): Promise<void> {
    const { id: invoiceId, providerRef, cancelMotivo: motivo } = invoice
    if (providerRef === null || motivo === null)
      throw new Error(`invoice ${invoiceId} has no provider reference or no motive to cancel with`)
    const outcome = await this.callProvider.run(connected, 'write', (provider, ctx) =>
      provider.cancel({ invoiceId, providerRef, motivo }, ctx),
    )
    if (outcome.ok) await this.recordInvoice.recordCancelAccepted(invoice, outcome.value)
    else if (outcome.fault === 'rejected') await this.recordInvoice.recordCancelRefused(invoice, outcome.message)
    else if (outcome.fault === 'unknown') await this.postpone(invoice, outcome.message, ambiguousBackoff(invoice.tries))
    else await this.postpone(invoice, outcome.message)
  }

  private retrieve(
    { id: invoiceId, providerRef }: Invoice,
    connected: ConnectedInvoicing,
  ): Promise<Outcome<InvoiceState>> {
    if (providerRef === null) throw new Error(`invoice ${invoiceId} has no provider reference`)
    return this.callProvider.run(connected, 'read', (provider, ctx) =>
      provider.retrieve({ invoiceId, providerRef }, ctx),
    )
  }
}

/** An earlier call may still be in progress. */
const isAmbiguous = ({ status, tries }: Invoice): boolean => status === 'stamping' && tries < MAX_AMBIGUOUS_TRIES

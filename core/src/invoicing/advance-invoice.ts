import type { InvoiceState, StampInput } from '@paylink/plugin-api'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { PaymentLinks } from '../payment-links/payment-links.repository.js'
import type { Payments } from '../payments/payments.repository.js'
import type { CallProvider, Outcome } from '../plugin-host/call-provider.js'
import { failureOf } from '../plugin-host/check-invoicing-answers.js'
import type { CheckInvoicing } from './check-invoicing.js'
import type { FetchInvoiceFiles } from './fetch-invoice-files.js'
import type { Invoice } from './invoice.js'
import { nextInvoiceStatus } from './invoice.transitions.js'
import { type InvoicingConnection, isReady } from './invoicing-connection.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'
import type { Invoices } from './invoices.repository.js'
import type { NoteStall } from './note-stall.js'
import type { ConnectedInvoicing, OpenInvoicing } from './open-invoicing.js'
import { pauseOfDoubt, pauseOfTrouble } from './pauses.js'
import type { RecordInvoice } from './record-invoice.js'
import { toStampInput } from './stamp-input.js'

/** Longer than a step can take: who is heard of no more by then has died over it. */
export const IN_HAND_MS = MINUTE_MS

/** So many steps take minutes: what was asked for before them is under way no more. */
const STEPS_OF_DOUBT = 5

interface Opened {
  connection: InvoicingConnection
  connected: ConnectedInvoicing
}

/**
 * The next step of an invoice in hand. Before a stamp is asked for it is written down that it may be there; whoever
 * finds it so looks for it before anybody asks again (I37).
 */
export class AdvanceInvoice {
  constructor(
    private readonly invoices: Invoices,
    private readonly connections: InvoicingConnections,
    private readonly openInvoicing: OpenInvoicing,
    private readonly callProvider: CallProvider,
    private readonly checkInvoicing: CheckInvoicing,
    private readonly recordInvoice: RecordInvoice,
    private readonly fetchFiles: FetchInvoiceFiles,
    private readonly noteStall: NoteStall,
    private readonly payments: Payments,
    private readonly links: PaymentLinks,
    private readonly unitOfWork: UnitOfWork,
    private readonly processId: string,
    private readonly clock: Clock,
  ) {}

  async run(invoice: Invoice): Promise<void> {
    switch (invoice.status) {
      case 'requested':
        return this.begin(invoice)
      case 'stamping':
        return this.goOn(invoice)
      case 'stamped':
        return this.complete(invoice)
      case 'cancel_pending':
        return this.watchCancellation(invoice)
      case 'failed':
      case 'cancelled':
        return
    }
  }

  /** It waits, and why. */
  async putOff(invoice: Invoice, why: string, pauseMs = pauseOfTrouble(invoice.tries)): Promise<void> {
    const nextAttemptAt = iso(later(this.clock.now(), pauseMs))
    await this.unitOfWork.run(async (tx) => {
      await this.invoices.hold(tx, invoice, this.processId, {
        waits_for: why,
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
    if (payment.status !== 'succeeded') return this.letGo(invoice)
    const known = await this.connections.current(invoice)
    // Credentials that were refused may hold again: whoever waits for them asks.
    const connection = known?.status === 'error' ? await this.checkInvoicing.check(known) : known
    if (!connection || !isReady(connection)) {
      return this.stall(invoice, connection, connection?.lastError ?? 'No issuing merchant is connected in this mode.')
    }
    const connected = await this.openInvoicing.run(connection)
    if (!connected) return this.stall(invoice, connection, 'The invoicing provider is not in use here now.')
    const input = toStampInput(invoice, link, payment)
    await this.ask(invoice, { connection, connected }, input)
  }

  private async letGo(invoice: Invoice): Promise<void> {
    const reason = 'The payment was refunded before its invoice was stamped.'
    await this.recordInvoice.refused(invoice, { code: 'payment_refunded', reason })
  }

  /** From here on it may be there. */
  private async ask(invoice: Invoice, opened: Opened, input: StampInput): Promise<void> {
    const isRepeat = invoice.status === 'stamping'
    const asked: Invoice = {
      ...invoice,
      tries: isRepeat ? invoice.tries : 0,
      status: nextInvoiceStatus(invoice.status, 'ask'),
      attempts: invoice.attempts + 1,
      connectionId: opened.connection.id,
    }
    const isOurs = await this.unitOfWork.run((tx) =>
      this.invoices.hold(tx, invoice, this.processId, {
        status: asked.status,
        tries: asked.tries,
        attempts: asked.attempts,
        connection_id: asked.connectionId,
        request: JSON.stringify(input),
        next_attempt_at: iso(later(this.clock.now(), IN_HAND_MS)),
      }),
    )
    if (!isOurs) return
    const outcome = await this.callProvider.run(opened.connected, 'write', (provider, ctx) =>
      provider.stamp(input, ctx),
    )
    await this.learn(asked, opened, outcome, invoice)
  }

  /** @param before as it was when it was about to be asked for */
  private async learn(
    invoice: Invoice,
    { connection }: Opened,
    outcome: Outcome<InvoiceState>,
    before: Invoice,
  ): Promise<void> {
    if (outcome.ok) {
      await this.recordInvoice.state(invoice, outcome.value)
      await this.noteStall.over(connection)
      return
    }
    switch (outcome.fault) {
      case 'rejected': {
        const failure = failureOf(outcome.cause) ?? { code: 'rejected', reason: outcome.message }
        await this.recordInvoice.refused(invoice, failure)
        // Whoever refuses is there.
        return this.noteStall.over(connection)
      }
      case 'unknown':
        return this.putOff(invoice, outcome.message, pauseOfDoubt(invoice.tries))
      case 'auth':
      case 'unavailable':
        if (outcome.fault === 'auth') await this.checkInvoicing.noteRefusal(connection, outcome.message)
        return this.notStamped(invoice, connection, outcome.message, before)
    }
  }

  /** Not by this call. What an earlier one asked for may be under way still, so that nobody else is asked yet (I37). */
  private async notStamped(
    asked: Invoice,
    connection: InvoicingConnection,
    why: string,
    before: Invoice,
  ): Promise<void> {
    if (isInDoubt(before)) await this.stall(asked, connection, why)
    else await this.release({ ...asked, tries: before.tries }, connection, why)
  }

  /** It was certainly not stamped: whatever happens until the next try, nothing is there. */
  private async release(invoice: Invoice, connection: InvoicingConnection, why: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const isOurs = await this.invoices.hold(tx, invoice, this.processId, {
        status: nextInvoiceStatus(invoice.status, 'put_off'),
        waits_for: why,
        tries: invoice.tries + 1,
        next_attempt_at: iso(later(this.clock.now(), pauseOfTrouble(invoice.tries))),
        claimed_by: null,
      })
      if (isOurs) await this.noteStall.since(tx, connection, why)
    })
  }

  private async stall(invoice: Invoice, connection: InvoicingConnection | undefined, why: string): Promise<void> {
    await this.putOff(invoice, why)
    if (connection) await this.unitOfWork.run((tx) => this.noteStall.since(tx, connection, why))
  }

  /** One that may have been stamped. */
  private async goOn(invoice: Invoice): Promise<void> {
    const opened = await this.openedOf(invoice)
    if (!opened) return this.putOff(invoice, 'The invoicing provider is not in use here now.')
    const { id, providerRef, createdAt } = invoice
    const outcome = await this.callProvider.run(opened.connected, 'read', (provider, ctx) =>
      providerRef === null
        ? provider.findByReference({ invoiceId: id, createdAfter: createdAt }, ctx)
        : provider.retrieve({ invoiceId: id, providerRef }, ctx),
    )
    if (!outcome.ok) return this.stall(invoice, opened.connection, outcome.message)
    if (outcome.value) {
      await this.recordInvoice.state(invoice, outcome.value)
      await this.noteStall.over(opened.connection)
      return
    }
    const payment = await this.payments.find(invoice, invoice.paymentId)
    if (payment?.status !== 'succeeded') {
      // What was asked for may still turn up for a while, and would be nobody's.
      if (isInDoubt(invoice)) return this.putOff(invoice, 'The payment was refunded.', pauseOfDoubt(invoice.tries))
      return this.letGo(invoice)
    }
    // Certainly not there: the same is asked again, to the letter.
    if (invoice.request === null) throw new Error(`invoice ${id} was asked for with nothing`)
    await this.ask(invoice, opened, JSON.parse(invoice.request) as StampInput)
  }

  /** Its files, and whether somebody cancelled it at the provider's own place. */
  private async complete(invoice: Invoice): Promise<void> {
    const opened = await this.openedOf(invoice)
    if (!opened) return this.putOff(invoice, 'The invoicing provider is not in use here now.')
    const seen = await this.retrieve(invoice, opened)
    const isOver = seen.ok && seen.value.status === 'cancelled'
    const missing = isOver ? null : await this.fetchFiles.run(invoice, opened.connected)
    if (missing !== null) return this.putOff(invoice, missing)
    if (seen.ok) await this.recordInvoice.state(invoice, seen.value)
    else await this.putOff(invoice, seen.message)
  }

  private async watchCancellation(invoice: Invoice): Promise<void> {
    const opened = await this.openedOf(invoice)
    if (!opened) return this.putOff(invoice, 'The invoicing provider is not in use here now.')
    const outcome = await this.retrieve(invoice, opened)
    if (!outcome.ok) return this.putOff(invoice, outcome.message)
    const { status, cancellation = 'none' } = outcome.value
    // Whoever was to ask for it died before, or nobody knows whether it was heard: it was not.
    const isUnasked = status === 'stamped' && cancellation === 'none' && invoice.cancelTakenAt === null
    if (isUnasked) await this.askCancel(invoice, opened)
    else await this.recordInvoice.state(invoice, outcome.value)
  }

  private async askCancel(invoice: Invoice, { connected }: Opened): Promise<void> {
    const { id: invoiceId, providerRef, cancelMotivo: motivo } = invoice
    if (providerRef === null || motivo === null) throw new Error(`invoice ${invoiceId} cannot be cancelled`)
    const outcome = await this.callProvider.run(connected, 'write', (provider, ctx) =>
      provider.cancel({ invoiceId, providerRef, motivo }, ctx),
    )
    if (outcome.ok) await this.recordInvoice.cancelTaken(invoice, outcome.value)
    else if (outcome.fault === 'rejected') await this.recordInvoice.cancelNotTaken(invoice, outcome.message)
    else if (outcome.fault === 'unknown') await this.putOff(invoice, outcome.message, pauseOfDoubt(invoice.tries))
    else await this.putOff(invoice, outcome.message)
  }

  private retrieve({ id: invoiceId, providerRef }: Invoice, { connected }: Opened): Promise<Outcome<InvoiceState>> {
    if (providerRef === null) throw new Error(`invoice ${invoiceId} is known nowhere`)
    return this.callProvider.run(connected, 'read', (provider, ctx) =>
      provider.retrieve({ invoiceId, providerRef }, ctx),
    )
  }

  private async openedOf({ connectionId }: Invoice): Promise<Opened | null> {
    const connection = connectionId === null ? undefined : await this.connections.find(connectionId)
    const connected = connection && (await this.openInvoicing.run(connection))
    return connected ? { connection, connected } : null
  }
}

/** An earlier call may be under way still. */
const isInDoubt = ({ status, tries }: Invoice): boolean => status === 'stamping' && tries < STEPS_OF_DOUBT

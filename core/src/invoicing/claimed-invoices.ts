import type { StampInput } from '@paylink/plugin-api'
import type { InvoicingConnection } from '../connections/connection.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { InvoiceRow } from './invoice.row.js'
import { nextInvoiceStatus } from './invoice.transitions.js'
import type { ClaimedInvoice, Invoices } from './invoices.repository.js'
import { outageBackoff } from './retry-schedule.js'
import type { TrackStall } from './track-stall.js'

/** The lease of a claimed invoice: longer than any step takes, so a lease that expires belonged to a dead worker. */
export const INVOICE_LEASE_MS = MINUTE_MS

/** What a worker writes to an invoice that it has claimed, and only while it holds the claim. */
export class ClaimedInvoices {
  constructor(
    private readonly invoices: Invoices,
    private readonly trackStall: TrackStall,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Renews the claim for `requested`. From the commit on, the invoice may exist at the provider. False: the claim is lost,
   * and nothing may be requested.
   */
  markStamping(invoice: ClaimedInvoice, requested: ClaimedInvoice, input: StampInput): Promise<boolean> {
    return this.renew(invoice, requested, {
      status: requested.status,
      tries: requested.tries,
      attempts: requested.attempts,
      connection_id: requested.connectionId,
      request: JSON.stringify(input),
    })
  }

  /**
   * Just before a cancellation is sent again: renews the claim for `requested`. False: the claim is lost, and another
   * worker may have sent it since the provider was asked (I40).
   */
  markCancelling(invoice: ClaimedInvoice, requested: ClaimedInvoice): Promise<boolean> {
    return this.renew(invoice, requested, { attempts: requested.attempts })
  }

  /** Schedules the next try and keeps the reason for the operator. Returns false: the connection does not work. */
  async postpone(invoice: ClaimedInvoice, reason: string, delayMs = outageBackoff(invoice.tries)): Promise<false> {
    const changes = this.nextTry(invoice, reason, delayMs)
    await this.unitOfWork.run((tx) => this.invoices.updateIfUnchanged(tx, invoice, changes))
    return false
  }

  async postponeForOutage(
    invoice: ClaimedInvoice,
    connection: InvoicingConnection | undefined,
    reason: string,
  ): Promise<false> {
    await this.postpone(invoice, reason)
    if (connection) await this.unitOfWork.run((tx) => this.trackStall.recordStall(tx, connection, reason))
    return false
  }

  /** Certainly not stamped: nothing exists at the provider until the next request. */
  async returnToRequested(invoice: ClaimedInvoice, connection: InvoicingConnection, reason: string): Promise<false> {
    const status = nextInvoiceStatus(invoice.status, 'put_off')
    await this.unitOfWork.run(async (tx) => {
      const changes = { status, ...this.nextTry(invoice, reason, outageBackoff(invoice.tries)) }
      const isClaimed = await this.invoices.updateIfUnchanged(tx, invoice, changes)
      if (isClaimed) await this.trackStall.recordStall(tx, connection, reason)
    })
    return false
  }

  private async renew(
    invoice: ClaimedInvoice,
    requested: ClaimedInvoice,
    changes: Partial<InvoiceRow>,
  ): Promise<boolean> {
    const until = this.inMs(INVOICE_LEASE_MS)
    const isClaimed = await this.unitOfWork.run((tx) =>
      this.invoices.updateIfUnchanged(tx, invoice, { ...changes, next_attempt_at: until }),
    )
    if (isClaimed) requested.claim = { ...invoice.claim, until }
    return isClaimed
  }

  private nextTry({ tries }: ClaimedInvoice, reason: string, delayMs: number) {
    return { waits_for: reason, tries: tries + 1, next_attempt_at: this.inMs(delayMs), claimed_by: null }
  }

  private inMs(ms: number): string {
    return iso(later(this.clock.now(), ms))
  }
}

import type { Generation } from '../database/generation.js'
import { iso, later, SECOND_MS } from '../kernel/clock.js'
import type { LaneLimits, LaneQuota } from '../work/lanes.js'
import { type LoopPorts, WorkLoop } from '../work/work-loop.js'
import type { AdvanceInvoice } from './advance-invoice.js'
import { type ClaimedInvoices, INVOICE_LEASE_MS } from './claimed-invoices.js'
import type { ClaimedInvoice, Invoices } from './invoices.repository.js'

/** A connection whose provider hangs holds up only its own invoices. */
const CONNECTION_LIMITS: LaneLimits = { perLane: 8, perSlowLane: 4 }

/** Advances due invoices: stamps, searches, fetches files, polls cancellations. */
export class AdvanceInvoices extends WorkLoop<ClaimedInvoice> {
  constructor(
    private readonly invoices: Invoices,
    private readonly advanceInvoice: AdvanceInvoice,
    private readonly claimed: ClaimedInvoices,
    private readonly generation: Generation,
    ports: LoopPorts,
  ) {
    super(
      {
        topic: 'invoices',
        isOutgoing: true,
        limits: CONNECTION_LIMITS,
        lookEveryMs: SECOND_MS,
        drainMs: 5 * SECOND_MS,
      },
      ports,
    )
  }

  protected async lanesWithDue(): Promise<string[]> {
    await this.invoices.clampNextAttempt()
    return this.invoices.lanesWithDue()
  }

  protected async claim(quotas: readonly LaneQuota[]): Promise<ClaimedInvoice[]> {
    const until = iso(later(this.ports.clock.now(), INVOICE_LEASE_MS))
    const claimed = await this.invoices.claim(quotas, { holder: this.ports.processId, until })
    if (claimed.length > 0) await this.generation.refresh()
    return claimed
  }

  protected laneOf({ lane }: ClaimedInvoice): string {
    return lane
  }

  protected release(invoices: readonly ClaimedInvoice[]): Promise<void> {
    return this.invoices.release(invoices)
  }

  protected async handle(invoice: ClaimedInvoice): Promise<boolean> {
    try {
      return await this.advanceInvoice.run(invoice)
    } catch (err) {
      this.ports.log.error({ err, invoice: invoice.id }, 'could not advance an invoice')
      await this.postpone(invoice)
      return false
    }
  }

  private async postpone(invoice: ClaimedInvoice): Promise<void> {
    try {
      await this.claimed.postpone(invoice, 'Something went wrong on our side; see the log.')
    } catch (err) {
      this.ports.log.error({ err, invoice: invoice.id }, 'could not postpone an invoice')
    }
  }
}

import type { Generation } from '../database/generation.js'
import { PeriodicTask } from '../work/task.js'
import { type Clock, iso, later, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { type AdvanceInvoice, INVOICE_LEASE_MS } from './advance-invoice.js'
import type { Invoice } from './invoice.js'
import type { Invoices } from './invoices.repository.js'

const CONCURRENCY = 5

/** Advances due invoices: stamps, searches, fetches files, polls cancellations. */
export class AdvanceInvoices extends PeriodicTask {
  readonly name = 'advance-invoices'
  readonly everyMs = SECOND_MS

  constructor(
    private readonly invoices: Invoices,
    private readonly advanceInvoice: AdvanceInvoice,
    private readonly generation: Generation,
    private readonly processId: string,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    super()
  }

  async run(): Promise<void> {
    await this.invoices.clampNextAttempt()
    const until = iso(later(this.clock.now(), INVOICE_LEASE_MS))
    const claimed = await this.invoices.claim(this.processId, CONCURRENCY, until)
    if (claimed.length === 0) return
    await this.generation.refresh()
    await Promise.all(claimed.map((invoice) => this.step(invoice)))
  }

  private async step(invoice: Invoice): Promise<void> {
    try {
      await this.advanceInvoice.run(invoice)
    } catch (error) {
      this.log.error({ err: error, invoice: invoice.id }, 'could not advance an invoice')
      await this.advanceInvoice
        .postpone(invoice, 'Something went wrong on our side; see the log.')
        .catch((err: unknown) => this.log.error({ err, invoice: invoice.id }, 'could not postpone an invoice'))
    }
  }
}

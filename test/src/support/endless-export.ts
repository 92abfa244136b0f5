import { SheetRows } from '@paylink/core/accounting/sheet-rows.repository'
import { MonthInvoices } from '@paylink/core/invoicing/month-invoices.repository'
import type { InvoiceShop } from './invoice-shop.js'

export const EXPORTS = ['csv', 'xlsx', 'zip'] as const
export type ExportFormat = (typeof EXPORTS)[number]

const ROWS = 500
const FILES = 50

/** Exports of a shop whose one payment and its invoice come again and again, each time read from the database. */
export class EndlessExport {
  /** How often the database was read. */
  batches = 0
  /** The last of them; then the file is complete. */
  end = Infinity
  /** From this one on, reading fails so. */
  failsFrom = Infinity
  failure: Error = new Error('the database broke')
  /** From this one on, reading waits for `release`. */
  waitsFrom = Infinity
  private readonly waiting: (() => void)[] = []

  constructor(shop: InvoiceShop) {
    const { container } = shop.paylink
    const rows = container.get(SheetRows)
    const batch = rows.batch.bind(rows)
    rows.batch = async (scope, period) => {
      await this.read()
      const found = await batch(scope, period)
      const [row] = found.rows
      if (!row) return found
      const last = { at: row.at, paymentId: row.paymentId, position: 1 }
      return { rows: Array.from({ length: ROWS }, () => row), last: this.isOver ? undefined : last }
    }
    const months = container.get(MonthInvoices)
    const step = months.step.bind(months)
    months.step = async (scope, period) => {
      await this.read()
      const [invoice] = (await step(scope, period)).invoices
      if (!invoice) return { invoices: [], next: undefined }
      return { invoices: Array.from({ length: FILES }, () => invoice), next: this.isOver ? undefined : invoice }
    }
  }

  private get isOver(): boolean {
    return this.batches >= this.end
  }

  release(): void {
    this.waitsFrom = Infinity
    for (const go of this.waiting.splice(0)) go()
  }

  private async read(): Promise<void> {
    this.batches++
    if (this.batches >= this.waitsFrom) await new Promise<void>((resolve) => this.waiting.push(resolve))
    if (this.batches >= this.failsFrom) throw this.failure
  }
}

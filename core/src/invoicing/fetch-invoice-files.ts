import type { UnitOfWork } from '../database/unit-of-work.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { FileFormat, InvoiceFiles } from './invoice-files.repository.js'
import type { InvoiceNotice } from './invoice-notice.js'
import type { Invoice } from './invoice.js'
import type { Invoices } from './invoices.repository.js'
import type { ConnectedInvoicing } from './open-invoicing.js'

const FORMATS: readonly FileFormat[] = ['xml', 'pdf']

/** Brings the files of a stamped invoice from its provider, and keeps them. */
export class FetchInvoiceFiles {
  private readonly underWay = new Map<string, Promise<string | null>>()

  constructor(
    private readonly invoices: Invoices,
    private readonly files: InvoiceFiles,
    private readonly callProvider: CallProvider,
    private readonly notice: InvoiceNotice,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** However many want them at once, they are fetched once. @returns why not; null: they are here */
  run(invoice: Invoice, connected: ConnectedInvoicing): Promise<string | null> {
    let fetching = this.underWay.get(invoice.id)
    if (!fetching) {
      fetching = this.fetch(invoice, connected).finally(() => this.underWay.delete(invoice.id))
      this.underWay.set(invoice.id, fetching)
    }
    return fetching
  }

  private async fetch(invoice: Invoice, connected: ConnectedInvoicing): Promise<string | null> {
    const { id: invoiceId, providerRef } = invoice
    const here = await this.files.formats(invoiceId)
    const missing = FORMATS.filter((format) => !here.includes(format))
    if (missing.length === 0) return null
    if (providerRef === null) throw new Error(`invoice ${invoiceId} is known nowhere`)
    const fetched: [FileFormat, Uint8Array][] = []
    for (const format of missing) {
      const outcome = await this.callProvider.run(connected, 'read', (provider, ctx) =>
        provider.file({ invoiceId, providerRef, format }, ctx),
      )
      if (!outcome.ok) return outcome.message
      fetched.push([format, outcome.value])
    }
    await this.unitOfWork.run(async (tx) => {
      // What was fetched before it was cancelled does not say so.
      const held = await this.invoices.lock(tx, invoiceId)
      if (!held || isCancelled(held) !== isCancelled(invoice)) return
      for (const [format, content] of fetched) await this.files.keep(tx, invoice, invoiceId, format, content)
      if (!isCancelled(held)) await this.notice.ready(tx, held)
    })
    return null
  }
}

const isCancelled = ({ status }: Invoice): boolean => status === 'cancelled'

import type { ConnectedInvoicing } from '../connections/open-connection.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { FailedAssertion } from '../kernel/failed-assertion.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { FileFormat, InvoiceFiles } from './invoice-files.repository.js'
import type { QueueInvoiceEmail } from './queue-invoice-email.js'
import type { Invoice } from './invoice.js'
import type { Invoices } from './invoices.repository.js'

const FORMATS: readonly FileFormat[] = ['xml', 'pdf']

/** Downloads the files of a stamped invoice and stores them. */
export class FetchInvoiceFiles {
  private readonly inProgress = new Map<string, Promise<string | null>>()

  constructor(
    private readonly invoices: Invoices,
    private readonly files: InvoiceFiles,
    private readonly callProvider: CallProvider,
    private readonly queueInvoiceEmail: QueueInvoiceEmail,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Concurrent calls share one download. @returns why it failed; null: the files are stored */
  run(invoice: Invoice, connected: ConnectedInvoicing): Promise<string | null> {
    let fetching = this.inProgress.get(invoice.id)
    if (!fetching) {
      fetching = this.fetch(invoice, connected).finally(() => this.inProgress.delete(invoice.id))
      this.inProgress.set(invoice.id, fetching)
    }
    return fetching
  }

  private async fetch(invoice: Invoice, connected: ConnectedInvoicing): Promise<string | null> {
    const { id: invoiceId, providerRef } = invoice
    const stored = await this.files.listFormats(invoiceId)
    const missing = FORMATS.filter((format) => !stored.includes(format))
    if (missing.length === 0) return null
    if (providerRef === null) throw new FailedAssertion(`invoice ${invoiceId} has no provider reference`)
    const fetched: [FileFormat, Uint8Array][] = []
    for (const format of missing) {
      const outcome = await this.callProvider.run(connected, 'file', (provider, ctx) =>
        provider.file({ invoiceId, providerRef, format }, ctx),
      )
      if (!outcome.ok) return outcome.message
      fetched.push([format, outcome.value])
    }
    await this.unitOfWork.run(async (tx) => {
      // A file downloaded before the cancellation does not show it.
      const locked = await this.invoices.lock(tx, invoiceId)
      if (!locked || isCancelled(locked) !== isCancelled(invoice)) return
      for (const [format, content] of fetched) await this.files.put(tx, invoice, invoiceId, format, content)
      if (!isCancelled(locked)) await this.queueInvoiceEmail.queueStamped(tx, locked)
    })
    return null
  }
}

const isCancelled = ({ status }: Invoice): boolean => status === 'cancelled'

import type { OpenConnection } from '../connections/open-connection.js'
import { Problem } from '../kernel/problem.js'
import type { FetchInvoiceFiles } from './fetch-invoice-files.js'
import { hasFolio, type Invoice } from './invoice.js'
import type { FileFormat, InvoiceFiles } from './invoice-files.repository.js'
import { invoicingUnavailable } from './provider-problem.js'

/** The files of an invoice, downloaded from the provider if they are not stored yet. */
export class ReadInvoiceFiles {
  constructor(
    private readonly files: InvoiceFiles,
    private readonly fetchFiles: FetchInvoiceFiles,
    private readonly openConnection: OpenConnection,
  ) {}

  /** Downloads missing files. @throws Problem `invoicing_unavailable`: they cannot be downloaded now (R214) */
  async have(invoice: Invoice): Promise<void> {
    if (!hasFolio(invoice) || (await this.areStored(invoice))) return
    const connected = await this.openConnection.byId('invoicing', invoice.connectionId)
    if (!connected) throw invoicingUnavailable()
    const missing = await this.fetchFiles.run(invoice, connected)
    if (missing !== null) throw new Problem('invoicing_unavailable', { detail: missing })
  }

  /** Whether no download is needed. */
  async areStored({ id }: Invoice): Promise<boolean> {
    return (await this.files.formats(id)).length === 2
  }

  /** @throws Problem `not_found`: it is not stamped; `invoicing_unavailable` */
  async content(invoice: Invoice, format: FileFormat): Promise<Uint8Array> {
    await this.have(invoice)
    const content = await this.files.find(invoice.id, format)
    if (!content) throw new Problem('not_found', { detail: 'This invoice has no files.' })
    return content
  }
}

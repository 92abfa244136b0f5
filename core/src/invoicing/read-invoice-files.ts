import type { OpenConnection } from '../connections/open-connection.js'
import { iso } from '../kernel/clock.js'
import { madeAt } from '../kernel/ids.js'
import { notFound, Problem } from '../kernel/problem.js'
import type { Quarantine } from '../quarantine/quarantine.js'
import type { ReportEvidence } from '../quarantine/report-evidence.js'
import type { FetchInvoiceFiles } from './fetch-invoice-files.js'
import { hasFolio, type Invoice } from './invoice.js'
import type { InvoiceFileUrls } from './invoice-file-urls.js'
import type { FileFormat, InvoiceFiles } from './invoice-files.repository.js'
import type { Invoices } from './invoices.repository.js'
import { invoicingUnavailable } from './provider-problem.js'

const NAME = /^(inv_[0-9a-z]{26})\.(pdf|xml)$/

export interface InvoiceFile {
  fileName: string
  format: FileFormat
  content: Uint8Array
}

/** The files of an invoice, downloaded from the provider if they are not stored yet. */
export class ReadInvoiceFiles {
  constructor(
    private readonly files: InvoiceFiles,
    private readonly fetchFiles: FetchInvoiceFiles,
    private readonly openConnection: OpenConnection,
    private readonly invoices: Invoices,
    private readonly urls: InvoiceFileUrls,
    private readonly quarantine: Quarantine,
    private readonly reportEvidence: ReportEvidence,
  ) {}

  /** Downloads missing files. @throws Problem `invoicing_unavailable`: they cannot be downloaded now (R214) */
  async ensureStored(invoice: Invoice): Promise<void> {
    if (!hasFolio(invoice) || (await this.areStored(invoice))) return
    const connected = await this.openConnection.byId('invoicing', invoice.connectionId)
    if (!connected) throw invoicingUnavailable()
    const missing = await this.fetchFiles.run(invoice, connected)
    if (missing !== null) throw new Problem('invoicing_unavailable', { detail: missing })
  }

  /** Whether no download is needed. */
  async areStored({ id }: Invoice): Promise<boolean> {
    return (await this.files.listFormats(id)).length === 2
  }

  /** @throws Problem `not_found`: the URL is invalid or expired, or there is no such file; `invoicing_unavailable` */
  async bySignedUrl(name: string, signed: { expires: unknown; signature: unknown }): Promise<InvoiceFile> {
    // Every fault is the same 404: an invalid URL must not reveal whether the file exists.
    const [, id, format] = NAME.exec(name) ?? []
    const invoice = id === undefined ? undefined : await this.invoices.find(id)
    if (id === undefined || (format !== 'pdf' && format !== 'xml')) throw notFound('file')
    if (!invoice) {
      await this.reportIfSigned(id, format, signed)
      throw notFound('file')
    }
    if (!this.urls.verify(invoice, format, signed)) throw notFound('file')
    await this.ensureStored(invoice)
    const content = await this.files.find(invoice.id, format)
    if (!content) throw new Problem('not_found', { detail: 'This invoice has no files.' })
    return { fileName: `${invoice.uuid ?? invoice.id}.${format}`, format, content }
  }

  /** Only this installation signs addresses, and invoices are kept: the database was put back to an earlier copy. */
  private async reportIfSigned(
    id: string,
    format: FileFormat,
    signed: { expires: unknown; signature: unknown },
  ): Promise<void> {
    const at = madeAt(id)
    if (!at || this.quarantine.mayBeRepeated(iso(at))) return
    const isOurs = [true, false].some((livemode) => this.urls.verify({ id, livemode }, format, signed))
    if (isOurs) await this.reportEvidence.run({ reason: 'invoice_unknown_here', at, id })
  }
}

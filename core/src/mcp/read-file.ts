import type { RunOperation } from '../http/run-operation.js'
import type { ReadInvoiceFiles } from '../invoicing/read-invoice-files.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import { readFileUri } from './file-uris.js'

export interface AgentFile {
  mimeType: string
  content: Uint8Array
}

/** Reads the file of a resource with the permissions of the operation that `/v1` has for it. */
export class ReadFile {
  constructor(
    private readonly operations: RunOperation,
    private readonly invoiceFiles: ReadInvoiceFiles,
  ) {}

  /** @throws Problem `not_found`, `forbidden`, `invoicing_unavailable` */
  async run(principal: AccountPrincipal, uri: string): Promise<AgentFile> {
    const named = readFileUri(uri)
    if (!named) throw notFound('resource')
    const { id, template } = named
    const { mimeType } = template
    if (template.name === 'payment-receipt') {
      const { body } = await this.operations.run('retrieve_payment_reference', { path: { id } }, principal)
      return { mimeType, content: body as Uint8Array }
    }
    const { body } = await this.operations.run('get_payment_invoice_files', { path: { id } }, principal)
    const { pdfUrl, xmlUrl } = body as { pdfUrl: string | null; xmlUrl: string | null }
    const address = template.name === 'invoice-pdf' ? pdfUrl : xmlUrl
    if (address === null) throw notFound('file: the invoice is not stamped yet')
    const { pathname, searchParams } = new URL(address)
    const signed = { expires: searchParams.get('expires'), signature: searchParams.get('signature') }
    const { content } = await this.invoiceFiles.bySignedUrl(pathname.slice(pathname.lastIndexOf('/') + 1), signed)
    return { mimeType, content }
  }
}

import express, { type Router } from 'express'
import { notFound } from '../kernel/problem.js'
import { fileHeaders } from '../web/answer.js'
import type { InvoiceFileUrls } from './invoice-file-urls.js'
import type { FileFormat } from './invoice-files.repository.js'
import type { Invoices } from './invoices.repository.js'
import type { ReadInvoiceFiles } from './read-invoice-files.js'

const TYPES: Record<FileFormat, string> = { pdf: 'application/pdf', xml: 'application/xml; charset=utf-8' }
const NAME = /^(inv_[0-9a-z]{26})\.(pdf|xml)$/

export interface InvoiceFileSources {
  invoices: Pick<Invoices, 'find'>
  urls: InvoiceFileUrls
  readFiles: Pick<ReadInvoiceFiles, 'content'>
}

/** Serves invoice files under their signed URLs. */
export function invoiceFilesRoute({ invoices, urls, readFiles }: InvoiceFileSources): Router {
  const router = express.Router()
  router.get('/files/invoices/:name', async ({ params, query }, response) => {
    // Every fault is the same 404: an invalid URL must not reveal whether the file exists.
    const [, id, format] = NAME.exec(params.name) ?? []
    const invoice = id === undefined ? undefined : await invoices.find(id)
    if (!invoice || (format !== 'pdf' && format !== 'xml')) throw notFound('file')
    const { expires, signature } = query
    if (!urls.verify(invoice, format, { expires, signature })) throw notFound('file')
    const content = await readFiles.content(invoice, format)
    response
      .status(200)
      .set({
        ...fileHeaders(TYPES[format]),
        'Content-Disposition': `attachment; filename="${invoice.uuid ?? invoice.id}.${format}"`,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      })
      .end(Buffer.from(content))
  })
  return router
}

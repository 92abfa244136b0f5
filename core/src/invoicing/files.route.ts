import express, { type Router } from 'express'
import { fileHeaders } from '../web/answer.js'
import type { InvoiceFile, ReadInvoiceFiles } from './read-invoice-files.js'

const TYPES: Record<InvoiceFile['format'], string> = { pdf: 'application/pdf', xml: 'application/xml; charset=utf-8' }

/** Serves invoice files under their signed URLs. */
export function invoiceFilesRoute(files: ReadInvoiceFiles): Router {
  const router = express.Router()
  router.get('/files/invoices/:name', async ({ params, query }, response) => {
    const { expires, signature } = query
    const { fileName, format, content } = await files.bySignedUrl(params.name, { expires, signature })
    response
      .status(200)
      .set({
        ...fileHeaders(TYPES[format]),
        'Content-Disposition': `attachment; filename="${fileName}"`,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
      })
      .end(Buffer.from(content))
  })
  return router
}

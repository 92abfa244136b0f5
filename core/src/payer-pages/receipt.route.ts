import express, { type Router } from 'express'
import { prefersPage } from '../web/accepted-type.js'
import { fileHeaders, readerLocale, sendMissingLink } from '../web/answer.js'
import type { ReadLinkPage } from './read-link-page.js'
import type { ReadReceipt } from './read-receipt.js'

/** The receipt of a paid link, as a file. */
export function receiptRoute(pages: ReadLinkPage, readReceipt: ReadReceipt): Router {
  const router = express.Router()

  router.get('/p/:slug/receipt.pdf', async (request, response) => {
    const found = await pages.find(request.params.slug)
    if (!found) return sendMissingLink(request, response)
    const facts = await pages.facts(found)
    const locale = readerLocale(request, facts.account.brand.locale)
    if (facts.paid?.status === 'refunded' && prefersPage(request)) {
      // The page shows that the payment was refunded.
      return response.redirect(303, pages.view(facts, locale).address)
    }
    const receipt = await readReceipt.run(facts, locale)
    if (!receipt) return sendMissingLink(request, response)
    response.status(200).set({
      ...fileHeaders('application/pdf'),
      'Content-Disposition': `attachment; filename="${receipt.fileName}"`,
      'Content-Length': String(receipt.pdf.length),
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    response.end(receipt.pdf)
  })

  return router
}

import express, { type Router } from 'express'
import type { MailAddresses } from '../mail/addresses.js'
import { receiptPdf } from '../letters/receipt-pdf.js'
import { hasReceipt, invoicingOnReceipt, paymentOnReceipt } from '../letters/receipt-facts.js'
import { prefersPage } from '../web/accepted-type.js'
import { isOpen } from '../invoicing/invoice.js'
import type { Clock } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import { linkLines } from '../payment-links/link-lines.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import { fileHeaders, readerLocale, sendMissingLink } from '../web/answer.js'
import type { ReadLinkPage } from './read-link-page.js'
import { receiptFileName } from './receipt-file-name.js'

export interface ReceiptPageDeps {
  pages: ReadLinkPage
  clock: Clock
  addresses: Pick<MailAddresses, 'invoiceUrl'>
  limiter: RateLimiter
}

/** Rendering one blocks the event loop for some hundredths of a second. */
const MAX_RECEIPTS_PER_MINUTE = 10

/** The receipt of a paid link, for anyone with the link: like the page, it does not name the customer. */
export function receiptPages({ pages, limiter, addresses, clock }: ReceiptPageDeps): Router {
  const router = express.Router()

  router.get('/p/:slug/receipt.pdf', async (request, response) => {
    const found = await pages.find(request.params.slug)
    const facts = found && (await pages.facts(found))
    if (facts?.paid?.status === 'refunded' && prefersPage(request)) {
      // The page says that the payment was refunded.
      return response.redirect(303, pages.view(facts, readerLocale(request, facts.account.brand.locale)).address)
    }
    if (!found || !facts || !hasReceipt(facts.paid)) return sendMissingLink(request, response)
    const { link, account, paid, invoice } = { ...facts, paid: facts.paid }
    const { allowed, retryAfterSeconds } = limiter.take(`receipt:${link.id}`, MAX_RECEIPTS_PER_MINUTE)
    if (!allowed) {
      throw new Problem('rate_limited', {
        detail: `At most ${MAX_RECEIPTS_PER_MINUTE} receipts of a link a minute. Try again in ${retryAfterSeconds} s.`,
        headers: { 'Retry-After': String(retryAfterSeconds) },
      })
    }
    const locale = readerLocale(request, account.brand.locale)
    const now = clock.now()
    const pdf = await receiptPdf(
      {
        ...linkLines(link),
        ...paymentOnReceipt(paid),
        ...{ locale, now, livemode: link.livemode, title: link.title, customerName: null },
        merchant: { name: account.name, ...account.brand },
        // An open invoice need not be requested.
        invoicing:
          invoice && isOpen(invoice)
            ? null
            : invoicingOnReceipt(account, link, paid, { url: addresses.invoiceUrl(link.slug), now }),
      },
      (await pages.logo(found)) ?? null,
    )
    response.status(200).set({
      ...fileHeaders('application/pdf'),
      'Content-Disposition': `attachment; filename="${receiptFileName(locale, account.name, paid.paidAt)}"`,
      'Content-Length': String(pdf.length),
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    })
    response.end(pdf)
  })

  return router
}

import { isOpen } from '../invoicing/invoice.js'
import type { PageLocale } from '../kernel/choose-locale.js'
import type { Clock } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import { hasReceipt, invoicingOnReceipt, paymentOnReceipt } from '../letters/receipt-facts.js'
import type { MailAddresses } from '../mail/addresses.js'
import { linkLines } from '../payment-links/link-lines.js'
import type { ReadPublicLink } from '../payment-links/read-public-link.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import type { PageFacts } from './payment-page.view.js'
import { receiptFileName } from './receipt-file-name.js'

/** Rendering one blocks the event loop for some hundredths of a second. */
const MAX_PER_MINUTE = 10

/** The receipt of a paid link, for anyone with the link: like the page, it does not name the customer. */
export class ReadReceipt {
  constructor(
    private readonly links: ReadPublicLink,
    private readonly addresses: MailAddresses,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** Undefined: the link has none. @throws Problem `rate_limited` */
  async run(
    { link, account, paid, invoice }: PageFacts,
    locale: PageLocale,
  ): Promise<{ fileName: string; pdf: Uint8Array } | undefined> {
    if (!hasReceipt(paid)) return undefined
    const { allowed, retryAfterSeconds } = this.limiter.take(`receipt:${link.id}`, MAX_PER_MINUTE)
    if (!allowed) {
      throw new Problem('rate_limited', {
        detail: `At most ${MAX_PER_MINUTE} receipts of a link a minute. Try again in ${retryAfterSeconds} s.`,
        headers: { 'Retry-After': String(retryAfterSeconds) },
      })
    }
    const now = this.clock.now()
    const url = this.addresses.invoiceUrl(link.slug)
    const facts = {
      ...linkLines(link),
      ...paymentOnReceipt(paid),
      ...{ locale, now, livemode: link.livemode, title: link.title, customerName: null },
      merchant: { name: account.name, ...account.brand },
      // An open invoice need not be requested.
      invoicing: invoice && isOpen(invoice) ? null : invoicingOnReceipt(account, link, paid, { url, now }),
    }
    const { receiptPdf } = await import('../letters/pdf-receipt.js')
    const pdf = await receiptPdf(facts, (await this.links.logo({ link, account })) ?? null)
    return { fileName: receiptFileName(locale, account.name, paid.paidAt), pdf }
  }
}

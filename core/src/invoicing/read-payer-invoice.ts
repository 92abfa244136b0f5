import { Problem } from '../kernel/problem.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import type { InvoiceFileUrls } from './invoice-file-urls.js'
import type { FileFormat } from './invoice-files.repository.js'
import type { Invoice } from './invoice.js'
import type { Invoices } from './invoices.repository.js'
import type { ReadInvoiceFiles } from './read-invoice-files.js'

/** Downloads from the provider for one link. */
const MAX_DOWNLOADS_PER_MINUTE = 10

export class ReadPayerInvoice {
  constructor(
    private readonly invoices: Invoices,
    private readonly files: ReadInvoiceFiles,
    private readonly urls: InvoiceFileUrls,
    private readonly limiter: RateLimiter,
  ) {}

  latestOf(paymentId: string): Promise<Invoice | undefined> {
    return this.invoices.latestOf(paymentId)
  }

  /**
   * A signed URL of its file, new each time, so that a page that stays open keeps working.
   *
   * @throws Problem `invoicing_unavailable`: it cannot be downloaded now; `rate_limited`
   */
  async fileUrl(link: PaymentLink, invoice: Invoice, format: FileFormat): Promise<string> {
    if (!(await this.files.areStored(invoice))) {
      const { allowed } = this.limiter.take(`invoice-files:${link.id}`, MAX_DOWNLOADS_PER_MINUTE)
      if (!allowed)
        throw new Problem('rate_limited', {
          detail: 'The files of this invoice were requested too often. Try again in a minute.',
        })
    }
    await this.files.ensureStored(invoice)
    return this.urls.of(invoice, format)
  }
}

import { type Clock, DAY_MS, HOUR_MS, iso, later, SECOND_MS } from '../kernel/clock.js'
import { Problem } from '../kernel/problem.js'
import type { PaymentLink } from '../payment-links/payment-link.js'
import type { RateLimiter } from '../rate-limiting/rate-limiter.js'
import type { Invoice } from './invoice.js'
import type { Invoices } from './invoices.repository.js'
import type { InvoiceInput, RequestInvoice } from './request-invoice.js'

/** Anyone who knows a link can request its invoice, and each request calls the invoicing provider. */
const MAX_PER_MINUTE = 5

/** Each refused request is stored, and reveals something about the taxpayer. */
const MAX_PER_DAY = 10

/** Too many requests for the invoice of one link. */
export class InvoiceLimitProblem extends Problem {
  constructor(
    readonly per: 'minute' | 'day',
    retryAfterSeconds: number,
  ) {
    super('rate_limited', {
      detail: 'The invoice of this link was requested too often. Try again later.',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    })
    this.name = 'InvoiceLimitProblem'
  }
}

/** The payer requests the invoice on the link's page: without a key, and so within limits. */
export class RequestInvoiceAsPayer {
  constructor(
    private readonly requestInvoice: RequestInvoice,
    private readonly invoices: Invoices,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem as `RequestInvoice.run`; `rate_limited`, an `InvoiceLimitProblem` */
  async run(link: PaymentLink, paymentId: string, input: InvoiceInput): Promise<Invoice> {
    const dayAgo = iso(later(this.clock.now(), -DAY_MS))
    if ((await this.invoices.countSince(paymentId, dayAgo)) >= MAX_PER_DAY) {
      throw new InvoiceLimitProblem('day', HOUR_MS / SECOND_MS)
    }
    const { allowed, retryAfterSeconds } = this.limiter.take(`invoices:${link.id}`, MAX_PER_MINUTE)
    if (!allowed) throw new InvoiceLimitProblem('minute', retryAfterSeconds)
    return this.requestInvoice.run(link, paymentId, input)
  }
}

import type { Approvals } from '../agents/approvals.repository.js'
import type { Connections } from '../connections/connections.repository.js'
import type { ReadRefusals } from '../connections/read-refusals.js'
import type { Invoices } from '../invoicing/invoices.repository.js'
import { type Clock, DAY_MS, iso, later, MINUTE_MS } from '../kernel/clock.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { ReviewReason } from '../payments/payment.js'
import type { PaymentLists } from '../payments/payment-lists.repository.js'
import type { InvoicedRefunds } from '../payments/invoiced-refunds.js'
import type { Endpoints } from '../webhooks/endpoints.repository.js'

export interface ReviewToDecide {
  paymentId: string
  title: string
  reason: ReviewReason
  since: string
  amountCentavos: number
  currency: string
}

/** What needs a person, each kind with its oldest first. Lists end at ten: more are shown as "9+". */
export interface Attention {
  connections: { id: string; kind: 'payment' | 'invoicing'; provider: string; error: string | null; since: string }[]
  reviews: ReviewToDecide[]
  /** `isFailed`: refused; else it waits for longer than it should. */
  invoices: { id: string; paymentId: string; isFailed: boolean; reason: string | null; since: string }[]
  endpoints: { id: string; host: string; isDisabled: boolean; since: string }[]
  /** Refunded payments whose invoice is still valid. */
  invoicedRefunds: { paymentId: string; linkId: string; since: string }[]
  /** What agents may only do once a person has approved it. */
  approvals: { id: string; since: string }[]
}

const MAX_LISTED = 10
/** An invoice is usually stamped within seconds. */
const INVOICE_PATIENCE_MS = MINUTE_MS
const FAILED_FOR_MS = 30 * DAY_MS

export class ReadAttention {
  constructor(
    private readonly connections: Connections,
    private readonly refusals: ReadRefusals,
    private readonly payments: PaymentLists,
    private readonly invoices: Invoices,
    private readonly invoicedRefunds: InvoicedRefunds,
    private readonly endpoints: Endpoints,
    private readonly waiting: Approvals,
    private readonly clock: Clock,
  ) {}

  async run(principal: AccountPrincipal): Promise<Attention> {
    const [connections, reviews, invoices, endpoints, invoicedRefunds, approvals] = await Promise.all([
      this.connectionsInError(principal),
      this.reviews(principal),
      this.unfinishedInvoices(principal),
      this.failingEndpoints(principal),
      this.refundsToDecide(principal),
      this.approvalsToDecide(principal),
    ])
    return { connections, reviews, invoices, endpoints, invoicedRefunds, approvals }
  }

  /** Payments under review in this mode, the longest waiting first; up to ten. */
  private async reviews(principal: AccountPrincipal): Promise<ReviewToDecide[]> {
    const payments = await this.payments.underReview(principal, MAX_LISTED)
    return payments.flatMap(({ id, title, reviewReason, reviewSince, amountCentavos, currency }) =>
      reviewReason === null || reviewSince === null
        ? []
        : [{ paymentId: id, title, reason: reviewReason, since: reviewSince, amountCentavos, currency }],
    )
  }

  /** How many payments are under review in this mode, up to ten. */
  countReviews(principal: AccountPrincipal): Promise<number> {
    return this.payments.countUnderReview(principal, MAX_LISTED)
  }

  async connectionsInError(principal: AccountPrincipal): Promise<Attention['connections']> {
    const kinds = await Promise.all(
      (['payment', 'invoicing'] as const).map((kind) => this.connections.listInUse(kind, principal)),
    )
    const inError = kinds.flat().filter(({ status }) => status === 'error')
    return Promise.all(
      inError.map(async (connection) => {
        const { id, kind, provider, lastError: error } = connection
        return { id, kind, provider, error, since: await this.refusals.since(connection) }
      }),
    )
  }

  /** Those that wait for longer than they should, and those that were refused lately. */
  async unfinishedInvoices(principal: AccountPrincipal): Promise<Attention['invoices']> {
    const now = this.clock.now()
    const since = { failedAfter: iso(later(now, -FAILED_FOR_MS)), createdBefore: iso(later(now, -INVOICE_PATIENCE_MS)) }
    const invoices = await this.invoices.listUnfinished(principal, since, MAX_LISTED)
    return invoices.map(({ id, paymentId, status, failureReason, waitReason, createdAt }) => ({
      ...{ id, paymentId, isFailed: status === 'failed', since: createdAt },
      reason: status === 'failed' ? failureReason : waitReason,
    }))
  }

  private async failingEndpoints({ accountId, livemode }: AccountPrincipal): Promise<Attention['endpoints']> {
    const endpoints = await this.endpoints.list(accountId)
    return endpoints
      .filter((one) => one.livemode === livemode)
      .flatMap(({ id, url, status, disabledReason, disabledAt, failingSince }) => {
        // A person disabled it on purpose.
        const isDisabled = status === 'disabled' && disabledReason !== 'operator'
        const since = isDisabled ? disabledAt : status === 'enabled' ? failingSince : null
        return since === null ? [] : [{ id, host: new URL(url).host, isDisabled, since }]
      })
      .slice(0, MAX_LISTED)
  }

  private async refundsToDecide({ accountId, livemode }: AccountPrincipal): Promise<Attention['invoicedRefunds']> {
    const refunds = await this.invoicedRefunds.listWaiting({ accountId, livemode, limit: MAX_LISTED })
    return refunds.map(({ paymentId, linkId, since }) => ({ paymentId, linkId, since }))
  }

  private async approvalsToDecide(principal: AccountPrincipal): Promise<Attention['approvals']> {
    const approvals = await this.waiting.pending(principal, iso(this.clock.now()), MAX_LISTED)
    return approvals.map(({ id, createdAt }) => ({ id, since: createdAt }))
  }
}

import type { Money } from '@paylink/plugin-api'
import { type ListPage, type PageStart, readPage } from '../kernel/keyset.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { SearchIndex } from '../search/search-index.repository.js'
import { SearchWalk } from '../search/search-walk.js'
import { parseSearch } from '../search/search-words.js'
import { type Card, cardOf } from './method-detail.js'
import { type Decline, declineOf } from './decline.js'
import { refundedTotal } from './money-movement.js'
import type { Payment, PaymentStatus, ReviewReason } from './payment.js'
import { findablePayment, ownKeysOf, type PaymentLists, type TitledPayment } from './payment-lists.repository.js'

export interface PaymentFilter {
  status?: PaymentStatus
  isUnderReview?: boolean
  /** What was typed into the search field. */
  text?: string
  /** A provider's id, or `manual`. */
  provider?: string
  method?: NonNullable<Payment['method']>
  createdFrom?: string
  /** Not included. */
  createdTo?: string
}

/** A payment as a list shows it. */
export interface ListedPayment {
  id: string
  linkId: string
  title: string
  customerName: string | null
  customerEmail: string | null
  status: PaymentStatus
  reviewReason: ReviewReason | null
  reviewSince: string | null
  amountCentavos: number
  refundedCentavos: number
  currency: string
  provider: string
  /** Paid at a simulator, not at the provider. */
  isSandbox: boolean
  method: Payment['method']
  card: Card | null
  /** Why it failed or was canceled; null: it was not. */
  decline: Decline | null
  /** Under review: what came, as the provider tells; null: it names no amount. */
  came: Money | null
  /** Until when a pending voucher or transfer can be paid. */
  payableUntil: string | null
  createdAt: string
  paidAt: string | null
}

/** A payment that a search found. */
export interface FoundPayment extends ListedPayment {
  /** Its id, folio and what its provider calls it. */
  keys: readonly string[]
}

const BUDGET = 2000
const SEARCH_BUDGET = 1000

/** Payments for people, newest first, forwards and backwards. */
export class ReadPaymentList {
  constructor(
    private readonly lists: PaymentLists,
    private readonly index: SearchIndex,
  ) {}

  async page(
    principal: AccountPrincipal,
    filter: PaymentFilter,
    { start, limit }: { start?: PageStart; limit: number },
  ): Promise<ListPage<ListedPayment>> {
    const page = await this.rows(principal, filter, start, limit)
    return { ...page, data: page.data.map(toListed) }
  }

  /** The newest that match what was typed. */
  async search(principal: AccountPrincipal, text: string, limit: number): Promise<ListPage<FoundPayment>> {
    const page = await this.rows(principal, { text }, undefined, limit)
    return { ...page, data: page.data.map((payment) => ({ ...toListed(payment), keys: ownKeysOf(payment) })) }
  }

  /** @throws Problem `not_found` */
  async one(principal: AccountPrincipal, id: string): Promise<ListedPayment> {
    const [payment] = await this.lists.payments(principal, [id])
    if (!payment) throw notFound('payment')
    return toListed(payment)
  }

  /** Of one link, newest first. */
  async ofLink(principal: AccountPrincipal, linkId: string, limit: number): Promise<ListedPayment[]> {
    return (await this.lists.ofLinks(principal, [linkId])).slice(0, limit).map(toListed)
  }

  /** Which of these links have a payment under review. */
  async linksUnderReview(principal: AccountPrincipal, linkIds: readonly string[]): Promise<Set<string>> {
    const payments = await this.lists.ofLinks(principal, linkIds)
    return new Set(payments.filter(({ reviewReason }) => reviewReason !== null).map(({ linkId }) => linkId))
  }

  private rows(
    principal: AccountPrincipal,
    filter: PaymentFilter,
    start: PageStart | undefined,
    limit: number,
  ): Promise<ListPage<TitledPayment>> {
    const keep = (payment: TitledPayment): boolean => isIn(filter, payment)
    const direction = start?.direction ?? 'older'
    const query = parseSearch(filter.text ?? '')
    if (query === null) {
      const hasIndex = filter.provider === undefined && filter.method === undefined
      return readPage({
        start,
        limit,
        budget: hasIndex ? Infinity : BUDGET,
        read: (from, count) => this.lists.walk(principal, filter, { direction, from }, count),
        ...(hasIndex ? {} : { keep }),
      })
    }
    const rows = {
      createdAt: (moments: readonly string[]) => this.lists.createdAt(principal, moments),
      byIds: (ids: readonly string[]) => this.lists.payments(principal, ids),
      findable: findablePayment,
    }
    const walk = new SearchWalk<TitledPayment>(this.index, rows, { scope: principal, kind: 'pay', query, direction })
    return readPage({ start, limit, budget: SEARCH_BUDGET, read: walk.read.bind(walk), keep })
  }
}

const toListed = (payment: TitledPayment): ListedPayment => ({
  id: payment.id,
  linkId: payment.linkId,
  title: payment.title,
  customerName: payment.customerName,
  customerEmail: payment.customerEmail,
  status: payment.status,
  reviewReason: payment.reviewReason,
  reviewSince: payment.reviewSince,
  amountCentavos: payment.amountCentavos,
  refundedCentavos: refundedTotal(payment),
  currency: payment.currency,
  provider: payment.provider,
  isSandbox: payment.isSandbox,
  method: payment.method,
  card: cardOf(payment),
  decline: declineOf(payment, payment.answer),
  came: payment.reviewReason === null ? null : (payment.answer?.amount ?? null),
  payableUntil: payableUntil(payment),
  createdAt: payment.createdAt,
  paidAt: payment.paidAt,
})

function isIn(filter: PaymentFilter, payment: TitledPayment): boolean {
  const { status, isUnderReview, provider, method, createdFrom, createdTo } = filter
  return (
    (status === undefined || payment.status === status) &&
    (!isUnderReview || payment.reviewReason !== null) &&
    (provider === undefined || payment.provider === provider) &&
    (method === undefined || payment.method === method) &&
    (createdFrom === undefined || payment.createdAt >= createdFrom) &&
    (createdTo === undefined || payment.createdAt < createdTo)
  )
}

function payableUntil({ status, voucher }: TitledPayment): string | null {
  if (status !== 'pending' || voucher === null) return null
  const { expiresAt } = JSON.parse(voucher) as { expiresAt?: unknown }
  return typeof expiresAt === 'string' ? expiresAt : null
}

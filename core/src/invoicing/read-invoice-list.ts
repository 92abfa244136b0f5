import { type ListPage, type PageStart, readPage } from '../kernel/keyset.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { SearchIndex } from '../search/search-index.repository.js'
import { SearchWalk } from '../search/search-walk.js'
import { parseSearch } from '../search/search-words.js'
import { findableInvoice } from './findable-invoice.js'
import { hasFolio, type InvoiceStatus } from './invoice.js'
import type { InvoiceFileUrls } from './invoice-file-urls.js'
import type { InvoiceLists, TitledInvoice } from './invoice-lists.repository.js'

/** Kinds of invoices that a list can be narrowed to. */
export const INVOICE_KINDS = {
  waiting: ['requested', 'stamping'],
  stamped: ['stamped'],
  rejected: ['failed'],
  cancelled: ['cancel_pending', 'cancelled'],
} as const satisfies Record<string, readonly InvoiceStatus[]>

export type InvoiceKind = keyof typeof INVOICE_KINDS

export interface InvoiceFilter {
  kind?: InvoiceKind
  /** What was typed into the search field. */
  text?: string
  createdFrom?: string
  /** Not included. */
  createdTo?: string
}

export interface ListedInvoice extends TitledInvoice {
  /** Signed URLs, valid for 15 minutes; null: not stamped. */
  files: { PDF: string; XML: string } | null
}

/** How many rows a page looks at to find those of a kind. */
const BUDGET = 2000
const SEARCH_BUDGET = 1000

/** Invoices for people, newest first, forwards and backwards. */
export class ReadInvoiceList {
  constructor(
    private readonly lists: InvoiceLists,
    private readonly index: SearchIndex,
    private readonly urls: InvoiceFileUrls,
  ) {}

  async page(
    principal: AccountPrincipal,
    filter: InvoiceFilter,
    { start, limit }: { start?: PageStart; limit: number },
  ): Promise<ListPage<ListedInvoice>> {
    const page = await this.rows(principal, filter, start, limit)
    return { ...page, data: page.data.map((invoice) => ({ ...invoice, files: this.filesOf(invoice) })) }
  }

  private rows(
    principal: AccountPrincipal,
    filter: InvoiceFilter,
    start: PageStart | undefined,
    limit: number,
  ): Promise<ListPage<TitledInvoice>> {
    const keep = (invoice: TitledInvoice): boolean => isIn(filter, invoice)
    const direction = start?.direction ?? 'older'
    const query = parseSearch(filter.text ?? '')
    if (query === null) {
      const { kind, createdFrom, createdTo } = filter
      const conditions = { isFailed: kind === 'rejected', createdFrom, createdTo }
      const hasIndex = kind === undefined || kind === 'rejected'
      return readPage({
        start,
        limit,
        budget: hasIndex ? Infinity : BUDGET,
        read: (from, count) => this.lists.walk(principal, conditions, { direction, from }, count),
        ...(hasIndex ? {} : { keep }),
      })
    }
    const rows = {
      createdAt: (moments: readonly string[]) => this.lists.createdAt(principal, moments),
      byIds: (ids: readonly string[]) => this.lists.invoices(principal, ids),
      findable: findableInvoice,
    }
    const walk = new SearchWalk<TitledInvoice>(this.index, rows, { scope: principal, kind: 'inv', query, direction })
    return readPage({ start, limit, budget: SEARCH_BUDGET, read: walk.read.bind(walk), keep })
  }

  private filesOf(invoice: TitledInvoice): ListedInvoice['files'] {
    return hasFolio(invoice) ? { PDF: this.urls.of(invoice, 'pdf'), XML: this.urls.of(invoice, 'xml') } : null
  }
}

function isIn({ kind, createdFrom, createdTo }: InvoiceFilter, invoice: TitledInvoice): boolean {
  const statuses: readonly InvoiceStatus[] | undefined = kind && INVOICE_KINDS[kind]
  return (
    (statuses === undefined || statuses.includes(invoice.status)) &&
    (createdFrom === undefined || invoice.createdAt >= createdFrom) &&
    (createdTo === undefined || invoice.createdAt < createdTo)
  )
}

import { type ListPage, type PageStart, readPage } from '../kernel/keyset.js'
import type { AccountPrincipal } from '../kernel/principal.js'
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

export interface ListedInvoice extends TitledInvoice {
  /** Signed URLs, valid for 15 minutes; null: not stamped. */
  files: { PDF: string; XML: string } | null
}

/** How many rows a page looks at to find those of a kind. */
const BUDGET = 2000

/** Invoices for people, newest first, forwards and backwards. */
export class ReadInvoiceList {
  constructor(
    private readonly lists: InvoiceLists,
    private readonly urls: InvoiceFileUrls,
  ) {}

  async page(
    principal: AccountPrincipal,
    kind: InvoiceKind | undefined,
    { start, limit }: { start?: PageStart; limit: number },
  ): Promise<ListPage<ListedInvoice>> {
    const statuses: readonly InvoiceStatus[] | undefined = kind && INVOICE_KINDS[kind]
    const direction = start?.direction ?? 'older'
    const isFailed = kind === 'rejected'
    const isFiltered = statuses !== undefined && !isFailed
    const page = await readPage({
      start,
      limit,
      budget: isFiltered ? BUDGET : Infinity,
      read: (from, count) => this.lists.walk(principal, { isFailed }, { direction, from }, count),
      ...(isFiltered && { keep: ({ status }: TitledInvoice) => statuses.includes(status) }),
    })
    return { ...page, data: page.data.map((invoice) => ({ ...invoice, files: this.filesOf(invoice) })) }
  }

  private filesOf(invoice: TitledInvoice): ListedInvoice['files'] {
    return hasFolio(invoice) ? { PDF: this.urls.of(invoice, 'pdf'), XML: this.urls.of(invoice, 'xml') } : null
  }
}

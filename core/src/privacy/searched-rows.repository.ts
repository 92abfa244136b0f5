import type { Tx } from '../database/engine.js'
import type { FindableInvoices, FindableLinks, FindablePayments } from '../search/findables.js'
import { entriesOf, type FindableKind, type Queued, type SearchIndex } from '../search/search-index.repository.js'
import type { Row } from './table-entry.js'

const KINDS: Readonly<Record<string, FindableKind>> = { payment_links: 'plink', payments: 'pay', invoices: 'inv' }

/** Rows of which the search index has the words. */
export class SearchedRows {
  private readonly sources: Record<FindableKind, FindableLinks | FindablePayments | FindableInvoices>

  constructor(
    private readonly index: SearchIndex,
    links: FindableLinks,
    payments: FindablePayments,
    invoices: FindableInvoices,
  ) {
    this.sources = { plink: links, pay: payments, inv: invoices }
  }

  /** Changes rows, and takes out of the index what they no longer have. */
  async reindexing(tx: Tx, table: string, rows: readonly Row[], change: () => Promise<void>): Promise<void> {
    if (KINDS[table] === undefined) return change()
    const documents = [...rows.map(toQueued), ...(table === 'payment_links' ? await this.ofLinks(tx, rows) : [])]
    // Waits for a worker that is indexing one of them, so that its entries are removed as well.
    await this.index.withdraw(tx, documents)
    const before = await this.entries(tx, documents)
    await change()
    const after = await this.entries(tx, documents)
    await this.index.remove(
      tx,
      [...before].flatMap(([text, entry]) => (after.has(text) ? [] : [entry])),
    )
    await this.index.enqueue(tx, documents)
  }

  /** A link's title is found with its payments and invoices as well. */
  private async ofLinks(tx: Tx, links: readonly Row[]): Promise<Queued[]> {
    const columns = ['id', 'account_id', 'livemode']
    const ids = links.map(({ id }) => String(id))
    const payments = await tx<Row>('payments').whereIn('link_id', ids).select(columns)
    const paymentIds = payments.map((row) => String(row['id']))
    const invoices = await tx<Row>('invoices').whereIn('payment_id', paymentIds).select(columns)
    return [...payments, ...invoices].map(toQueued)
  }

  private async entries(tx: Tx, documents: readonly Queued[]): Promise<Map<string, [term: number, document: number]>> {
    const entries = new Map<string, [number, number]>()
    for (const { id, accountId, livemode } of documents) {
      const kind = Object.values(KINDS).find((one) => id.startsWith(`${one}_`))
      if (kind === undefined) continue
      const scope = { accountId, livemode }
      for (const found of await this.sources[kind].byIds(scope, [id], tx)) {
        for (const entry of entriesOf(scope, kind, found)) entries.set(entry.join(' '), entry)
      }
    }
    return entries
  }
}

const toQueued = (row: Row): Queued => ({
  id: String(row['id']),
  accountId: String(row['account_id']),
  livemode: Boolean(row['livemode']),
})

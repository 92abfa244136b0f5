import type Facturapi from 'facturapi'
import { FacturapiFailure, isRecord } from './facturapi-failure.js'
import { type Invoice, invoiceOf } from './invoice-state.js'

const PAGE_SIZE = 100
/** Facturapi's limit for searches. */
const MAX_PAGES = 30

/** The statuses of an invoice that counts: others failed or were cancelled. */
const IN_FORCE = new Set(['valid', 'pending'])

/**
 * The invoice with our id; null: there is none. Among several, the newest in force, or else the newest.
 *
 * The result is filtered again: a server that ignores the filter would return other invoices.
 */
export async function findInvoice({ invoices }: Facturapi.default, invoiceId: string): Promise<Invoice | null> {
  const found: Invoice[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const answer: unknown = await invoices.list({ external_id: invoiceId, limit: PAGE_SIZE, page })
    if (!isRecord(answer) || !Array.isArray(answer['data'])) throw new FacturapiFailure(200)
    const { data, total_pages: pages } = answer
    // A draft is neither stamped nor being stamped.
    const ours = data.map(invoiceOf).filter(({ external_id: id, status }) => id === invoiceId && status !== 'draft')
    found.push(...ours)
    const isLast = typeof pages === 'number' ? page >= pages : data.length < PAGE_SIZE
    if (isLast) return preferred(found)
  }
  throw new FacturapiFailure(200)
}

function preferred(found: readonly Invoice[]): Invoice | null {
  const newestFirst = [...found].sort((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1))
  return newestFirst.find(({ status }) => IN_FORCE.has(status)) ?? newestFirst[0] ?? null
}

import type Facturapi from 'facturapi'
import { FacturapiFailure, isRecord } from './facturapi-failure.js'
import { type Invoice, invoiceOf } from './invoice-state.js'

const PAGE_SIZE = 100
/** Facturapi shows no more of a search. */
const MOST_PAGES = 30

/** What an invoice that counts may be: the others were given up, or came before it. */
const IN_FORCE = new Set(['valid', 'pending'])

/**
 * The invoice with our id; null if there is none. Where there are several, one in force, and the newest of those.
 *
 * What comes back is looked at once more: a server that does not know the filter would return anybody's.
 */
export async function findInvoice({ invoices }: Facturapi.default, invoiceId: string): Promise<Invoice | null> {
  const found: Invoice[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer: unknown = await invoices.list({ external_id: invoiceId, limit: PAGE_SIZE, page })
    if (!isRecord(answer) || !Array.isArray(answer['data'])) throw new FacturapiFailure(200)
    const { data, total_pages: pages } = answer
    // A draft is nothing yet: it has not been stamped, and is not on its way.
    const ours = data.map(invoiceOf).filter(({ external_id: id, status }) => id === invoiceId && status !== 'draft')
    found.push(...ours)
    const isLast = typeof pages === 'number' ? page >= pages : data.length < PAGE_SIZE
    if (isLast) return best(found)
  }
  throw new FacturapiFailure(200)
}

function best(found: readonly Invoice[]): Invoice | null {
  const newestFirst = [...found].sort((a, b) => (String(a.created_at) < String(b.created_at) ? 1 : -1))
  return newestFirst.find(({ status }) => IN_FORCE.has(status)) ?? newestFirst[0] ?? null
}

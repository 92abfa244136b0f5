import { type Clock, iso } from '../kernel/clock.js'
import type { CustomerFinder } from './customer-finder.repository.js'
import { ELSEWHERE, keptRowsOf, type KeptRows } from './kept-rows.js'
import type { PersonalRows } from './personal-rows.repository.js'
import type { Row } from './table-entry.js'

export interface CustomerExport {
  email: string
  exportedAt: string
  /** Rows by table, without secrets; files in base64. */
  tables: Record<string, Row[]>
  /** What erasing would leave. */
  keptWhenErased: KeptRows[]
  elsewhere: readonly string[]
}

/** Everything the account knows about a customer, in one document (ARCO, GDPR article 15). */
export class ExportCustomer {
  constructor(
    private readonly finder: CustomerFinder,
    private readonly rows: PersonalRows,
    private readonly clock: Clock,
  ) {}

  async run(accountId: string, address: string): Promise<CustomerExport> {
    const email = address.toLowerCase()
    const { rows: found } = await this.finder.find(accountId, email)
    const tables: Record<string, Row[]> = {}
    const keptWhenErased: KeptRows[] = []
    for (const [table, keys] of Object.entries(found)) {
      const rows = (await this.rows.export(table, keys)).filter((row) => isTheirs(table, row, email))
      if (rows.length === 0) continue
      tables[table] = rows.map(inBase64)
      const kept = keptRowsOf(table, rows)
      if (kept) keptWhenErased.push(kept)
    }
    return { email, exportedAt: iso(this.clock.now()), tables, keptWhenErased, elsewhere: ELSEWHERE }
  }
}

/** A mail to another person is theirs, although it may name this customer. */
const isTheirs = (table: string, row: Row, email: string): boolean =>
  table !== 'email_deliveries' || String(row['recipient']).toLowerCase() === email

const inBase64 = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ]),
  )

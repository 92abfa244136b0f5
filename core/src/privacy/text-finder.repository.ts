import type { Reader } from '../database/engine.js'
import { keysOf, type RowKey } from './found.js'
import { entryOf } from './inventory.js'
import type { Redactor } from './redactor.js'
import type { Row } from './table-entry.js'

const PAGE = 500
const ID = /\b(?:plink|pay|inv)_[0-9a-z]{26}\b/g
/** To people of the merchant's, about what a customer did. */
const ABOUT_CUSTOMERS = ['alert', 'approval']

/** Tables whose texts are read, since no column leads from them to a customer. All but the last two keep rows for days. */
const TEXTS: readonly { table: string; columns: readonly string[]; where?: string; hasAccount: boolean }[] = [
  { table: 'idempotency_keys', columns: ['body', 'subject'], hasAccount: true },
  { table: 'approvals', columns: ['arguments'], hasAccount: true },
  { table: 'alerts', columns: ['target', 'says'], hasAccount: true },
  {
    table: 'email_deliveries',
    columns: ['subject', 'body_text', 'body_html'],
    where: `kind in (${ABOUT_CUSTOMERS.map((kind) => `'${kind}'`).join(', ')})`,
    hasAccount: true,
  },
  { table: 'plugin_entries', columns: ['value'], hasAccount: false },
  { table: 'audit_entries', columns: ['details'], hasAccount: true },
]

/** Finds rows by what is written in them. */
export class TextFinder {
  constructor(private readonly reader: Reader) {}

  /** Rows that mention the customer, or one of `ids`, by table. */
  async find(accountId: string, redactor: Redactor, ids: ReadonlySet<string>) {
    const found: Record<string, RowKey[]> = {}
    for (const { table, columns, where, hasAccount } of TEXTS) {
      const { key } = entryOf(table)
      const isHit = (row: Row): boolean =>
        columns.some((column) => {
          const text = row[column]
          if (typeof text !== 'string') return false
          if (redactor.mentions(text)) return true
          return table !== 'audit_entries' && (text.match(ID) ?? []).some((id) => ids.has(id))
        })
      const hits: RowKey[] = []
      for (let after: RowKey | null = null; ;) {
        const query = this.reader<Row>(table)
          .select([...new Set([...key, ...columns])])
          .orderBy([...key])
          .limit(PAGE)
        // An act about the whole installation names no account.
        if (hasAccount) void query.where((mine) => void mine.where({ account_id: accountId }).orWhereNull('account_id'))
        if (where !== undefined) void query.whereRaw(where)
        if (after) void query.whereRaw(`(${key.join(', ')}) > (${key.map(() => '?').join(', ')})`, [...after])
        const page = await query
        hits.push(...keysOf(table, page.filter(isHit)))
        if (page.length < PAGE) break
        after = keysOf(table, page.slice(-1))[0] ?? null
      }
      found[table] = hits
    }
    return found
  }
}

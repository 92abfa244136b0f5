import type { Tx } from '../database/engine.js'
import { columnsOf, entryOf } from './inventory.js'
import type { RowKey } from './found.js'
import type { PersonalRows } from './personal-rows.repository.js'
import { type Identity, Redactor } from './redactor.js'
import type { SearchedRows } from './searched-rows.repository.js'
import type { Row, TableEntry } from './table-entry.js'

/** The new values of a row's columns. */
type Changes = Record<string, unknown>

/** Erases in rows of any table, by the rules of the inventory. Doing so again changes nothing. */
export class EraseRows {
  constructor(
    private readonly rows: PersonalRows,
    private readonly searched: SearchedRows,
  ) {}

  /** Returns how many rows were changed or deleted. */
  async run(tx: Tx, table: string, keys: readonly RowKey[], identity: Identity): Promise<number> {
    const entry = entryOf(table)
    const redactor = new Redactor(identity)
    const rows = await this.rows.remaining(tx, table, keys)
    const deleted = rows.filter((row) => entry.isDeleted?.(row, identity.email) ?? false)
    const changed = rows
      .filter((row) => !deleted.includes(row))
      .map((row) => ({ row, changes: changesOf(entry, row, redactor) }))
      .filter(({ changes }) => Object.keys(changes).length > 0)
    const count = deleted.length + changed.length
    if (count === 0) return 0
    await this.searched.reindexing(tx, table, [...deleted, ...changed.map(({ row }) => row)], async () => {
      for (const row of deleted) await this.rows.delete(tx, table, row)
      for (const { row, changes } of changed) await this.rows.update(tx, table, row, changes)
    })
    return count
  }
}

function changesOf(entry: TableEntry, row: Row, redactor: Redactor): Changes {
  const changes: Changes = {}
  for (const [column, treatment] of columnsOf(entry)) {
    const value = row[column]
    if (value === null || value === undefined) continue
    if (treatment === 'cleared') changes[column] = null
    else if (treatment === 'emptied' && value !== '{}') changes[column] = '{}'
    else if (treatment === 'redacted' && typeof value === 'string') {
      const redacted = entry.isShared ? redactor.redactShared(value) : redactor.redact(value)
      if (redacted !== value) changes[column] = redacted
    }
  }
  return changes
}

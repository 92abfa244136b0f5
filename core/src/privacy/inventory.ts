import { CUSTOMER_TABLES } from './customer-tables.js'
import { OTHER_TABLES } from './other-tables.js'
import type { TableEntry, Treatment } from './table-entry.js'

/** Every table of the schema. */
export const INVENTORY: Readonly<Record<string, TableEntry>> = { ...CUSTOMER_TABLES, ...OTHER_TABLES }

/** Column and treatment. */
export const columnsOf = (entry: TableEntry): [column: string, treatment: Treatment][] =>
  (['plain', 'secret', 'cleared', 'emptied', 'redacted', 'kept'] as const).flatMap((treatment) =>
    (entry[treatment] ?? '')
      .split(' ')
      .filter((column) => column !== '')
      .map((column): [string, Treatment] => [column, treatment]),
  )

export function entryOf(table: string): TableEntry & { key: readonly string[] } {
  const entry = INVENTORY[table]
  if (entry?.key === undefined) throw new Error(`the inventory has no key for ${table}`)
  return { ...entry, key: entry.key }
}

import { entryOf } from './inventory.js'
import type { Identity } from './redactor.js'
import type { Row } from './table-entry.js'

/** The primary key of a row, in the order of its table's `key`. */
export type RowKey = readonly (string | number | boolean)[]

/** A customer's rows by table, and what names the customer in them. */
export interface Found {
  identity: Identity
  rows: Record<string, RowKey[]>
}

/** Rows that are known to be the customer's, whatever they name now. */
export interface KnownRows {
  links: readonly string[]
  payments: readonly string[]
  invoices: readonly string[]
}

/** Of rows that were read with the columns of their key. */
export const keysOf = (table: string, rows: readonly Row[]): RowKey[] =>
  rows.map((row) => entryOf(table).key.map((column) => row[column] as string | number | boolean))

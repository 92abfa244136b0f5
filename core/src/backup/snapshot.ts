/** A table whose rows are copied: all columns, by name. */
export interface TableShape {
  name: string
  columns: string[]
}

/** With the columns of its primary key. */
export interface KeyedTable extends TableShape {
  key: string[]
}

/** Rows by their primary keys, each key a line of its values in the order of `KeyedTable.key`. */
export interface KeyedRows {
  /** The rows that there are, in any order, as lines. */
  read(table: KeyedTable, keys: readonly string[]): Promise<string[]>
}

/** A database as it was at one moment, whatever is written meanwhile. */
export interface Snapshot {
  readonly tables: readonly TableShape[]
  /** The rows of a table in batches, each row as a line. */
  lines(table: TableShape): AsyncIterable<string[]>
}

/** The table with the migrations that were applied. */
export const MIGRATIONS_TABLE = 'schema_migrations'

export const byName = (left: { name: string }, right: { name: string }): number => (left.name < right.name ? -1 : 1)

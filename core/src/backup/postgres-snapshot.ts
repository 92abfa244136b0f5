import type { Knex } from 'knex'
import { withSessionLock } from '../database/session-lock.js'
import { type CellValue, cellOf, toLine } from './row-line.js'
import { byName, type Snapshot, type TableShape } from './snapshot.js'

/** The type of each column, by table and name. */
export type ColumnTypes = Map<string, Map<string, string>>

/** Few: Postgres reads them with the same priority as the service's own queries, which may wait for a processor meanwhile. */
const FETCHED_ROWS = 100
/** How large they are is unknown before they are sent, and receipts and invoices may have a large logo each. */
const FETCHED_ROWS_WITH_FILES = 20

interface Connection {
  query(query: { text: string; rowMode: 'array' }): Promise<{ rows: (CellValue | boolean)[][] }>
}

interface Client {
  acquireConnection(): Promise<Connection>
}

/** Reads in a transaction, whose isolation decides of which moment. */
export class PostgresSnapshot implements Snapshot {
  readonly tables: readonly TableShape[]

  private constructor(
    private readonly connection: Connection,
    private readonly types: ColumnTypes,
  ) {
    this.tables = shapesOf(types)
  }

  static async of(tx: Knex.Transaction): Promise<PostgresSnapshot> {
    const connection = await (tx.client as Client).acquireConnection()
    return new PostgresSnapshot(connection, await columnTypesOf(tx))
  }

  async *lines({ name, columns }: TableShape): AsyncGenerator<string[]> {
    const selected = columns.map((column) => `"${column}"`).join(', ')
    await this.rows(`declare copied no scroll cursor for select ${selected} from "${name}"`)
    const hasFiles = [...(this.types.get(name)?.values() ?? [])].includes('bytea')
    const count = hasFiles ? FETCHED_ROWS_WITH_FILES : FETCHED_ROWS
    for (;;) {
      // Not ahead, while the last batch is processed: that would take a second processor from the service.
      const rows = await this.rows(`fetch ${count} from copied`)
      if (rows.length === 0) break
      yield rows.map((row) => toLine(row.map(cellOf)))
    }
    await this.rows('close copied')
  }

  private async rows(text: string): Promise<(CellValue | boolean)[][]> {
    return (await this.connection.query({ text, rowMode: 'array' })).rows
  }
}

/**
 * Starts a transaction that sees one moment and writes nothing. A migration waits for its end, and it for the end of a
 * migration: each would read or drop tables that the other has locked.
 */
export async function inPostgresSnapshot<T>(database: Knex, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  // Before the transaction, which sees the moment of its first statement.
  return withSessionLock(database, { lock: 'schema', shared: true }, (connection) =>
    database.transaction(
      async (tx) => {
        // Between two batches the file is written.
        await tx.raw('set local idle_in_transaction_session_timeout = 0')
        return work(await PostgresSnapshot.of(tx))
      },
      { isolationLevel: 'repeatable read', readOnly: true, connection },
    ),
  )
}

const COLUMNS = `select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`

export async function columnTypesOf(on: Knex): Promise<ColumnTypes> {
  const { rows } = await on.raw<{ rows: { table: string; column: string; type: string }[] }>(COLUMNS)
  const tables: ColumnTypes = new Map()
  for (const { table, column, type } of rows) {
    tables.set(table, (tables.get(table) ?? new Map<string, string>()).set(column, type))
  }
  return tables
}

export const shapesOf = (types: ColumnTypes): TableShape[] =>
  [...types].map(([name, columns]) => ({ name, columns: [...columns.keys()].sort() })).sort(byName)

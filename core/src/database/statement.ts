import type { Knex } from 'knex'
import { outagesOf, watchOutages } from './immediate-sqlite.js'
import { prepare } from './prepared.js'

interface Driver {
  config: unknown
  driverName: string
  acquireConnection(): Promise<unknown>
  releaseConnection(connection: unknown): Promise<void>
}

interface PgConnection {
  query(query: { name: string; text: string; values: unknown[]; deadlineMs?: number }): Promise<{ rows: unknown[] }>
}

/**
 * A prepared statement for hot paths: bypasses the query builder and needs one round trip. Placeholders are `?` on both
 * engines; pass `postgres` where its SQL differs.
 */
export class Statement<Row> {
  private static names = 0
  private readonly name = `paylink_${++Statement.names}`
  private readonly postgres: string

  constructor(
    private readonly sqlite: string,
    postgres = sqlite,
  ) {
    let position = 0
    this.postgres = postgres.replace(/\?/g, () => `$${++position}`)
  }

  /** `deadlineMs` overrides the usual deadline on Postgres. */
  async rows(on: Knex, values: unknown[], deadlineMs?: number): Promise<Row[]> {
    const driver = on.client as Driver
    const connection = await driver.acquireConnection()
    try {
      if (driver.driverName !== 'pg')
        return watchOutages(outagesOf(driver), () => this.rowsOfSqlite(connection, values))
      const query = { name: this.name, text: this.postgres, values, deadlineMs }
      return (await (connection as PgConnection).query(query)).rows as Row[]
    } finally {
      // Not awaited: Knex releases at once, and awaiting would cost each statement a microtask.
      void driver.releaseConnection(connection)
    }
  }

  private rowsOfSqlite(connection: unknown, values: unknown[]): Row[] {
    const statement = prepare(connection, this.sqlite)
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value))
    if (statement.reader) return statement.all(...bound) as Row[]
    statement.run(...bound)
    return []
  }
}

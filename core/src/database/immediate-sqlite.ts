import { createRequire } from 'node:module'
import BetterSqlite3, { type DialectQuery, type DialectTransaction } from 'knex/lib/dialects/better-sqlite3/index.js'
import { prepare } from './prepared.js'

const require = createRequire(import.meta.url)
const NODE_MAJOR = Number(process.versions.node.split('.')[0])

/**
 * SQLite that takes the write lock when a transaction begins, and keeps its prepared statements.
 *
 * Knex sends a deferred `BEGIN`: a transaction that read first would fail at its first write if
 * another process had written meanwhile, and no time-out helps there.
 */
export class ImmediateSqlite extends BetterSqlite3 {
  /** Version 12 of the driver aborts the process on Node 24; version 13 does not run on Node 20. */
  override _driver(): unknown {
    return require(NODE_MAJOR >= 22 ? 'better-sqlite3-napi' : 'better-sqlite3') as unknown
  }

  override transaction(...args: unknown[]): DialectTransaction {
    const transaction = super.transaction(...args)
    transaction.begin = (connection) => transaction.query(connection, 'BEGIN IMMEDIATE;')
    return transaction
  }

  override _query(connection: unknown, query: DialectQuery): Promise<DialectQuery> {
    const statement = prepare(connection, query.sql)
    const bindings = this._formatBindings(query.bindings)
    if (statement.reader) {
      query.response = statement.all(...bindings)
    } else {
      const result = statement.run(...bindings)
      query.response = result
      query.context = { lastID: result.lastInsertRowid, changes: result.changes }
    }
    return Promise.resolve(query)
  }
}

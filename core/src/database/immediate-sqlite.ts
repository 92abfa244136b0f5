import BetterSqlite3, { type DialectQuery, type DialectTransaction } from 'knex/lib/dialects/better-sqlite3/index.js'
import { outageOf } from './outage.js'
import type { OutageWatch } from './outage-watch.js'
import { prepare } from './prepared.js'
import { sqliteDriver } from './sqlite-driver.js'

/**
 * SQLite that takes the write lock when a transaction begins, and caches prepared statements.
 *
 * Knex sends a deferred `BEGIN`: a transaction that reads first fails at its first write if another process has written
 * in between, whatever the busy timeout.
 */
export class ImmediateSqlite extends BetterSqlite3 {
  override _driver(): unknown {
    return sqliteDriver()
  }

  override transaction(...args: unknown[]): DialectTransaction {
    const transaction = super.transaction(...args)
    transaction.begin = (connection) => transaction.query(connection, 'BEGIN IMMEDIATE;')
    return transaction
  }

  override async _query(connection: unknown, query: DialectQuery): Promise<DialectQuery> {
    const bindings = this._formatBindings(query.bindings)
    watchOutages(outagesOf(this), () => {
      const statement = prepare(connection, query.sql)
      if (statement.reader) {
        query.response = statement.all(...bindings)
      } else {
        const result = statement.run(...bindings)
        query.response = result
        query.context = { lastID: result.lastInsertRowid, changes: result.changes }
      }
    })
    return query
  }
}

export const outagesOf = (client: { config: unknown }): OutageWatch =>
  (client.config as { outages: OutageWatch }).outages

/** Records whether the file could be used. */
export function watchOutages<T>(outages: OutageWatch, act: () => T): T {
  try {
    const result = act()
    if (outages.isOn) outages.recordAnswer()
    return result
  } catch (error) {
    const outage = outageOf(error)
    if (outage) outages.recordFailure(outage)
    throw error
  }
}

import { connect, MIGRATION_LIMITS } from '../database/connect.js'
import type { Reader } from '../database/engine.js'
import { sqlitePathOf } from '../database/sqlite-path.js'
import { inPostgresSnapshot } from './postgres-snapshot.js'
import type { Snapshot } from './snapshot.js'
import { SqliteSnapshot } from './sqlite-snapshot.js'

/**
 * Hands a database, in use or not, to `work`, as it is at this moment.
 *
 * @throws NoDatabaseError there is none
 * @throws Error there is nothing in it
 */
export async function withSnapshot<T>(
  databaseUrl: string,
  work: (snapshot: Snapshot, reader: Reader) => Promise<T>,
): Promise<T> {
  const path = sqlitePathOf(databaseUrl)
  const database = connect(databaseUrl, MIGRATION_LIMITS, { readOnly: true, mustExist: true })
  const copy = (snapshot: Snapshot): Promise<T> => {
    if (snapshot.tables.length === 0) throw new Error('the database is empty: there is nothing to copy')
    return work(snapshot, database.reader)
  }
  try {
    return await (path === null ? inPostgresSnapshot(database.reader, copy) : inSqliteSnapshot(path, copy))
  } finally {
    await database.close()
  }
}

async function inSqliteSnapshot<T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshot = SqliteSnapshot.open(path)
  try {
    return await work(snapshot)
  } finally {
    snapshot.close()
  }
}

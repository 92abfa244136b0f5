import { closeSync, openSync, rmSync } from 'node:fs'
import type { DatabaseConnection } from '../database/database-connection.js'
import { withSessionLock } from '../database/session-lock.js'
import { openSqlite } from '../database/sqlite-driver.js'
import { sqlitePathOf } from '../database/sqlite-path.js'

/** Another process moves this database. */
export class MoveInProgressError extends Error {
  constructor() {
    super('Another move of this database is in progress. Wait until it ends.')
    this.name = 'MoveInProgressError'
  }
}

/**
 * One move of a database at a time. The lock ends with its process.
 *
 * @throws MoveInProgressError
 */
export async function withMoveLock<T>(
  database: DatabaseConnection,
  databaseUrl: string,
  work: () => Promise<T>,
): Promise<T> {
  const path = sqlitePathOf(databaseUrl)
  return path === null
    ? withSessionLock(database.writer, { lock: 'move', orElse: new MoveInProgressError() }, work)
    : withFileLock(`${path}.move`, work)
}

/** SQLite locks its files by the operating system's means, on every platform. */
async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  closeSync(openSync(path, 'a', 0o600))
  const file = openSqlite(path, { timeout: 0 })
  try {
    try {
      file.exec('begin exclusive')
    } catch {
      throw new MoveInProgressError()
    }
    const result = await work()
    rmSync(path, { force: true })
    return result
  } finally {
    file.close()
  }
}

import { closeSync, openSync, rmSync } from 'node:fs'
import { DatabaseUnavailableError, type OutageKind, outageOf } from '../database/outage.js'
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
  create(path)
  const file = openSqlite(path, { timeout: 0 })
  try {
    try {
      // Nothing is written, so that a full disk does not look like another process.
      file.pragma('journal_mode = MEMORY')
      file.exec('begin exclusive')
    } catch (error) {
      throw outageOf(error)?.kind === 'busy' ? new MoveInProgressError() : error
    }
    const result = await work()
    rmSync(path, { force: true })
    return result
  } finally {
    file.close()
  }
}

/** Why a file beside the database cannot be created. */
const KINDS: Partial<Record<string, OutageKind>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
}

function create(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const kind = KINDS[code ?? '']
    throw kind ? new DatabaseUnavailableError(kind, message, { cause: error }) : error
  }
}

import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import knex, { type Knex } from 'knex'
import type { DatabaseConnection } from './database-connection.js'
import type { Writer } from './engine.js'
import { ImmediateSqlite } from './immediate-sqlite.js'
import type { OutageWatch } from './outage-watch.js'
import { QUIET } from './quiet-knex.js'
import { createPrivate } from './private-files.js'

/** A mistyped address must not become an empty database. */
export class NoDatabaseError extends Error {
  constructor(path: string) {
    super(`There is no database at ${path}: correct PAYLINK_DATA_DIR or PAYLINK_DATABASE_URL, or run paylink up.`)
    this.name = 'NoDatabaseError'
  }
}

/**
 * Nothing is in it: there is no file, or the process that made it was killed before its first transaction had ended. Such a
 * transaction, the change to WAL, is the only one with a journal file, which a connection that may not write cannot undo.
 */
export function isUntouchedSqlite(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return size === 0 || existsSync(`${path}-journal`)
}

export function connectSqlite(
  path: string,
  outages: OutageWatch,
  { readOnly, mustExist }: { readOnly: boolean; mustExist: boolean },
): DatabaseConnection {
  if (mustExist && !statSync(path, { throwIfNoEntry: false })) throw new NoDatabaseError(path)
  if (!readOnly) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    createPrivate(path)
  }
  const open = (readonly: boolean): Knex =>
    knex({
      client: ImmediateSqlite as unknown as typeof knex.Client,
      // A read-only connection does not checkpoint, on closing, what a killed process left in the WAL.
      connection: { filename: path, options: { readonly: readOnly } },
      useNullAsDefault: true,
      compileSqlOnError: false,
      log: QUIET,
      pool: { min: 1, max: 1, afterCreate: prepareSqlite({ readonly, mayWrite: !readOnly }) },
      outages,
    } as Knex.Config)
  const writer = open(readOnly) as Writer
  const reader = open(true)
  return {
    engine: 'sqlite',
    isPooled: false,
    reader,
    writer,
    outages,
    close: async () => {
      await reader.destroy()
      await writer.destroy()
    },
  }
}

interface SqliteConnection {
  pragma(text: string, options?: { simple: boolean }): unknown
}

/**
 * The driver's defaults can lose the last commits in a power failure, and its page cache of 16 MB a connection makes the
 * process grow for hours. Ours are set and then read back.
 */
const SQLITE_PRAGMAS: Record<string, { set: string; expect: unknown }> = {
  busy_timeout: { set: '5000', expect: 5000 },
  journal_mode: { set: 'WAL', expect: 'wal' },
  synchronous: { set: 'FULL', expect: 2 },
  foreign_keys: { set: 'ON', expect: 1 },
  secure_delete: { set: 'ON', expect: 1 },
  trusted_schema: { set: 'OFF', expect: 0 },
  // In KiB. The kernel caches the file, and a reader drops its pages at every commit of the writer.
  cache_size: { set: '-4000', expect: -4000 },
}

/** Is written to the file: a connection that may not write takes the mode as it is. */
const STORED_PRAGMA = 'journal_mode'

function prepareSqlite({ readonly, mayWrite }: { readonly: boolean; mayWrite: boolean }) {
  const pragmas = Object.entries(SQLITE_PRAGMAS).filter(([name]) => mayWrite || name !== STORED_PRAGMA)
  return (connection: SqliteConnection, done: (error: Error | null, connection: unknown) => void): void => {
    try {
      for (const [name, { set, expect }] of pragmas) {
        connection.pragma(`${name} = ${set}`)
        const actual = connection.pragma(name, { simple: true })
        if (actual !== expect) throw new Error(`PRAGMA ${name} is ${String(actual)}, expected ${String(expect)}`)
      }
      if (readonly) connection.pragma('query_only = ON')
      done(null, connection)
    } catch (error) {
      done(error as Error, connection)
    }
  }
}

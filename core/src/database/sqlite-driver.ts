import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'

const require = createRequire(import.meta.url)
const NODE_MAJOR = Number(process.versions.node.split('.')[0])

/** Version 12 of the driver aborts the process on Node 24; version 13 does not run on Node 20. */
export const sqliteDriver = (): typeof BetterSqlite3 =>
  require(NODE_MAJOR >= 22 ? 'better-sqlite3-napi' : 'better-sqlite3') as typeof BetterSqlite3

/** A connection outside any pool, for work on whole tables. */
export type SqliteFile = BetterSqlite3.Database

export function openSqlite(path: string, options: { readonly?: boolean; timeout?: number } = {}): SqliteFile {
  return new (sqliteDriver())(path, { ...options, fileMustExist: true })
}

import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { COMMAND_LIMITS, connect } from '../database/connect.js'
import type { Writer } from '../database/engine.js'
import { createSchema } from '../database/migrator.js'
import { ExplainedError } from '../database/outage-remedy.js'
import { sqliteFiles } from '../database/private-files.js'
import { openSqlite, type SqliteFile } from '../database/sqlite-driver.js'
import { draftOf, removeLeftDrafts } from './drafts.js'
import { type Filling, NotEmptyError } from './fill-database.js'
import { flushingSteadily } from './flush-steadily.js'
import { SqliteRows } from './sqlite-rows.js'
import { shapesOf, SqliteSnapshot } from './sqlite-snapshot.js'

/** The database was moved away or deleted without its write-ahead log. */
export class LeftJournalError extends Error {
  constructor(journal: string, path: string) {
    super(
      `${journal} is left of the database that was at ${path}: keep both together, in another place, then try again.`,
    )
    this.name = 'LeftJournalError'
  }
}

/** @throws NotEmptyError there is such a file already @throws LeftJournalError */
export async function fillSqlite(path: string, filling: Filling): Promise<void> {
  removeLeftDrafts(dirname(path))
  assertEmpty(path)
  const draft = draftOf(path)
  try {
    await fillScratch(draft, filling)
    assertComplete(draft)
    syncFile(draft)
    publish(draft, path, new NotEmptyError(path))
  } finally {
    removeSqlite(draft)
  }
}

/** Fills a file that need not be durable: it is flushed for the sake of other programs. */
export async function fillScratch(path: string, filling: Filling): Promise<void> {
  await makeSchema(path, filling.migrations)
  await flushingSteadily(path, async () => {
    await loadRows(path, filling)
    await finish(path, filling)
  })
}

/** The database last: without it, what is beside it would look like that of a lost one. */
export function removeSqlite(path: string): void {
  for (const file of sqliteFiles(path).toReversed()) rmSync(file, { force: true })
}

/** SQLite would write its pages into any database that is given this name. */
function assertNoJournal(path: string): void {
  for (const end of ['-wal', '-journal']) {
    const journal = path + end
    if ((statSync(journal, { throwIfNoEntry: false })?.size ?? 0) > 0) throw new LeftJournalError(journal, path)
  }
  removeSqlite(path)
}

/** A file without tables, as a start that failed may leave it, is removed. @throws NotEmptyError, LeftJournalError */
function assertEmpty(path: string): void {
  if (!existsSync(path)) return assertNoJournal(path)
  if (!isEmptySqlite(path)) throw new NotEmptyError(path)
  removeSqlite(path)
}

function isEmptySqlite(path: string): boolean {
  let file: SqliteFile | undefined
  try {
    file = openSqlite(path)
    return shapesOf(file).length === 0
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ExplainedError(`${path} is no empty database (${reason}). Nothing was changed. Choose another file.`, {
      cause: error,
    })
  } finally {
    file?.close()
  }
}

async function makeSchema(path: string, migrations: readonly string[]): Promise<void> {
  const database = connect(`sqlite:${path}`, COMMAND_LIMITS)
  try {
    await database.writer.transaction((tx) => createSchema(tx, 'sqlite', migrations))
  } finally {
    await database.close()
  }
}

interface SchemaPart {
  type: 'index' | 'trigger'
  name: string
  sql: string
  /** A trigger that may refuse a change. */
  isGuard: 0 | 1
}

const PARTS = `select type, name, sql, sql like 'create trigger ' || name || ' before %' as isGuard
  from sqlite_master where type in ('index', 'trigger') and sql is not null`

async function loadRows(path: string, filling: Filling): Promise<void> {
  const file = openSqlite(path)
  try {
    // Until it is complete the file can be lost: it is made anew then. In a write-ahead log every row would be written twice.
    setJournalMode(file, 'memory')
    file.pragma('synchronous = OFF')
    file.pragma('foreign_keys = OFF')
    // Splitting a page leaves copies of its rows behind, which no erasure would reach.
    file.pragma('secure_delete = ON')
    const parts = file.prepare<[], SchemaPart>(PARTS).all()
    for (const { type, name } of parts) file.exec(`drop ${type} "${name}"`)
    const bringBack = (isWanted: (part: SchemaPart) => boolean): void => {
      for (const part of parts) if (isWanted(part)) file.exec(part.sql)
    }
    const target = new SqliteRows(file)
    file.exec('begin')
    for (const { name } of target.tables) file.exec(`delete from ${name}`)
    await filling.load(target)
    file.exec('commit')
    bringBack(({ isGuard }) => !isGuard)
    setJournalMode(file, 'wal')
    // The snapshot is closed by then: while it is open, no change leaves the write-ahead log.
    await withSnapshot(path, async (snapshot) => filling.compare?.(snapshot))
    await withWriter(path, async (on) => filling.catchUp?.(target, on))
    bringBack(({ isGuard }) => Boolean(isGuard))
  } finally {
    file.close()
  }
}

/** SQLite keeps the mode it has, without an error, if it does not allow the other: the driver forbids `off`. */
function setJournalMode(file: SqliteFile, mode: string): void {
  const actual = file.pragma(`journal_mode = ${mode}`, { simple: true })
  if (actual !== mode) throw new Error(`PRAGMA journal_mode is ${String(actual)}, expected ${mode}`)
}

const finish = (path: string, filling: Filling): Promise<void> =>
  withWriter(path, (on) =>
    withSnapshot(path, (snapshot) =>
      filling.finish({
        ...{ on, snapshot },
        findDamage: () => snapshot.findDamage(),
        findOrphans: () => snapshot.findOrphans(),
      }),
    ),
  )

async function withSnapshot(path: string, work: (snapshot: SqliteSnapshot) => Promise<void>): Promise<void> {
  const snapshot = SqliteSnapshot.open(path)
  try {
    await work(snapshot)
  } finally {
    snapshot.close()
  }
}

async function withWriter(path: string, work: (on: Writer) => Promise<void>): Promise<void> {
  const database = connect(`sqlite:${path}`, COMMAND_LIMITS)
  try {
    await work(database.writer)
  } finally {
    await database.close()
  }
}

/** SQLite closes a file without an error if what is in its log could not be moved into it. */
function assertComplete(path: string): void {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw new Error(`The last changes could not be written into ${path}.`)
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Gives a complete file its name, durably. Throws `exists` rather than replace a file that was made meanwhile. */
export function publish(draft: string, path: string, exists: Error): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (existsSync(path)) throw exists
    if (!isUnsupported(error)) throw error
    renameSync(draft, path)
  }
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } catch (error) {
    if (!isUnsupported(error)) throw error
  } finally {
    closeSync(folder)
  }
}

/** Network and memory-card file systems have no links, and some cannot sync a folder. */
const isUnsupported = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL'].includes(String(error.code))

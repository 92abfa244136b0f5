import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Engine } from '@paylink/core/database/engine'
import type { Dump } from './dump.js'
import { dumpPostgres, loadPostgres } from './dump-postgres.js'
import { dumpSqlite, loadSqlite } from './dump-sqlite.js'

const FOLDER = fileURLToPath(new URL('../../released/', import.meta.url))

/** The schema of a released version with some data, as SQL. */
export const releaseFile = (version: string, engine: Engine): string => `${FOLDER}${version}.${engine}.sql`

export const isRecorded = (version: string, engine: Engine): boolean => existsSync(releaseFile(version, engine))

/** The versions that were recorded, the oldest first. */
export const recordedVersions = (): string[] =>
  [...new Set(readdirSync(FOLDER).map((name) => name.replace(/[.](sqlite|postgres)[.]sql$/, '')))].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  )

const headOf = (version: string, engine: Engine, at: string): string =>
  `-- PayLink ${version} on ${engine}, recorded at ${at}. Made by: npm run released. Never edited.\n`

/** The whole database as a file of this folder. */
export async function record(url: string, version: string, engine: Engine, at: string): Promise<string> {
  const { before, rows, after } = await dump(url, engine)
  return headOf(version, engine, at) + before + rows + after
}

export async function dumpSchema(url: string, engine: Engine): Promise<string> {
  const { before, after } = await dump(url, engine)
  return before + after
}

export const dump = async (url: string, engine: Engine): Promise<Dump> =>
  engine === 'sqlite' ? dumpSqlite(url) : dumpPostgres(url)

/** Makes that version's database at `url`. Returns its file, and when it was recorded: its invariants are about then. */
export async function load(url: string, version: string, engine: Engine): Promise<{ at: Date; text: string }> {
  const text = readFileSync(releaseFile(version, engine), 'utf8')
  const at = /recorded at (\S+)[.] /.exec(text)?.[1] ?? ''
  const sql = text.slice(text.indexOf('\n') + 1)
  if (engine === 'sqlite') loadSqlite(url, sql)
  else await loadPostgres(url, sql)
  return { at: new Date(at), text }
}

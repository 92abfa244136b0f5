import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseView } from '../support/database-view.js'
import type { Evidence } from './canaries.js'

const TABLES = {
  sqlite: "select name from sqlite_master where type = 'table'",
  postgres: `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`,
}

/** Every column of every table, also those of libraries, as texts. */
export async function tablesOf(view: DatabaseView, of = ''): Promise<Evidence[]> {
  const tables = await view.rows<{ name: string }>(view.isPostgres ? TABLES.postgres : TABLES.sqlite)
  const found: Evidence[] = []
  for (const { name } of tables) {
    const rows = await view.rows<Record<string, unknown>>(`select * from ${name}`)
    for (const column of Object.keys(rows[0] ?? {})) {
      const bytes = Buffer.concat(rows.map((row) => Buffer.concat([bytesOf(row[column]), Buffer.from('\n')])))
      found.push({ place: `${of}${name.replace('public.', '')}.${column}`, bytes })
    }
  }
  return found
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  return Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
}

/** Every file below a folder. */
export function filesIn(folder: string, placeOf: (path: string) => string): Evidence[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ place: placeOf(path), bytes: readFileSync(join(folder, path)) }))
}

import { createHash } from 'node:crypto'
import type { TestAppliance } from './appliance.js'

const TABLES = {
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  postgres: "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
}

export async function tablesOf({ engine, db }: Pick<TestAppliance, 'engine' | 'db'>): Promise<string[]> {
  const answer: any = await db.raw(TABLES[engine])
  return ((engine === 'postgres' ? answer.rows : answer) as { name: string }[]).map(({ name }) => name)
}

/** A refused request is logged, like any other; links made before are moved into the search index in the background. */
export const UNRELATED = ['access_lines', 'search_queue', 'search_terms']

/** How many rows each table has: a refused request leaves them as they are. */
export async function rowCounts(paylink: TestAppliance): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const tables = (await tablesOf(paylink)).filter((table) => !UNRELATED.includes(table))
  for (const table of tables) {
    const [row] = await paylink.db(table).count({ rows: '*' })
    counts[table] = Number(row?.['rows'])
  }
  return counts
}

/** Changes with every second that the process lives; `instance` has the epoch. */
const HEARTBEATS = ['workers', 'instance']

/** A mark of what is in each table but these: another one, if any row is another. */
export async function rowMarks(
  paylink: TestAppliance,
  unrelated: readonly string[] = [],
): Promise<Record<string, string>> {
  const marks: Record<string, string> = {}
  const tables = (await tablesOf(paylink)).filter(
    (table) => ![...UNRELATED, ...HEARTBEATS, ...unrelated].includes(table),
  )
  for (const table of tables) {
    const rows: object[] = await paylink.db(table)
    const texts = rows.map((row) => JSON.stringify(row)).sort()
    marks[table] = `${rows.length} ${createHash('sha256').update(texts.join('\n')).digest('hex')}`
  }
  return marks
}

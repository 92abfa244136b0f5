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

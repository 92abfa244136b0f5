import type { TestAppliance } from './appliance.js'

const TABLES = {
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name",
  postgres: "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
}

export async function tablesOf({ engine, db }: Pick<TestAppliance, 'engine' | 'db'>): Promise<string[]> {
  const answer: any = await db.raw(TABLES[engine])
  return ((engine === 'postgres' ? answer.rows : answer) as { name: string }[]).map(({ name }) => name)
}

/** How many rows each table has: a refused request leaves them as they are. But it is logged, like any other. */
export async function rowCounts(paylink: TestAppliance): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const tables = (await tablesOf(paylink)).filter((table) => table !== 'access_lines')
  for (const table of tables) {
    const [row] = await paylink.db(table).count({ rows: '*' })
    counts[table] = Number(row?.['rows'])
  }
  return counts
}

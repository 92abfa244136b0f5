import type { KeyedTable } from '../backup/snapshot.js'
import type { Engine, Reader } from '../database/engine.js'

interface Column {
  table: string
  column: string
  /** Its place in the primary key, from 1. */
  position: number | null
}

const COLUMNS: Record<Engine, string> = {
  sqlite: `select m.name as "table", p.name as "column", nullif(p.pk, 0) as position
    from sqlite_master m join pragma_table_info(m.name) p
    where m.type = 'table' and m.name not like 'sqlite_%'`,
  postgres: `select c.table_name as "table", c.column_name as "column", k.ordinal_position::int as position
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    left join information_schema.table_constraints p
      on p.table_schema = c.table_schema and p.table_name = c.table_name and p.constraint_type = 'PRIMARY KEY'
    left join information_schema.key_column_usage k
      on k.constraint_schema = p.constraint_schema and k.constraint_name = p.constraint_name
        and k.table_name = c.table_name and k.column_name = c.column_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
}

/** Every table with its columns and the columns of its primary key. */
export async function keyedTables(on: Reader, engine: Engine): Promise<KeyedTable[]> {
  const answer = await on.raw<Column[] | { rows: Column[] }>(COLUMNS[engine])
  const tables = new Map<string, Column[]>()
  for (const column of Array.isArray(answer) ? answer : answer.rows) {
    tables.set(column.table, [...(tables.get(column.table) ?? []), column])
  }
  return [...tables].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => column).sort(),
    key: columns
      .filter(({ position }) => position !== null)
      .sort((a, b) => Number(a.position) - Number(b.position))
      .map(({ column }) => column),
  }))
}

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
  // The views of information_schema take a hundred times as long.
  postgres: `select c.relname as "table", a.attname as "column", array_position(p.conkey, a.attnum) as position
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
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

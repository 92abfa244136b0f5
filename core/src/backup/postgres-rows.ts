import type { Knex } from 'knex'
import type { CopyTarget } from './fill-database.js'
import { type CellValue, cellOf, toLine } from './row-line.js'
import { type ColumnTypes, shapesOf } from './postgres-snapshot.js'
import type { KeyedTable, TableShape } from './snapshot.js'

/** The rows of a Postgres database, within a transaction or not. */
export class PostgresRows implements CopyTarget {
  readonly tables: readonly TableShape[]

  constructor(
    private readonly on: Knex,
    private readonly types: ColumnTypes,
  ) {
    this.tables = shapesOf(types)
  }

  async load({ name, columns }: TableShape, lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return
    await this.on.raw(
      `insert into ${name} (${namesOf(columns)})
         select ${this.valuesOf(name, columns)} from jsonb_array_elements(?::jsonb) as line`,
      [arrayOf(lines)],
    )
  }

  async read(table: KeyedTable, keys: readonly string[]): Promise<string[]> {
    const { rows } = await this.on.raw<{ rows: Record<string, CellValue | boolean>[] }>(
      `select ${namesOf(table.columns)} from ${table.name} where ${this.isAmong(table)}`,
      [arrayOf(keys)],
    )
    return rows.map((row) => toLine(table.columns.map((column) => cellOf(row[column] ?? null))))
  }

  async remove(table: KeyedTable, keys: readonly string[]): Promise<void> {
    await this.on.raw(`delete from ${table.name} where ${this.isAmong(table)}`, [arrayOf(keys)])
  }

  private isAmong({ name, key }: KeyedTable): string {
    return `(${namesOf(key)}) in (select ${this.valuesOf(name, key)} from jsonb_array_elements(?::jsonb) as line)`
  }

  private valuesOf(table: string, columns: readonly string[]): string {
    const types = this.types.get(table)
    return columns.map((column, at) => valueOf(at, types?.get(column) ?? 'text')).join(', ')
  }
}

const arrayOf = (lines: readonly string[]): string => `[${lines.join(',')}]`

const namesOf = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

function valueOf(at: number, type: string): string {
  if (type === 'bytea') return `decode(line->${at}->>'base64', 'base64')`
  if (type === 'boolean') return `(line->>${at})::int::boolean`
  return `(line->>${at})::${type}`
}

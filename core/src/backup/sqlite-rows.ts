import type { SqliteFile } from '../database/sqlite-driver.js'
import type { CopyTarget } from './fill-database.js'
import { type CellValue, fromLine, toLine } from './row-line.js'
import type { KeyedTable, TableShape } from './snapshot.js'
import { shapesOf } from './sqlite-snapshot.js'

/** Within SQLite's limit of values in one statement. */
const KEYS_AT_ONCE = 500

/** The rows of a SQLite file, within a transaction or not. */
export class SqliteRows implements CopyTarget {
  readonly tables: readonly TableShape[]

  constructor(private readonly file: SqliteFile) {
    this.tables = shapesOf(file)
  }

  load({ name, columns }: TableShape, lines: readonly string[]): Promise<void> {
    const insert = this.file.prepare(
      `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    )
    for (const line of lines) insert.run(...fromLine(line))
    return Promise.resolve()
  }

  read(table: KeyedTable, keys: readonly string[]): Promise<string[]> {
    const lines: string[] = []
    for (const { where, values } of partsOf(table, keys)) {
      const select = `select ${table.columns.join(', ')} from ${table.name} where ${where}`
      for (const row of this.file
        .prepare<CellValue[], CellValue[]>(select)
        .raw(true)
        .iterate(...values))
        lines.push(toLine(row))
    }
    return Promise.resolve(lines)
  }

  remove(table: KeyedTable, keys: readonly string[]): Promise<void> {
    for (const { where, values } of partsOf(table, keys))
      this.file.prepare(`delete from ${table.name} where ${where}`).run(...values)
    return Promise.resolve()
  }
}

function* partsOf({ key }: KeyedTable, keys: readonly string[]): Generator<{ where: string; values: CellValue[] }> {
  const marks = `(${key.map(() => '?').join(', ')})`
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const part = keys.slice(from, from + KEYS_AT_ONCE)
    const where = `(${key.join(', ')}) in (values ${part.map(() => marks).join(', ')})`
    yield { where, values: part.flatMap(fromLine) }
  }
}

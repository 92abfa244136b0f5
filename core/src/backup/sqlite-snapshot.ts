import { openSqlite, type SqliteFile } from '../database/sqlite-driver.js'
import { type CellValue, toLine } from './row-line.js'
import { byName, type Snapshot, type TableShape } from './snapshot.js'

const BATCH_ROWS = 500
/** Receipts and invoices may have a large logo each: a batch of them must fit into memory several times. */
const BATCH_CHARACTERS = 4 * 1024 * 1024

/** Reads a file in one transaction: with a write-ahead log, writers are not held up. */
export class SqliteSnapshot implements Snapshot {
  readonly tables: readonly TableShape[]

  private constructor(private readonly file: SqliteFile) {
    this.tables = shapesOf(file)
  }

  static open(path: string): SqliteSnapshot {
    const file = openSqlite(path, { readonly: true })
    // The transaction begins with its first statement.
    file.exec('begin')
    return new SqliteSnapshot(file)
  }

  async *lines({ name, columns }: TableShape): AsyncGenerator<string[]> {
    const rows = this.file.prepare<[], CellValue[]>(`select ${columns.join(', ')} from ${name}`).raw(true)
    let batch: string[] = []
    let characters = 0
    for (const row of rows.iterate()) {
      const line = toLine(row)
      characters += line.length
      if (batch.push(line) < BATCH_ROWS && characters < BATCH_CHARACTERS) continue
      yield batch
      batch = []
      characters = 0
    }
    if (batch.length > 0) yield batch
  }

  /** What `pragma integrity_check` and `foreign_key_check` find wrong. */
  findDamage(): string[] {
    const damage = this.file.pragma('integrity_check', { simple: false }) as { integrity_check: string }[]
    return [...damage.map((row) => row.integrity_check).filter((text) => text !== 'ok'), ...this.findOrphans()]
  }

  findOrphans(): string[] {
    const orphans = this.file.pragma('foreign_key_check') as { table: string; parent: string }[]
    return orphans.map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`)
  }

  close(): void {
    this.file.close()
  }
}

const TABLES = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"

export function shapesOf(file: SqliteFile): TableShape[] {
  const tables = file.prepare<[], { name: string }>(TABLES).all()
  return tables
    .map(({ name }) => {
      const columns = file.pragma(`table_info(${name})`) as { name: string }[]
      return { name, columns: columns.map((column) => column.name).sort() }
    })
    .sort(byName)
}

import { SchemaMismatchError } from '../database/schema-mismatch.js'
import type { CopyTarget } from './fill-database.js'
import { fromLine } from './row-line.js'
import { RowSum } from './row-sum.js'
import { isCopied } from './copied-tables.js'
import { DamagedBackupError } from './sealed-stream.js'
import { MIGRATIONS_TABLE, type Snapshot, type TableShape } from './snapshot.js'

/** How many rows each table has, and the sum of their hashes. */
export type TableSums = Map<string, { rows: number; sum: string }>

/** Is told how many rows of a table are done. */
export type OnProgress = (table: string, rows: number) => void

/** A line that is no row. Rows are arrays. */
type Mark =
  { migrations: string[] } | { table: string; columns: string[] } | { rows: number; sum: string } | { end: true }

const isRow = (line: string): boolean => line.startsWith('[')
const toMark = (mark: Mark): string => JSON.stringify(mark)

/**
 * A snapshot as lines: the migrations; for each table its columns, its rows, and their sum; a mark for the end. Without
 * the search index.
 */
export async function* linesOf(snapshot: Snapshot, sums: TableSums, onProgress: OnProgress): AsyncGenerator<string[]> {
  yield [toMark({ migrations: await migrationsOf(snapshot) })]
  for (const table of snapshot.tables) {
    if (!isCopied(table)) continue
    yield [toMark({ table: table.name, columns: table.columns })]
    const sum = new RowSum()
    for await (const lines of snapshot.lines(table)) {
      for (const line of lines) sum.add(line)
      onProgress(table.name, sum.rows)
      yield lines
    }
    const total = { rows: sum.rows, sum: sum.hex() }
    sums.set(table.name, total)
    yield [toMark(total)]
  }
  yield [toMark({ end: true })]
}

/** The steps that the schema of a snapshot consists of. */
export async function migrationsOf(snapshot: Snapshot): Promise<string[]> {
  const table = snapshot.tables.find(({ name }) => name === MIGRATIONS_TABLE)
  const names: string[] = []
  if (!table) return names
  const at = table.columns.indexOf('name')
  for await (const lines of snapshot.lines(table)) names.push(...lines.map((line) => String(fromLine(line)[at])))
  return names.sort()
}

/** What `linesOf` wrote, read in the same order. */
export class ArchiveReader {
  private readonly parts: AsyncGenerator<Mark | string[]>

  constructor(lines: AsyncIterable<string[]>) {
    this.parts = partsOf(lines)
  }

  async migrations(): Promise<string[]> {
    const value: Mark | string[] | undefined = (await this.parts.next()).value as Mark | string[] | undefined
    if (!value || !('migrations' in value)) throw new DamagedBackupError('it does not begin with its schema')
    return value.migrations
  }

  /**
   * Loads every row into `target`. Returns the sums that were written with them.
   *
   * @throws DamagedBackupError, SchemaMismatchError a table or column is unknown
   */
  async load(target: CopyTarget, onProgress: OnProgress): Promise<TableSums> {
    const sums: TableSums = new Map()
    let table: TableShape | undefined
    let rows = 0
    for await (const part of this.parts) {
      if (Array.isArray(part)) {
        if (!table) throw new DamagedBackupError('it has rows of no table')
        await target.load(table, part)
        rows += part.length
        onProgress(table.name, rows)
      } else if ('table' in part) {
        table = shapeIn(target, part.table, part.columns)
        rows = 0
      } else if ('sum' in part) {
        if (table) sums.set(table.name, part)
        table = undefined
      } else if ('end' in part) {
        return sums
      }
    }
    throw new DamagedBackupError('its end is missing')
  }
}

function shapeIn(target: CopyTarget, name: string, columns: string[]): TableShape {
  const known = target.tables.find((table) => table.name === name)
  const unknown = columns.filter((column) => !known?.columns.includes(column))
  if (!known || unknown.length > 0)
    throw new SchemaMismatchError(
      [],
      unknown.map((column) => `${name}.${column}`),
    )
  return { name, columns }
}

async function* partsOf(batches: AsyncIterable<string[]>): AsyncGenerator<Mark | string[]> {
  for await (const lines of batches) {
    let from = 0
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? ''
      if (isRow(line)) continue
      if (at > from) yield lines.slice(from, at)
      yield JSON.parse(line) as Mark
      from = at + 1
    }
    if (from < lines.length) yield lines.slice(from)
  }
}

/** Reads every row back. Returns the tables whose rows are not those that were counted. */
export async function differences(snapshot: Snapshot, expected: TableSums, onProgress: OnProgress): Promise<string[]> {
  const different: string[] = []
  for (const [name, { sum: wanted }] of expected) {
    const table = snapshot.tables.find((shape) => shape.name === name)
    const sum = new RowSum()
    if (table) {
      for await (const lines of snapshot.lines(table)) {
        for (const line of lines) sum.add(line)
        onProgress(name, sum.rows)
      }
    }
    if (sum.hex() !== wanted) different.push(name)
  }
  return different
}

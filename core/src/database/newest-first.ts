import type { Cursor } from '../kernel/cursor.js'
import type { Reader } from './engine.js'
import { Statements } from './statements.js'

type ReadPage<Row> = (on: Reader, values: unknown[], limit: number, after?: Cursor) => Promise<Row[]>

/** Pages of a selection, newest first; `select` ends in its conditions, and `values` are theirs. */
export function newestFirst<Row>(select: string): ReadPage<Row> {
  const order = 'order by created_at desc, id desc'
  const statements = new Statements<Row>()
  const first = `${select} ${order}`
  const next = `${select} and (created_at, id) < (?, ?) ${order}`
  return (on, values, limit, after) =>
    after
      ? statements.first(limit, next, on, [...values, after.createdAt, after.id])
      : statements.first(limit, first, on, values)
}

import type { Cursor } from '../kernel/cursor.js'
import type { Reader } from './engine.js'
import { Statement } from './statement.js'

type ReadPage<Row> = (on: Reader, values: unknown[], limit: number, after?: Cursor) => Promise<Row[]>

/** Pages of a selection, newest first; `select` ends in its conditions, and `values` are theirs. */
export function newestFirst<Row>(select: string): ReadPage<Row> {
  const order = 'order by created_at desc, id desc limit ?'
  const first = new Statement<Row>(`${select} ${order}`)
  const next = new Statement<Row>(`${select} and (created_at, id) < (?, ?) ${order}`)
  return (on, values, limit, after) =>
    after ? next.rows(on, [...values, after.createdAt, after.id, limit]) : first.rows(on, [...values, limit])
}

import type { Cursor } from './cursor.js'

/** Where a page starts: after an entry, towards the older or the newer ones. */
export interface PageStart {
  direction: 'older' | 'newer'
  from: Cursor
}

/** One page of a list, newest first, and where the pages beside it start; null: there is none. */
export interface ListPage<T> {
  data: T[]
  newer: Cursor | null
  older: Cursor | null
}

/** The next rows in the direction of reading. `last`: where reading goes on; null: there are no more. */
export interface Batch<T> {
  rows: T[]
  last: Cursor | null
}

interface Reading<T> {
  start: PageStart | undefined
  limit: number
  /** How many rows a page may look at; a longer way goes on with the next page. */
  budget: number
  read: (from: Cursor | undefined, count: number) => Promise<Batch<T>>
  keep?: (row: T) => boolean
}

const FILTERED_BATCH = 100

/**
 * A page of the rows that pass a filter, without reading more than the budget: where they are few, a page may hold fewer
 * rows than asked for, or none, and still have another beside it.
 */
export async function readPage<T extends Cursor>({
  start,
  limit,
  budget,
  read,
  keep,
}: Reading<T>): Promise<ListPage<T>> {
  const kept: T[] = []
  let from = start?.from
  let hasMore = true
  for (let seen = 0; seen < budget && kept.length <= limit;) {
    // Most of what is found by a search is kept, and most filters keep many: the first rows may do.
    const count = !keep ? limit + 1 : seen === 0 ? Math.min(FILTERED_BATCH, 2 * (limit + 1)) : FILTERED_BATCH
    const { rows, last } = await read(from, count)
    seen += count
    kept.push(...(keep ? rows.filter(keep) : rows))
    hasMore = last !== null
    if (last === null) break
    from = last
  }
  const page = kept.slice(0, limit)
  const end = kept.length > limit ? page.at(-1) : hasMore ? from : undefined
  const beyond = end ? { createdAt: end.createdAt, id: end.id } : null
  if (start?.direction === 'newer') {
    const back = page[0] ?? start.from
    return { data: page.toReversed(), newer: beyond, older: { createdAt: back.createdAt, id: back.id } }
  }
  const back = start && (page[0] ?? start.from)
  return { data: page, newer: back ? { createdAt: back.createdAt, id: back.id } : null, older: beyond }
}

/** The last year that both databases write with four digits. */
const MAX_MS = Date.UTC(9999, 11, 31)

/** For an address. */
export const cursorText = ({ createdAt, id }: Cursor): string => `${Date.parse(createdAt).toString(36)}.${id}`

/** Undefined: not one of ours; then a list starts at its beginning. */
export function parseCursor(text: string): Cursor | undefined {
  const [, ms = '', id = ''] = /^([0-9a-z]{1,10})\.([A-Za-z0-9_]{1,40})$/.exec(text) ?? []
  const at = parseInt(ms, 36)
  return at <= MAX_MS ? { createdAt: new Date(at).toISOString(), id } : undefined
}

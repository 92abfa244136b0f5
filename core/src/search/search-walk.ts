import type { Cursor } from '../kernel/cursor.js'
import type { Batch } from '../kernel/keyset.js'
import type { Scope } from '../kernel/principal.js'
import {
  documentOf,
  type FindableKind,
  firstOf,
  lastOf,
  momentOf,
  PER_MS,
  type SearchIndex,
} from './search-index.repository.js'
import { type Findable, matches, type SearchQuery, type TermsOfTyped, termsToFind } from './search-words.js'

/** Rows of the kind that is searched. */
export interface RowsToSearch<Row> {
  createdAt(moments: readonly string[]): Promise<Row[]>
  byIds(ids: readonly string[]): Promise<Row[]>
  findable(row: Row): Findable
}

interface Search {
  scope: Scope
  kind: FindableKind
  query: SearchQuery
  direction: 'older' | 'newer'
}

/** Before and after every id of a millisecond. */
const FIRST_ID = '0'
const LAST_ID = 'zzzz'
const MAX_QUEUED = 200
const PROBE = 200
/** Beyond this many entries that only may match, whole words alone are looked for. */
const MAX_LOOSE = 1000

/** Walks through what matches, in the order of a list, batch by batch. One walk serves one page. */
export class SearchWalk<Row extends Cursor> {
  private readonly isOlder: boolean
  private lists: TermsOfTyped[] | undefined
  private queued: Row[] | undefined
  private looked = 0

  constructor(
    private readonly index: SearchIndex,
    private readonly rows: RowsToSearch<Row>,
    private readonly search: Search,
  ) {
    this.isOlder = search.direction === 'older'
  }

  async read(from: Cursor | undefined, count: number): Promise<Batch<Row>> {
    const lists = (this.lists ??= await this.rarestFirst(from))
    this.queued ??= await this.readQueued()
    const { documents, last } = await this.wholeMoments(this.termsOf(lists), this.edgeOf(from), count)
    this.looked += count
    const end = last === null ? null : { createdAt: last, id: this.isOlder ? LAST_ID : FIRST_ID }
    const wanted = new Set(documents)
    const moments = [...new Set(documents.map(momentOf))]
    const found = moments.length === 0 ? [] : await this.rows.createdAt(moments)
    const indexed = found.filter((row) => wanted.has(documentOf(row)))
    const rows = new Map([...indexed, ...this.queued].map((row) => [row.id, row]))
    const within = [...rows.values()].filter(
      (row) =>
        (from === undefined || this.isBefore(from, row)) &&
        (end === null || this.isBefore(row, end)) &&
        matches(this.rows.findable(row), this.search.query),
    )
    return { rows: within.sort((one, other) => (this.isBefore(one, other) ? -1 : 1)), last: end }
  }

  /** In the direction of the walk. */
  private isBefore(one: Cursor, other: Cursor): boolean {
    const isNewer = one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt
    return this.isOlder ? isNewer : !isNewer && one.id !== other.id
  }

  private edgeOf(from: Cursor | undefined): number | null {
    if (from === undefined) return null
    return this.isOlder ? lastOf(from.createdAt) : firstOf(from.createdAt)
  }

  private termsOf([first, ...others]: readonly TermsOfTyped[]): string[][] {
    const isPrecise = this.looked >= MAX_LOOSE
    const all = ({ precise, loose }: TermsOfTyped): string[] => [...precise, ...loose]
    return first ? [isPrecise ? first.precise : all(first), ...others.map(all)] : []
  }

  /** Rows of one millisecond are ordered by their ids, which the index does not hold: a batch ends between two moments. */
  private async wholeMoments(
    lists: readonly (readonly string[])[],
    edge: number | null,
    count: number,
  ): Promise<{ documents: number[]; last: string | null }> {
    let { documents, last } = await this.index.documents(this.where, lists, edge, count)
    if (last !== null && edge !== null && momentOf(edge) === momentOf(last)) {
      ;({ documents, last } = await this.index.documents(this.where, lists, edge, PER_MS + 1))
    }
    if (last === null) return { documents, last: null }
    const moment = momentOf(last)
    return { documents: documents.filter((document) => momentOf(document) !== moment), last: moment }
  }

  private get where() {
    return { scope: this.search.scope, kind: this.search.kind, isOlder: this.isOlder }
  }

  /** What was typed, beginning with what reaches furthest with few entries. */
  private async rarestFirst(from: Cursor | undefined): Promise<TermsOfTyped[]> {
    const lists = this.search.query.typed.map(termsToFind)
    if (lists.length === 1) return lists
    const probed = await Promise.all(
      lists.map(async (list) => {
        const terms = [[...list.precise, ...list.loose]]
        const { last } = await this.index.documents(this.where, terms, this.edgeOf(from), PROBE)
        const reach = last === null ? Infinity : this.isOlder ? -last : last
        return { list, reach }
      }),
    )
    return probed.sort((one, other) => other.reach - one.reach).map(({ list }) => list)
  }

  private async readQueued(): Promise<Row[]> {
    const ids = await this.index.queued(this.search.scope, this.search.kind, MAX_QUEUED)
    return ids.length === 0 ? [] : this.rows.byIds(ids)
  }
}

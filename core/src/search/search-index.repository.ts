import type { Engine, Reader, Tx } from '../database/engine.js'
import { Statement } from '../database/statement.js'
import { Statements } from '../database/statements.js'
import type { Cursor } from '../kernel/cursor.js'
import type { Scope } from '../kernel/principal.js'
import { type Findable, termsOf } from './search-words.js'

/** By the prefix of their ids. */
export const FINDABLE_KINDS = ['plink', 'pay', 'inv'] as const
export type FindableKind = (typeof FINDABLE_KINDS)[number]

export interface Documents {
  documents: number[]
  /** Where the lists were cut off; null: they were read to their end. */
  last: number | null
}

export interface Queued extends Scope {
  id: string
}

interface QueuedRow {
  account_id: string
  livemode: boolean | number
  object_id: string
}

/** Documents are numbered by the millisecond of their creation, so that a term's entries are in the order of a list. */
const EPOCH_MS = Date.UTC(2020, 0, 1)
/** Those of one millisecond are told apart by a number made of their id; the rare two alike share an entry. */
export const PER_MS = 4096
const HALF = 2 ** 26

const CLAIM = new Statement<QueuedRow>(
  `delete from search_queue where (account_id, livemode, object_id) in (
     select account_id, livemode, object_id from search_queue order by object_id desc limit ?)
   returning account_id, livemode, object_id`,
  `delete from search_queue where (account_id, livemode, object_id) in (
     select account_id, livemode, object_id from search_queue order by object_id desc limit ? for update skip locked)
   returning account_id, livemode, object_id`,
)
const INSERT = new Statement<never>(
  `insert or ignore into search_terms (term, document)
     select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(?)`,
  `insert into search_terms (term, document)
     select (value ->> 0)::bigint, (value ->> 1)::bigint from json_array_elements(?::json)
   on conflict do nothing`,
)
const REMOVE = new Statement<never>(
  `delete from search_terms where (term, document) in
     (select json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(?))`,
  `delete from search_terms where (term, document) in
     (select (value ->> 0)::bigint, (value ->> 1)::bigint from json_array_elements(?::json))`,
)
const QUEUED = new Statement<{ object_id: string }>(
  `select object_id from search_queue where account_id = ? and livemode = ? and object_id >= ? and object_id < ?
   order by object_id desc limit ?`,
)

/**
 * Which links, payments and invoices have which words, by account, mode and kind. Entries are only added, except when a customer is
 * erased: one that is out of date costs a look at its row, since every row found is compared with what was typed.
 */
export class SearchIndex {
  private readonly statements = new Statements<{ document: number | string; hit: number | null }>()

  constructor(
    private readonly reader: Reader,
    private readonly engine: Engine,
  ) {}

  /** Takes up to `limit` from the queue, the newest first; they are back if the transaction fails. */
  async claim(tx: Tx, limit: number): Promise<Queued[]> {
    const rows = await CLAIM.rows(tx, [limit])
    return rows.map(({ account_id, livemode, object_id }) => ({
      accountId: account_id,
      livemode: Boolean(livemode),
      id: object_id,
    }))
  }

  async add(tx: Tx, scope: Scope, kind: FindableKind, found: readonly Findable[]): Promise<void> {
    const entries = found.flatMap((one) => entriesOf(scope, kind, one))
    // In one order: two workers that write the same entries wait for each other once.
    entries.sort(([one], [other]) => one - other)
    if (entries.length > 0) await INSERT.rows(tx, [JSON.stringify(entries)])
  }

  /** Takes these out of the queue, and waits for a worker that is indexing one of them. */
  async withdraw(tx: Tx, queued: readonly Queued[]): Promise<void> {
    await tx('search_queue')
      .whereIn(
        'object_id',
        queued.map(({ id }) => id),
      )
      .delete()
  }

  async enqueue(tx: Tx, queued: readonly Queued[]): Promise<void> {
    const rows = queued.map(({ accountId, livemode, id }) => ({ account_id: accountId, livemode, object_id: id }))
    await tx('search_queue').insert(rows).onConflict(['account_id', 'livemode', 'object_id']).ignore()
  }

  async remove(tx: Tx, entries: readonly (readonly [term: number, document: number])[]): Promise<void> {
    if (entries.length > 0) await REMOVE.rows(tx, [JSON.stringify(entries)])
  }

  /** Ids that wait to be indexed, the newest first. */
  async queued({ accountId, livemode }: Scope, kind: FindableKind, limit: number): Promise<string[]> {
    const rows = await QUEUED.rows(this.reader, [accountId, livemode, `${kind}_`, `${kind}\``, limit])
    return rows.map((row) => row.object_id)
  }

  /**
   * The documents that have one of the first terms, and one of each of the others, in the order of a list from `from` on.
   * Reads up to `limit` entries of each of the first terms.
   */
  async documents(
    { scope, kind, isOlder }: { scope: Scope; kind: FindableKind; isOlder: boolean },
    [first = [], ...others]: readonly (readonly string[])[],
    from: number | null,
    limit: number,
  ): Promise<Documents> {
    const numbers = (terms: readonly string[]): number[] => terms.map((term) => termNumber(scope, kind, term))
    const edge = from ?? (isOlder ? Number.MAX_SAFE_INTEGER : -1)
    const lists = await Promise.all(
      numbers(first).map(async (term) => {
        const values = [term, edge, limit]
        return (await this.statements.of(listSql(isOlder)).rows(this.reader, values)).map((row) => Number(row.document))
      }),
    )
    // Beyond the end of a list that was cut off, the others are not complete.
    const cuts = lists.filter((list) => list.length === limit).map((list) => list.at(-1) ?? 0)
    const last = cuts.length === 0 ? null : isOlder ? Math.max(...cuts) : Math.min(...cuts)
    const isWithin = (document: number): boolean => last === null || (isOlder ? document >= last : document <= last)
    let documents = [...new Set(lists.flat())]
      .filter(isWithin)
      .sort((one, other) => (isOlder ? other - one : one - other))
    for (const terms of others) {
      if (documents.length === 0) break
      documents = await this.having(numbers(terms), documents)
    }
    return { documents, last }
  }

  private async having(terms: number[], documents: number[]): Promise<number[]> {
    const rows = await this.statements
      .of(this.havingSql(terms.length))
      .rows(this.reader, [...terms, JSON.stringify(documents)])
    const having = new Set(rows.filter(({ hit }) => hit !== null).map((row) => Number(row.document)))
    return documents.filter((document) => having.has(document))
  }

  /** A subquery for each document: as a join, the engines may read all entries of a term that half the rows have. */
  private havingSql(count: number): string {
    const terms = Array.from({ length: count }, () => '?').join(', ')
    const [value, documents] =
      this.engine === 'sqlite'
        ? ['value', 'json_each(?)']
        : ['value::bigint', 'json_array_elements_text(?::json) as asked (value)']
    const hit = `select 1 from search_terms where term in (${terms}) and document = ${value} limit 1`
    return `select ${value} as document, (${hit}) as hit from ${documents}`
  }
}

const listSql = (isOlder: boolean): string =>
  isOlder
    ? 'select document from search_terms where term = ? and document <= ? order by document desc limit ?'
    : 'select document from search_terms where term = ? and document >= ? order by document limit ?'

/** Each of its terms with its document. */
export function entriesOf(scope: Scope, kind: FindableKind, found: Findable): [term: number, document: number][] {
  const document = documentOf(found)
  return termsOf(found).map((term) => [termNumber(scope, kind, term), document])
}

/** From a row, or from the position of a page. */
export const documentOf = ({ createdAt, id }: Cursor): number => firstOf(createdAt) + (hashOf(id) % PER_MS)

/** The lowest number of a document of this millisecond, and the highest. */
export const firstOf = (createdAt: string): number => (Date.parse(createdAt) - EPOCH_MS) * PER_MS
export const lastOf = (createdAt: string): number => firstOf(createdAt) + PER_MS - 1

export const momentOf = (document: number): string => new Date(Math.floor(document / PER_MS) + EPOCH_MS).toISOString()

/** 52 bits. Two terms that are alike only cost a look. */
function termNumber({ accountId, livemode }: Scope, kind: FindableKind, term: string): number {
  const text = `${accountId} ${livemode ? 'live' : 'test'} ${kind} ${term}`
  return (hashOf(text) % HALF) * HALF + (hashOf(`${text} `, 0x9747b28c) % HALF)
}

/** FNV-1a, mixed. */
function hashOf(text: string, seed = 0x811c9dc5): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 12
  return hash >>> 0
}

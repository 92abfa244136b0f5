import Database from 'better-sqlite3'
import pg from 'pg'

export type BulkRow = Record<string, string | number | boolean | null>

/** Writes many rows at once, past the service: nothing else may use the database meanwhile. */
export interface Bulk {
  accountId(): Promise<string>
  /** All rows have the columns of the first. */
  insert(table: string, rows: BulkRow[]): Promise<void>
  /** Pairs one after the other, already in the order of the table's key. */
  insertTerms(pairs: Float64Array): Promise<void>
  run(sql: string): Promise<void>
  close(): Promise<void>
}

export async function openBulk(databaseUrl: string): Promise<Bulk> {
  if (databaseUrl.startsWith('sqlite:')) return new SqliteBulk(databaseUrl.slice('sqlite:'.length))
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('begin')
  return new PostgresBulk(client)
}

class SqliteBulk implements Bulk {
  private readonly database: Database.Database

  constructor(path: string) {
    this.database = new Database(path)
    // In a write-ahead log every page would be written twice, and looked up there when it is read again.
    this.database.pragma('journal_mode = MEMORY')
    this.database.pragma('synchronous = OFF')
    this.database.pragma('cache_size = -600000')
    this.database.exec('begin exclusive')
  }

  accountId(): Promise<string> {
    return Promise.resolve((this.database.prepare('select id from accounts').get() as { id: string }).id)
  }

  insert(table: string, rows: BulkRow[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {})
    const places = columns.map(() => '?').join(', ')
    const insert = this.database.prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
    for (const row of rows) insert.run(columns.map((column) => bound(row[column])))
    return Promise.resolve()
  }

  insertTerms(pairs: Float64Array): Promise<void> {
    const prepare = (count: number) => {
      const places = Array.from({ length: count }, () => '(cast(? as integer), cast(? as integer))').join(', ')
      return this.database.prepare(`insert or ignore into search_terms (term, document) values ${places}`)
    }
    const AT_ONCE = 256
    const many = prepare(AT_ONCE)
    const whole = pairs.length - (pairs.length % (2 * AT_ONCE))
    for (let at = 0; at < whole; at += 2 * AT_ONCE) many.run(...pairs.subarray(at, at + 2 * AT_ONCE))
    const rest = pairs.subarray(whole)
    if (rest.length > 0) prepare(rest.length / 2).run(...rest)
    return Promise.resolve()
  }

  run(sql: string): Promise<void> {
    this.database.exec(sql)
    return Promise.resolve()
  }

  close(): Promise<void> {
    this.database.exec('commit')
    // Otherwise the system would write it back half a minute later, in the middle of a sample.
    this.database.pragma('synchronous = FULL')
    this.database.exec('analyze')
    this.database.pragma('journal_mode = WAL')
    this.database.close()
    return Promise.resolve()
  }
}

class PostgresBulk implements Bulk {
  constructor(private readonly client: pg.Client) {}

  async accountId(): Promise<string> {
    const { rows } = await this.client.query<{ id: string }>('select id from accounts')
    return rows[0]?.id ?? ''
  }

  async insert(table: string, rows: BulkRow[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {}).join(', ')
    await this.client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }

  async insertTerms(pairs: Float64Array): Promise<void> {
    const AT_ONCE = 200_000
    for (let at = 0; at < pairs.length; at += AT_ONCE) {
      const some = pairs.subarray(at, at + AT_ONCE)
      const columns = [0, 1].map((offset) => `{${some.filter((_, position) => position % 2 === offset).join(',')}}`)
      await this.client.query(
        `insert into search_terms (term, document) select * from unnest($1::bigint[], $2::bigint[])
         on conflict do nothing`,
        columns,
      )
    }
  }

  async run(sql: string): Promise<void> {
    await this.client.query(sql)
  }

  async close(): Promise<void> {
    await this.client.query('commit')
    await this.client.query('vacuum analyze')
    await this.client.query('checkpoint')
    await this.client.end()
  }
}

const bound = (value: BulkRow[string] | undefined): string | number | null =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

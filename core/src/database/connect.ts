import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import knex, { type Knex } from 'knex'
import { type Engine, postgresTimestampToIso, type Reader } from './engine.js'
import { ImmediateSqlite } from './immediate-sqlite.js'

/** A connected database: one pool to read from, and one to write with (on Postgres they are the same). */
export interface Connected {
  engine: Engine
  reader: Reader
  writer: Knex
  close(): Promise<void>
}

const POSTGRES_POOL = 10
const LOCK_TIMEOUT_MS = 3000

/** `url` is `sqlite:<path>` or `postgres://…`. Nothing is opened until the first query. */
export function connect(url: string): Connected {
  return url.startsWith('sqlite:') ? connectSqlite(url.slice('sqlite:'.length)) : connectPostgres(url)
}

function connectSqlite(path: string): Connected {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const open = (readonly: boolean): Knex =>
    knex({
      client: ImmediateSqlite as unknown as typeof knex.Client,
      connection: { filename: path },
      useNullAsDefault: true,
      compileSqlOnError: false,
      pool: { min: 1, max: 1, afterCreate: prepareSqlite(readonly) },
    })
  const writer = open(false)
  const reader = open(true)
  return {
    engine: 'sqlite',
    reader,
    writer,
    close: async () => {
      await reader.destroy()
      await writer.destroy()
    },
  }
}

interface SqliteConnection {
  pragma(text: string, options?: { simple: boolean }): unknown
}

/** The driver's defaults can lose the last commits when the power fails; ours are set and then read back. */
const SQLITE_PRAGMAS: Record<string, { set: string; expect: unknown }> = {
  busy_timeout: { set: '5000', expect: 5000 },
  journal_mode: { set: 'WAL', expect: 'wal' },
  synchronous: { set: 'FULL', expect: 2 },
  foreign_keys: { set: 'ON', expect: 1 },
  secure_delete: { set: 'ON', expect: 1 },
  trusted_schema: { set: 'OFF', expect: 0 },
}

function prepareSqlite(readonly: boolean) {
  return (connection: SqliteConnection, done: (error: Error | null, connection: unknown) => void): void => {
    try {
      for (const [name, { set, expect }] of Object.entries(SQLITE_PRAGMAS)) {
        connection.pragma(`${name} = ${set}`)
        const actual = connection.pragma(name, { simple: true })
        if (actual !== expect) throw new Error(`PRAGMA ${name} is ${String(actual)}, expected ${String(expect)}`)
      }
      if (readonly) connection.pragma('query_only = ON')
      done(null, connection)
    } catch (error) {
      done(error as Error, connection)
    }
  }
}

const PG_BOOL = 16
const PG_INT2 = 21
const PG_INT4 = 23
const PG_INT8 = 20
const PG_TIMESTAMPTZ = 1184
const PG_BYTEA = 17

const asText = (text: string): unknown => text
const asFlag = (text: string): unknown => text === 't'
const asBytes = (text: string): unknown => Buffer.from(text.slice(2), 'hex')
const PARSERS = new Map<number, (text: string) => unknown>([
  [PG_BOOL, asFlag],
  [PG_BYTEA, asBytes],
  [PG_INT8, Number],
  [PG_INT2, Number],
  [PG_INT4, Number],
  [PG_TIMESTAMPTZ, postgresTimestampToIso],
])

/** Values come back as they do from SQLite: whole numbers as numbers, times as ISO 8601 texts. */
const postgresTypes = {
  getTypeParser: (oid: number): ((text: string) => unknown) => PARSERS.get(oid) ?? asText,
}

function connectPostgres(url: string): Connected {
  const pool = knex({
    client: 'pg',
    connection: {
      connectionString: url,
      types: postgresTypes,
      options: `-c lock_timeout=${LOCK_TIMEOUT_MS} -c timezone=UTC -c jit=off -c idle_in_transaction_session_timeout=30000`,
      keepAlive: true,
    } as Knex.PgConnectionConfig,
    compileSqlOnError: false,
    pool: { min: 0, max: POSTGRES_POOL },
    acquireConnectionTimeout: 10_000,
  })
  return { engine: 'postgres', reader: pool, writer: pool, close: () => pool.destroy() }
}

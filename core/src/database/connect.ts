import knex, { type Knex } from 'knex'
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import { connectSqlite } from './connect-sqlite.js'
import type { DatabaseConnection } from './database-connection.js'
import { DatabaseHosts } from './database-hosts.js'
import type { QueryLimits } from './deadline-client.js'
import { type DatabaseUrls, directUrlOf } from './direct-url.js'
import { postgresTimestampToIso, type Writer } from './engine.js'
import { OutageWatch } from './outage-watch.js'
import { PostgresDialect } from './postgres-dialect.js'
import { QUIET } from './quiet-knex.js'
import { sqlitePathOf } from './sqlite-path.js'

/** `acquireMs`: time to get a connection from the pool, connecting included. */
export interface DatabaseLimits extends QueryLimits {
  acquireMs: number
}

/** For requests: a few seconds in all, then the client is told to retry. */
export const REQUEST_LIMITS: DatabaseLimits = { queryMs: 3 * SECOND_MS, connectMs: 2 * SECOND_MS, acquireMs: 2500 }
/** For commands, which an operator can interrupt. */
export const COMMAND_LIMITS: DatabaseLimits = {
  queryMs: 30 * SECOND_MS,
  connectMs: 3 * SECOND_MS,
  acquireMs: 5 * SECOND_MS,
}
/** For migrations, which may rewrite a table. */
export const MIGRATION_LIMITS: DatabaseLimits = { ...COMMAND_LIMITS, queryMs: 60 * MINUTE_MS }

const POSTGRES_POOL = 10
/** Shorter than a query's deadline, so that a lock timeout is reported as one and the connection survives it. */
const LOCK_TIMEOUT = '2s'
const UTC = 'UTC'
/** No transaction waits on the network, so an idle one belongs to a process that has exited. */
const IDLE_IN_TRANSACTION_MS = 10 * SECOND_MS
/** For background statements that may scan many rows. */
const LONG_QUERY_MS = 30 * SECOND_MS
/** The server cancels a statement shortly after the client gave up on it. */
const STATEMENT_MARGIN_MS = SECOND_MS

/** Often enough that firewalls do not drop idle connections. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10 * SECOND_MS }

const APPLICATION_NAME = 'paylink'

export interface ConnectOptions {
  /** Never through a pooler. */
  readOnly?: boolean
  /** The address may be that of a pooler, which gives each transaction another session. */
  isPooled?: boolean
  /** A file of SQLite is not created. */
  mustExist?: boolean
}

/** `url` is `sqlite:<path>` or `postgres://…`. Nothing is opened until the first query. @throws NoDatabaseError */
export function connect(
  url: string,
  limits: DatabaseLimits = REQUEST_LIMITS,
  { readOnly = false, isPooled = false, mustExist = false }: ConnectOptions = {},
): DatabaseConnection {
  const outages = new OutageWatch()
  const path = sqlitePathOf(url)
  if (path !== null) return connectSqlite(path, outages, { readOnly, mustExist })
  return connectPostgres(url, limits, outages, { readOnly, isPooled })
}

/** Through the pooler, if there is one: many processes then share few sessions. */
export function connectForRequests(
  settings: DatabaseUrls,
  limits: DatabaseLimits,
  { readOnly = false, mustExist = false }: Omit<ConnectOptions, 'isPooled'> = {},
): DatabaseConnection {
  const isPooled = settings.databaseDirectUrl !== null && !readOnly
  const url = isPooled ? settings.databaseUrl : directUrlOf(settings)
  return connect(url, limits, { readOnly, isPooled, mustExist })
}

/** For connections outside the pool: the listener and the graphile-worker schedule. */
export const clientConfig = (connectionString: string, outages: OutageWatch, limits = REQUEST_LIMITS) => ({
  hosts: DatabaseHosts.of(connectionString),
  application_name: APPLICATION_NAME,
  ...KEEP_ALIVE,
  limits,
  outages,
})

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

/** The same values as SQLite returns: integers as numbers, times as ISO 8601 strings. */
const postgresTypes = {
  getTypeParser: (oid: number): ((text: string) => unknown) => PARSERS.get(oid) ?? asText,
}

function connectPostgres(
  url: string,
  limits: DatabaseLimits,
  outages: OutageWatch,
  { readOnly, isPooled }: Required<Omit<ConnectOptions, 'mustExist'>>,
): DatabaseConnection {
  const settings = {
    lock_timeout: LOCK_TIMEOUT,
    statement_timeout: Math.max(limits.queryMs, LONG_QUERY_MS) + STATEMENT_MARGIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    timezone: UTC,
    jit: 'off',
    ...(readOnly ? { default_transaction_read_only: 'on' } : {}),
  }
  const pool = knex({
    client: PostgresDialect as unknown as typeof knex.Client,
    connection: {
      application_name: APPLICATION_NAME,
      types: postgresTypes,
      // Poolers pass on this parameter, unlike `options`.
      ...(isPooled ? { timeZone: UTC } : { options: asOptions(settings) }),
      ...KEEP_ALIVE,
    },
    compileSqlOnError: false,
    log: QUIET,
    pool: { min: 0, max: POSTGRES_POOL },
    acquireConnectionTimeout: limits.acquireMs,
    limits,
    outages,
    hosts: DatabaseHosts.of(url),
    readOnly,
    transactionSettings: isPooled ? asStatements('SET LOCAL', settings) : null,
    sessionSettings: asStatements('SET', settings),
    expected: isPooled ? { TimeZone: UTC } : { lock_timeout: LOCK_TIMEOUT },
  } as Knex.Config)
  return { engine: 'postgres', reader: pool, writer: pool as Writer, isPooled, outages, close: () => pool.destroy() }
}

const asStatements = (set: 'SET' | 'SET LOCAL', values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `${set} ${name} = '${value}';`)
    .join(' ')

const asOptions = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

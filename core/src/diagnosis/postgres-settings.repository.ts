import type { Reader } from '../database/engine.js'

export interface PostgresSettings {
  /** Connections that this role and database may have; a limit of theirs, or what the server has for all. */
  connections: number
  /** Settings without which a crash of the machine loses what was acknowledged. */
  notDurable: string[]
  encoding: string
  major: number
  /** Its clock, as ISO 8601. */
  now: string
}

interface Row {
  max: number
  reserved: number
  role_limit: number
  database_limit: number
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  encoding: string
  version: number
  now: string
}

const READ = `
  select current_setting('max_connections')::int as max,
    current_setting('superuser_reserved_connections')::int as reserved,
    (select rolconnlimit from pg_roles where rolname = current_user) as role_limit,
    (select datconnlimit from pg_database where datname = current_database()) as database_limit,
    current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    current_setting('server_encoding') as encoding,
    current_setting('server_version_num')::int / 10000 as version,
    clock_timestamp() as now`

const UNLIMITED = -1

export async function readPostgresSettings(reader: Reader): Promise<PostgresSettings> {
  const { rows } = await reader.raw<{ rows: Row[] }>(READ)
  const [row] = rows
  if (!row) throw new Error('Postgres did not tell its settings')
  const limits = [row.max - row.reserved, row.role_limit, row.database_limit].filter((one) => one !== UNLIMITED)
  const durable = ['fsync', 'full_page_writes', 'synchronous_commit'] as const
  return {
    connections: Math.min(...limits),
    notDurable: durable.filter((name) => row[name] === 'off'),
    encoding: row.encoding,
    major: row.version,
    now: row.now,
  }
}

import type { Knex } from 'knex'
import { SECOND_MS } from '../kernel/clock.js'
import { isLockTimeout } from './engine.js'

/** Advisory locks of Postgres, by number. */
export const SESSION_LOCKS = {
  /** Held exclusively by each migration step, and shared by a reader that needs a schema that stands still. */
  schema: 7_214_553,
  /** Held by a migrator from its snapshot to its last step. */
  migrator: 7_214_554,
  /** Held by a move in its source. */
  move: 7_214_555,
} as const

/** A server needs a moment to notice that the process of a connection was killed. */
const MAX_WAIT_MS = 5 * SECOND_MS

interface Connection {
  query(text: string): Promise<{ rows: unknown[] }>
}

interface Client {
  acquireConnection(): Promise<Connection>
  releaseConnection(connection: Connection): Promise<void>
}

/**
 * Holds a lock of Postgres while `work` runs, on a connection that `work` may use for a transaction. The lock ends with
 * the process. A pooler in transaction mode does not support such locks.
 *
 * @param orElse thrown if it is still held elsewhere after five seconds; without it, the lock is waited for
 */
export async function withSessionLock<T>(
  database: Knex,
  { lock, shared = false, orElse }: { lock: keyof typeof SESSION_LOCKS; shared?: boolean; orElse?: Error },
  work: (connection: unknown) => Promise<T>,
): Promise<T> {
  const client = database.client as Client
  const connection = await client.acquireConnection()
  const [suffix, key] = [shared ? '_shared' : '', SESSION_LOCKS[lock]]
  try {
    // Servers before version 14 have no such setting.
    await connection.query("select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout'")
    await take(connection, `pg_advisory_lock${suffix}(${key})`, orElse)
    try {
      return await work(connection)
    } finally {
      // A connection that was lost has released it.
      await connection.query(`select pg_advisory_unlock${suffix}(${key})`).catch(() => undefined)
    }
  } finally {
    await client.releaseConnection(connection)
  }
}

async function take(connection: Connection, lock: string, orElse: Error | undefined): Promise<void> {
  await connection.query(`set lock_timeout = ${orElse ? MAX_WAIT_MS : 0}`)
  try {
    await connection.query(`select ${lock}`)
  } catch (error) {
    throw orElse && isLockTimeout(error) ? orElse : error
  }
  await connection.query('set lock_timeout = 0')
}

import Database from 'better-sqlite3'
import pg from 'pg'
import { clientConfig, COMMAND_LIMITS } from '@paylink/core/database/connect'
import { DeadlineClient } from '@paylink/core/database/deadline-client'
import { OutageWatch } from '@paylink/core/database/outage-watch'

/** As the server connects: to the one of several hosts that accepts writes. */
function openPool(url: string): pg.Pool {
  const config = clientConfig(url, new OutageWatch(), COMMAND_LIMITS)
  return new pg.Pool({ ...config, max: 2, Client: DeadlineClient } as unknown as pg.PoolConfig)
}

/**
 * Looks into the database of a server that may be killed at any moment. On SQLite every look is a read-only
 * connection of its own: none outlives the server, so that the next process has to recover.
 */
export class DatabaseView {
  private readonly pool: pg.Pool | null

  constructor(private readonly url: string) {
    this.pool = url.startsWith('postgres') ? openPool(url) : null
    this.pool?.on('error', () => undefined)
  }

  get isPostgres(): boolean {
    return this.pool !== null
  }

  /** `?` is a placeholder. */
  async rows<T = any>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    if (this.pool) {
      let count = 0
      return (
        await this.pool.query(
          sql.replace(/\?/g, () => `$${++count}`),
          [...values],
        )
      ).rows as T[]
    }
    const database = new Database(this.path, { readonly: true, fileMustExist: true })
    try {
      return database.prepare(sql).all(...values) as T[]
    } finally {
      database.close()
    }
  }

  /**
   * Changes rows while no server runs. Returns what lets go of the database: only after the next server has
   * started, for the last connection that closes would tidy up what the crash left.
   */
  async change(statements: readonly string[]): Promise<() => void> {
    if (this.pool) {
      for (const sql of statements) await this.pool.query(sql)
      return () => undefined
    }
    const database = new Database(this.path)
    for (const sql of statements) database.exec(sql)
    return () => void database.close()
  }

  async close(): Promise<void> {
    await this.pool?.end()
  }

  private get path(): string {
    return this.url.slice('sqlite:'.length)
  }
}

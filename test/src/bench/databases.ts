import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@paylink/core/composition/migrate'
import type { Engine } from '@paylink/core/database/engine'
import Database from 'better-sqlite3'
import pg from 'pg'
import { quietPorts } from '../support/ports.js'
import { TestPostgres } from '../support/postgres.js'
import { settingsFor } from '../support/settings.js'
import { FLOOR_ACCOUNT } from './floor-store.js'

const TMPFS = 0x01021994

/** Databases that keep what they promise when the power fails, on a disk that is one. */
export class BenchDatabases {
  private readonly postgres = new TestPostgres({ isDurable: true })
  private readonly root = mkdtempSync(join(realDisk(), 'paylink-bench-'))
  private count = 0

  constructor() {
    // At the very end: interrupted work continues for a moment.
    process.on('exit', () => rmSync(this.root, { recursive: true, force: true }))
  }

  folder(): string {
    return join(this.root, String(++this.count))
  }

  /** An empty one, beside its user's data folder. */
  async create(engine: Engine, folder: string): Promise<string> {
    return engine === 'sqlite' ? `sqlite:${join(folder, 'paylink.db')}` : this.postgres.createDatabase()
  }

  /** One with our schema and an account. */
  async createForFloor(engine: Engine): Promise<string> {
    const url = await this.create(engine, this.folder())
    await migrate(settingsFor(url, {}), quietPorts())
    const sql = `insert into accounts (id, name, created_at)
      values ('${FLOOR_ACCOUNT}', 'Floor', '2026-01-01T00:00:00.000Z')`
    if (engine === 'sqlite') {
      const database = new Database(url.slice('sqlite:'.length))
      database.exec(sql)
      database.close()
    } else {
      await this.ask(url, sql)
    }
    return url
  }

  /** What the figures depend on. */
  async facts(engine: Engine): Promise<string> {
    if (engine === 'sqlite') return `SQLite in ${this.root}, WAL, synchronous=FULL`
    const url = await this.postgres.createDatabase()
    const values = []
    for (const name of ['server_version', 'fsync', 'synchronous_commit']) {
      const [row] = await this.ask(url, `show ${name}`)
      values.push(`${name}=${String(row?.[name])}`)
    }
    await this.postgres.dropDatabase(url)
    return `Postgres: ${values.join(', ')}`
  }

  async stop(): Promise<void> {
    await this.postgres.stop()
  }

  private async ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(url)
    await client.connect()
    return client
      .query<Record<string, unknown>>(sql)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
}

/** Where /tmp is memory, an fsync costs nothing. */
function realDisk(): string {
  return statfsSync(tmpdir()).type === TMPFS ? '/var/tmp' : tmpdir()
}

import type { Knex } from 'knex'
import type { DatabaseConnection } from './database-connection.js'
import type { Engine } from './engine.js'
import type { Migration } from './migration.js'
import { MIGRATIONS } from './migrations/index.js'
import { SchemaMismatchError } from './schema-mismatch.js'
import { SESSION_LOCKS } from './session-lock.js'

export interface MigrationStatus {
  name: string
  applied: boolean
  appliedAt: string | null
}

const TABLE = 'schema_migrations'

/**
 * Applies the numbered steps, each in one transaction with the record that it was applied. Concurrent migrators take
 * turns: the second finds nothing left to do.
 */
export class Migrator {
  constructor(
    private readonly database: DatabaseConnection,
    private readonly migrations: readonly Migration[] = MIGRATIONS,
  ) {}

  /** Applies what is pending. Returns the names. */
  async up(): Promise<string[]> {
    this.refuseAhead((await this.compare()).unknown)
    const done: string[] = []
    for (const migration of this.migrations) {
      const applied = await this.inTurn(async (tx) => {
        if (await tx(TABLE).where({ name: migration.name }).first()) return false
        await migration.up(tx, this.database.engine)
        await tx(TABLE).insert({ name: migration.name })
        return true
      })
      if (applied) done.push(migration.name)
    }
    return done
  }

  /** Reverts the newest step. Returns its name, or null if there is none. */
  async down(): Promise<string | null> {
    this.refuseAhead((await this.compare()).unknown)
    return this.inTurn(async (tx) => {
      const rows = await tx<{ name: string }>(TABLE).select('name')
      const names = new Set(rows.map((row) => row.name))
      const migration = this.migrations.findLast(({ name }) => names.has(name))
      if (!migration) return null
      await migration.down(tx, this.database.engine)
      await tx(TABLE).where({ name: migration.name }).delete()
      return migration.name
    })
  }

  async status(): Promise<MigrationStatus[]> {
    const applied = await this.applied()
    const known = this.migrations.map(({ name }) => name)
    const all = [...known, ...[...applied.keys()].filter((name) => !known.includes(name))]
    return all.map((name) => ({ name, applied: applied.has(name), appliedAt: applied.get(name) ?? null }))
  }

  /** @throws SchemaMismatchError the schema is behind or ahead. */
  async assertCurrent(): Promise<void> {
    const { pending, unknown } = await this.compare()
    if (pending.length > 0 || unknown.length > 0) throw new SchemaMismatchError(pending, unknown)
  }

  private async compare(): Promise<{ pending: string[]; unknown: string[] }> {
    const applied = await this.applied()
    const known = new Set(this.migrations.map(({ name }) => name))
    return {
      pending: [...known].filter((name) => !applied.has(name)),
      unknown: [...applied.keys()].filter((name) => !known.has(name)),
    }
  }

  private refuseAhead(unknown: string[]): void {
    if (unknown.length > 0) throw new SchemaMismatchError([], unknown)
  }

  private async applied(): Promise<Map<string, string>> {
    if (!(await this.database.reader.schema.hasTable(TABLE))) return new Map()
    const rows = await this.database.reader<{ name: string; applied_at: string }>(TABLE).select('name', 'applied_at')
    return new Map(rows.map((row) => [row.name, row.applied_at]))
  }

  private inTurn<T>(step: (tx: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.database.writer.transaction(async (tx) => {
      // On SQLite the transaction is lock enough: it begins with the write lock.
      if (this.database.engine === 'postgres') await lockSchema(tx)
      await tx.raw(createTable(this.database.engine))
      return step(tx)
    })
  }
}

/** On Postgres, to the end of the transaction: no other changes the schema, or reads it in a snapshot. */
export async function lockSchema(tx: Knex.Transaction): Promise<void> {
  await tx.raw('set local lock_timeout = 0')
  await tx.raw('select pg_advisory_xact_lock(?)', [SESSION_LOCKS.schema])
}

/**
 * Makes the schema of another moment in an empty database: that after these steps.
 *
 * @throws SchemaMismatchError this version does not know one of them
 */
export async function createSchema(tx: Knex.Transaction, engine: Engine, names: readonly string[]): Promise<void> {
  const steps = MIGRATIONS.filter(({ name }) => names.includes(name))
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length > 0) throw new SchemaMismatchError([], unknown)
  await tx.raw(createTable(engine))
  for (const step of steps) {
    await step.up(tx, engine)
    await tx(TABLE).insert({ name: step.name })
  }
}

const createTable = (engine: Engine): string =>
  `create table if not exists ${TABLE} (name text primary key, applied_at ${
    engine === 'postgres'
      ? 'timestamptz(3) not null default now()'
      : "text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"
  })`

import type { Knex } from 'knex'
import { SECOND_MS } from '../kernel/clock.js'
import { SystemTimer } from '../kernel/timer.js'
import type { DatabaseConnection } from './database-connection.js'
import { type Engine, isLockTimeout, isMissingTable } from './engine.js'
import { MigrationFailedError } from './migration-failed.js'
import type { Migration, MigrationKind } from './migration.js'
import { MIGRATIONS } from './migrations/index.js'
import { SchemaMismatchError } from './schema-mismatch.js'
import { SESSION_LOCKS } from './session-lock.js'
import { inBatches } from './statement-batch.js'

export interface MigrationStatus {
  name: string
  kind: MigrationKind
  applied: boolean
  appliedAt: string | null
}

/** Is told which step begins, by its number among all that are to be done. */
export type OnMigration = (name: string, step: number, of: number) => void

/** How the schema differs from the one this version knows. */
interface Difference {
  pending: Migration[]
  unknown: { name: string; kind: MigrationKind }[]
  /** Nothing is applied. */
  isEmpty: boolean
}

interface Applied {
  name: string
  kind: MigrationKind
  appliedAt: string
}

const TABLE = 'schema_migrations'

/** Shorter than the deadline of the requests that wait behind it. */
const LOCK_TIMEOUT_MS = SECOND_MS
const LOCK_PAUSE_MS = 2 * SECOND_MS
/** Ten minutes in all. */
const MAX_LOCK_ATTEMPTS = 200

const timer = new SystemTimer()

/**
 * Applies the numbered steps, each in one transaction with the record that it was applied; to an empty database all of
 * them in one. Concurrent migrators take turns: the second finds nothing left to do.
 */
export class Migrator {
  constructor(
    private readonly database: DatabaseConnection,
    private readonly migrations: readonly Migration[] = MIGRATIONS,
  ) {}

  /**
   * Applies what is pending. Returns the names.
   *
   * @throws SchemaMismatchError, MigrationFailedError
   */
  async up(onStep: OnMigration = () => undefined): Promise<string[]> {
    const pending = await this.pending()
    const first = pending[0]
    const former = first ? (this.migrations[this.migrations.indexOf(first) - 1]?.name ?? null) : null
    // An empty database has no earlier schema to keep, and one commit is faster than one for each step.
    const turns = pending.length === this.migrations.length ? [pending] : pending.map((migration) => [migration])
    const done: string[] = []
    let step = ''
    const begin = (migration: Migration): void => {
      if (migration.name === step) return
      step = migration.name
      onStep(step, pending.indexOf(migration) + 1, pending.length)
    }
    for (const turn of turns) {
      // Before the lock, for which it may wait for long.
      if (turn[0]) begin(turn[0])
      try {
        done.push(...(await this.inTurn((tx) => this.applyAll(tx, turn, begin))))
      } catch (cause) {
        throw new MigrationFailedError({ step, applied: done, former, snapshot: null }, { cause })
      }
    }
    return done
  }

  /**
   * What `up` would apply.
   *
   * @throws SchemaMismatchError the schema is ahead
   */
  async pending(): Promise<Migration[]> {
    const { pending, unknown } = await this.compare()
    // A schema that is ahead by additions is complete for this version; one that also lacks something is another's.
    if (pending.length > 0 || isBlocked(unknown)) refuseAhead(unknown)
    return pending
  }

  /** Reverts the newest step. Returns its name, or null if there is none: the database is empty then. */
  async down(): Promise<string | null> {
    const { unknown, isEmpty } = await this.compare()
    refuseAhead(unknown)
    if (isEmpty) return null
    return this.inTurn((tx) => this.revertNewest(tx))
  }

  /** Reverts all steps that are newer than `name`, the newest first. Returns their names. */
  async downTo(name: string, onStep: OnMigration = () => undefined): Promise<string[]> {
    refuseAhead((await this.compare()).unknown)
    const applied = (await this.status()).filter((step) => step.applied).map((step) => step.name)
    const at = applied.indexOf(name)
    if (at < 0) throw new Error(`${name} is not an applied migration. Run: paylink migrate status`)
    const newer = applied.slice(at + 1)
    const reverted: string[] = []
    for (const [index, step] of newer.toReversed().entries()) {
      onStep(step, index + 1, newer.length)
      const done = await this.inTurn((tx) => this.revertNewest(tx, name))
      if (done !== null) reverted.push(done)
    }
    return reverted
  }

  async status(): Promise<MigrationStatus[]> {
    const applied = await this.applied()
    const known = this.migrations.map(({ name, kind = 'contract' }) => ({ name, kind }))
    const unknown = [...applied.values()].filter((row) => !known.some(({ name }) => name === row.name))
    return [...known, ...unknown].map(({ name, kind }) => {
      const row = applied.get(name)
      return { name, kind, applied: row !== undefined, appliedAt: row?.appliedAt ?? null }
    })
  }

  /** @throws SchemaMismatchError the schema is behind, or ahead by more than additions. */
  async assertCurrent(): Promise<void> {
    const { pending, unknown, isEmpty } = await this.compare()
    if (pending.length > 0 || isBlocked(unknown)) {
      throw new SchemaMismatchError(namesOf(pending), namesOf(unknown), isEmpty)
    }
  }

  /** Skips those that another migrator has applied meanwhile. Returns the names of those it applied. */
  private async applyAll(
    tx: Knex.Transaction,
    migrations: readonly Migration[],
    begin: (migration: Migration) => void,
  ): Promise<string[]> {
    const applied = new Set((await tx<{ name: string }>(TABLE).select('name')).map(({ name }) => name))
    const { engine } = this.database
    const apply = async (send: () => Promise<void>): Promise<string[]> => {
      const pending = migrations.filter(({ name }) => !applied.has(name))
      for (const migration of pending) {
        begin(migration)
        await migration.up(tx, engine)
        // An error is of this step.
        await send()
      }
      await record(tx, pending)
      return namesOf(pending)
    }
    // A step on its own changes tables that are in use: each of its statements has a deadline of its own.
    return engine === 'postgres' && migrations.length > 1 ? inBatches(tx, apply) : apply(() => Promise.resolve())
  }

  /** `until`: this one stays. */
  private async revertNewest(tx: Knex.Transaction, until?: string): Promise<string | null> {
    const rows = await tx<{ name: string }>(TABLE).select('name')
    const names = new Set(rows.map((row) => row.name))
    const migration = this.migrations.findLast(({ name }) => names.has(name))
    if (!migration || migration.name === until) return null
    await migration.down(tx, this.database.engine)
    await tx(TABLE).where({ name: migration.name }).delete()
    if (rows.length === 1) await tx.schema.dropTable(TABLE)
    return migration.name
  }

  private async compare(): Promise<Difference> {
    const applied = await this.applied()
    const known = new Set(this.migrations.map(({ name }) => name))
    return {
      pending: this.migrations.filter(({ name }) => !applied.has(name)),
      unknown: [...applied.values()].filter(({ name }) => !known.has(name)),
      isEmpty: applied.size === 0,
    }
  }

  private async applied(): Promise<Map<string, Applied>> {
    // All columns: before the step that adds it, there is no `kind`.
    const rows = await this.database
      .reader<{ name: string; kind?: MigrationKind; applied_at: string }>(TABLE)
      .select()
      .catch((error: unknown) => {
        // A table that this user may not read is another error, though a catalogue would not list it.
        if (isMissingTable(error)) return []
        throw error
      })
    return new Map(rows.map(({ name, kind = 'contract', applied_at }) => [name, { name, kind, appliedAt: applied_at }]))
  }

  /** Requests queue behind a statement that waits for its table: it gives up soon, lets them pass, and tries again. */
  private async inTurn<T>(step: (tx: Knex.Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.tryInTurn(step)
      } catch (error) {
        const isToRepeat = this.database.engine === 'postgres' && isLockTimeout(error) && attempt < MAX_LOCK_ATTEMPTS
        if (!isToRepeat) throw error
        await timer.sleep(LOCK_PAUSE_MS)
      }
    }
  }

  private tryInTurn<T>(step: (tx: Knex.Transaction) => Promise<T>): Promise<T> {
    return this.database.writer.transaction(async (tx) => {
      // On SQLite the transaction is lock enough: it begins with the write lock.
      if (this.database.engine === 'postgres') {
        await lockSchema(tx)
        await tx.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      }
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

const namesOf = (steps: readonly { name: string }[]): string[] => steps.map(({ name }) => name)

const isBlocked = (unknown: Difference['unknown']): boolean => unknown.some(({ kind }) => kind !== 'expand')

function refuseAhead(unknown: Difference['unknown']): void {
  if (unknown.length > 0) throw new SchemaMismatchError([], namesOf(unknown))
}

/** With their kinds, once the table has that column; its default is that of steps without one. */
async function record(tx: Knex.Transaction, steps: readonly Migration[]): Promise<void> {
  const isKept = steps.some(({ kind }) => kind) && (await tx.schema.hasColumn(TABLE, 'kind'))
  const rows = steps.map(({ name, kind = 'contract' }) => (isKept ? { name, kind } : { name }))
  if (rows.length > 0) await tx(TABLE).insert(rows)
}

/** Of a database that is not there yet. */
export const allPending = (): MigrationStatus[] =>
  MIGRATIONS.map(({ name, kind = 'contract' }) => ({ name, kind, applied: false, appliedAt: null }))

/** Of these steps, those that only a newer version knows. */
export const unknownSteps = (names: readonly string[]): string[] =>
  names.filter((name) => !MIGRATIONS.some((step) => step.name === name))

/**
 * Makes the schema of another moment in an empty database: that after these steps.
 *
 * @throws SchemaMismatchError this version does not know one of them
 */
export async function createSchema(tx: Knex.Transaction, engine: Engine, names: readonly string[]): Promise<void> {
  const steps = MIGRATIONS.filter(({ name }) => names.includes(name))
  const unknown = unknownSteps(names)
  if (unknown.length > 0) throw new SchemaMismatchError([], unknown)
  await tx.raw(createTable(engine))
  for (const step of steps) await step.up(tx, engine)
  await record(tx, steps)
}

const createTable = (engine: Engine): string =>
  `create table if not exists ${TABLE} (name text primary key, applied_at ${
    engine === 'postgres'
      ? 'timestamptz(3) not null default now()'
      : "text not null default (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"
  })`

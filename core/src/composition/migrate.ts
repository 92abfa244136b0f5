import type { Settings } from '@paylink/config'
import { snapshotBeforeMigrating } from '../backup/snapshot-before-migrating.js'
import { assertOneDatabase } from '../database/assert-one-database.js'
import { connect, MIGRATION_LIMITS } from '../database/connect.js'
import { isUntouchedSqlite } from '../database/connect-sqlite.js'
import { directUrlOf } from '../database/direct-url.js'
import { MigrationFailedError } from '../database/migration-failed.js'
import type { Migration } from '../database/migration.js'
import { MIGRATIONS } from '../database/migrations/index.js'
import { Migrator, type OnMigration } from '../database/migrator.js'
import { withSessionLock } from '../database/session-lock.js'
import { sqlitePathOf } from '../database/sqlite-path.js'
import { isGraphileMigrated } from '../work/graphile-schema.js'
import type { Ports } from './ports.js'

export interface Migrated {
  applied: string[]
  /** The backup that was made before; null: nothing was applied, or the database was empty. */
  snapshot: string | null
}

export interface MigrateOptions {
  snapshot?: boolean
  /** Is told of the snapshot as step 0. */
  onStep?: OnMigration
}

/** The name under which `onStep` reports the backup. */
export const SNAPSHOT_STEP = 'snapshot'

/**
 * Brings the schema up to date, the job queue's included. A database that has a schema already is backed up before.
 *
 * @throws NoSnapshotError, OtherDatabaseError nothing was applied
 * @throws SchemaMismatchError, MigrationFailedError
 */
export async function migrate(
  settings: Settings,
  { clock, random, log }: Pick<Ports, 'clock' | 'random' | 'log'>,
  { snapshot: isWanted = true, onStep = () => undefined }: MigrateOptions = {},
): Promise<Migrated> {
  const database = connect(directUrlOf(settings), MIGRATION_LIMITS)
  const inTurn = async (): Promise<Migrated> => {
    await assertOneDatabase(settings, database)
    const migrator = new Migrator(database)
    const pending = await migrator.pending()
    const newest = (await migrator.status()).findLast(({ applied }) => applied)
    let snapshot: string | null = null
    if (isWanted && newest && pending.length > 0) {
      onStep(SNAPSHOT_STEP, 0, pending.length)
      snapshot = await snapshotBeforeMigrating(settings, newest.name, { clock, random, log })
    }
    const migrateTables = (): Promise<string[]> =>
      migrator.up(onStep).catch((error: unknown) => {
        throw error instanceof MigrationFailedError ? error.with(snapshot) : error
      })
    const migrateQueue = async (): Promise<void> => {
      if (database.engine === 'sqlite') return
      const { migrateGraphile } = await import('../work/graphile-schedule.js')
      await migrateGraphile(directUrlOf(settings), database.outages, log)
    }
    // Otherwise the queue's schema waits: if a step fails, the version before must find its own.
    const isEmpty = newest === undefined
    const applied = isEmpty ? await together(migrateTables, migrateQueue) : await migrateTables()
    if (!isEmpty) await migrateQueue()
    return { applied, snapshot }
  }
  try {
    // One migrator at a time: another would copy a schema that is half applied.
    return await (database.engine === 'sqlite'
      ? inTurn()
      : withSessionLock(database.writer, { lock: 'migrator' }, inTurn))
  } finally {
    await database.close()
  }
}

/** Returns what `first` does, once both have ended; if both fail, with its error. */
async function together<T>(first: () => Promise<T>, second: () => Promise<void>): Promise<T> {
  const [result, other] = await Promise.allSettled([first(), second()])
  if (result.status === 'rejected') throw result.reason
  if (other.status === 'rejected') throw other.reason
  return result.value
}

export interface Outstanding {
  migrations: readonly Migration[]
  /** Of the job queue's own schema. */
  isQueueMigrated: boolean
}

/** What `migrate` would apply. Writes nothing, and makes no file. */
export async function outstandingMigrations(settings: Settings): Promise<Outstanding> {
  const databaseUrl = directUrlOf(settings)
  const path = sqlitePathOf(databaseUrl)
  if (path !== null && isUntouchedSqlite(path)) return { migrations: MIGRATIONS, isQueueMigrated: true }
  const database = connect(databaseUrl, MIGRATION_LIMITS, { readOnly: true })
  try {
    return {
      migrations: await new Migrator(database).pending(),
      isQueueMigrated: database.engine === 'sqlite' || (await isGraphileMigrated(database.reader)),
    }
  } finally {
    await database.close()
  }
}

import type { Settings } from '@paylink/config'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import type { DatabaseLimits } from '../../database/connect.js'
import { directUrlOf } from '../../database/direct-url.js'
import type { DatabaseConnection } from '../../database/database-connection.js'
import { sqliteFiles } from '../../database/private-files.js'
import { SECOND_MS } from '../../kernel/clock.js'
import type { Check } from '../check.js'
import { describedInLine } from '../describe-error.js'
import { DOCTOR, type Finding, hidden, kind } from '../finding.js'
import { sqlitePathOf } from '../../database/sqlite-path.js'

/** Short: the doctor runs when things are broken. */
export const DOCTOR_LIMITS: DatabaseLimits = {
  queryMs: 3 * SECOND_MS,
  connectMs: 1.5 * SECOND_MS,
  // A connection pooler is tried for more than two seconds.
  acquireMs: 4 * SECOND_MS,
}

const MB = 1024 * 1024
/** The integrity check reads the whole file, and blocks this process. */
const MAX_CHECKED_MB = 200

const ANSWERS = {
  'es-MX': () => ({ what: 'La base de datos responde.' }),
  en: () => ({ what: 'The database answers.' }),
}

const BROKEN = {
  'es-MX': () => ({
    what: 'La base de datos no se puede usar bien.',
    means: 'Sin ella no se registran cobros nuevos. Lo que tus clientes pagaron lo sigue teniendo tu proveedor.',
    remedy: 'Es urgente: pide a quien administra el servidor que corra',
  }),
  en: () => ({
    what: 'The database cannot be used properly.',
    means: 'Without it no new charges are recorded. What your customers paid is still with your provider.',
    remedy: 'This is urgent: ask the person who runs the server to run',
  }),
  command: DOCTOR,
}

const answers = kind<object, { engine: string; detail: string }>({
  code: 'database.answers',
  severity: 'fine',
  operator: ({ engine, detail }) => `${engine}${detail}`,
  ...ANSWERS,
})

const missing = kind<object, { path: string }>({
  code: 'database.missing',
  severity: 'critical',
  operator: ({ path }) => `there is no database at ${path} yet: run paylink up`,
  ...BROKEN,
})

const notPermitted = kind<object, { file: string }>({
  code: 'database.not_permitted',
  severity: 'critical',
  operator: ({ file }) => `${file} cannot be read and written by this user: chown it, see ls -l ${file}`,
  ...BROKEN,
})

const damaged = kind<object, { path: string; answer: string }>({
  code: 'database.damaged',
  severity: 'critical',
  operator: ({ path, answer }) =>
    `${path} is damaged: stop the server, move it to another place together with ${path}-wal and ${path}-shm, and run: paylink restore FILE, with the newest backup (SQLite: ${answer})`,
  ...BROKEN,
})

const moved = kind<object, { error: string }>({
  code: 'database.moved',
  severity: 'critical',
  operator: ({ error }) => error,
  ...BROKEN,
})

const isTwo = kind<object, { error: string }>({
  code: 'database.two',
  severity: 'critical',
  operator: ({ error }) => error,
  ...BROKEN,
})

const unusable = kind<object, { error: string }>({
  code: 'database.unusable',
  severity: 'critical',
  operator: ({ error }) => error,
  ...BROKEN,
})

const migrated = kind<object, { applied: number }>({
  code: 'migrations.applied',
  severity: 'fine',
  operator: ({ applied }) => `${applied} applied`,
  'es-MX': () => ({ what: 'La base de datos está al día con esta versión.' }),
  en: () => ({ what: 'The database is up to date with this version.' }),
})

const mismatched = kind<object, { error: string }>({
  code: 'migrations.mismatched',
  severity: 'critical',
  operator: ({ error }) => error,
  'es-MX': () => ({
    what: 'La base de datos es de otra versión de PayLink.',
    means: 'Registrar cobros puede fallar. Lo que tus clientes pagaron lo sigue teniendo tu proveedor.',
    remedy: 'Quien administra el servidor ve qué falta y cómo se arregla con:',
  }),
  en: () => ({
    what: 'The database belongs to another version of PayLink.',
    means: 'Recording charges may fail. What your customers paid is still with your provider.',
    remedy: 'The person who runs the server sees what is missing and how to repair it with:',
  }),
  command: DOCTOR,
})

/** Can it be opened and written to? `inServer`: without what would block other requests. */
export const databaseCheck = (settings: Settings, { inServer }: { inServer: boolean }): Check => ({
  name: 'database',
  subject: { 'es-MX': 'la base de datos', en: 'the database' },
  look: async () => [
    await lookAtDatabase(settings, inServer).catch((error: unknown) =>
      unusable('database', hidden({ error: describedInLine(error) })),
    ),
  ],
})

async function lookAtDatabase(settings: Settings, inServer: boolean): Promise<Finding> {
  const path = sqlitePathOf(settings.databaseUrl)
  const fault = path === null ? undefined : fileFault(path)
  if (fault) return fault
  if (path === null) return lookAtPostgres(settings)
  const { connect } = await import('../../database/connect.js')
  const database = connect(settings.databaseUrl, DOCTOR_LIMITS, { readOnly: true })
  try {
    const elsewhere = await findMove(database)
    if (elsewhere) return elsewhere
    if (inServer) {
      await database.reader.raw('select 1')
      return answers('database', hidden({ engine: 'SQLite', detail: '' }))
    }
    const mb = Math.round(statSync(path).size / MB)
    if (mb > MAX_CHECKED_MB) {
      const detail = `, ${mb} MB; too large for a check here, run: sqlite3 ${path} "pragma integrity_check"`
      return answers('database', hidden({ engine: 'SQLite', detail }))
    }
    const [found] = await database.reader.raw<{ integrity_check: string }[]>('pragma integrity_check')
    if (found?.integrity_check === 'ok') {
      return answers('database', hidden({ engine: 'SQLite', detail: ', integrity ok' }))
    }
    return damaged('database', hidden({ path, answer: found?.integrity_check ?? 'no answer' }))
  } catch (error) {
    // Of some damage the check itself fails.
    const isDamaged = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CORRUPT')
    if (isDamaged) return damaged('database', hidden({ path, answer: error.message }))
    throw error
  } finally {
    await database.close()
  }
}

/** Connects like a server, which refuses a read-only database. Nothing is written. */
async function lookAtPostgres(settings: Settings): Promise<Finding> {
  const { connect, connectForRequests } = await import('../../database/connect.js')
  const addresses = [connectForRequests(settings, DOCTOR_LIMITS)]
  if (settings.databaseDirectUrl !== null) addresses.push(connect(settings.databaseDirectUrl, DOCTOR_LIMITS))
  try {
    const versions = addresses.map(({ reader }) =>
      reader.raw<{ rows: { server_version: string }[] }>('show server_version'),
    )
    for (const address of addresses) {
      const elsewhere = await findMove(address)
      if (elsewhere) return elsewhere
    }
    const others = await findOther(addresses)
    if (others) return others
    const version = (await Promise.all(versions))[0]?.rows[0]?.server_version ?? ''
    const pooler = settings.databaseDirectUrl === null ? '' : ', through a pooler'
    return answers('database', hidden({ engine: 'Postgres', detail: ` ${version}${pooler}` }))
  } finally {
    await Promise.all(addresses.map((database) => database.close()))
  }
}

async function findOther([database, direct]: DatabaseConnection[]): Promise<Finding | null> {
  if (!database || !direct) return null
  const { assertSameDatabase, OtherDatabaseError } = await import('../../database/same-database.repository.js')
  try {
    await assertSameDatabase(database, direct)
    return null
  } catch (error) {
    if (error instanceof OtherDatabaseError) return isTwo('database', hidden({ error: error.message }))
    throw error
  }
}

async function findMove(database: DatabaseConnection): Promise<Finding | null> {
  const { assertNotMoved } = await import('../../database/move-state.repository.js')
  const { MovedError } = await import('../../database/move-state.js')
  try {
    await assertNotMoved(database)
    return null
  } catch (error) {
    if (error instanceof MovedError) return moved('database', hidden({ error: error.message }))
    throw error
  }
}

function fileFault(path: string): Finding | undefined {
  try {
    if (!statSync(path, { throwIfNoEntry: false })) return missing('database', hidden({ path }))
  } catch {
    // This user may not enter its folder.
    return notPermitted('database', hidden({ file: path }))
  }
  for (const file of sqliteFiles(path).filter((name) => existsSync(name))) {
    try {
      accessSync(file, constants.R_OK | constants.W_OK)
    } catch {
      return notPermitted('database', hidden({ file }))
    }
  }
  return undefined
}

export const migrationsCheck = (settings: Settings): Check => ({
  name: 'migrations',
  subject: { 'es-MX': 'la versión de la base de datos', en: 'the version of the database' },
  look: async () => {
    const { connect } = await import('../../database/connect.js')
    const { Migrator } = await import('../../database/migrator.js')
    const { SchemaMismatchError } = await import('../../database/schema-mismatch.js')
    const database = connect(directUrlOf(settings), DOCTOR_LIMITS, { readOnly: true })
    try {
      const migrator = new Migrator(database)
      await migrator.assertCurrent()
      return [migrated('migrations', hidden({ applied: (await migrator.status()).length }))]
    } catch (error) {
      if (!(error instanceof SchemaMismatchError)) throw error
      return [mismatched('migrations', hidden({ error: describedInLine(error) }))]
    } finally {
      await database.close()
    }
  },
})

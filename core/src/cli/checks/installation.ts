import type { Settings } from '@paylink/config'
import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseLimits } from '../../database/connect.js'
import { sqliteFiles, readableByOthers } from '../../database/private-files.js'
import { SECOND_MS } from '../../kernel/clock.js'

/** Short: the doctor runs when things are broken. */
export const DOCTOR_LIMITS: DatabaseLimits = {
  queryMs: 3 * SECOND_MS,
  connectMs: 1.5 * SECOND_MS,
  acquireMs: 2 * SECOND_MS,
}

const MB = 1024 * 1024
const MIN_FREE_MB = 200
/** The integrity check reads the whole file, and blocks this process. */
const MAX_CHECKED_MB = 200

const sqlitePath = ({ databaseUrl }: Settings): string | null =>
  databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : null

/** @throws Error other users can read private files */
export async function describeFiles(settings: Settings): Promise<string> {
  const path = sqlitePath(settings)
  const secrets = ['secret.key', 'paylink.yaml'].map((name) => join(settings.dataDir, name))
  const open = readableByOthers([...secrets, ...(path === null ? [] : sqliteFiles(path))])
  if (open.length > 0) throw new Error(`other users can read ${open.join(', ')}: chmod 600 ${open.join(' ')}`)
  return 'readable only by their owner'
}

/** @throws Error the disk is nearly full */
export async function describeDisk(settings: Settings): Promise<string> {
  const places = [settings.dataDir, dirname(sqlitePath(settings) ?? join(settings.dataDir, 'x'))]
  const present = [...new Set(places)].filter((place) => existsSync(place))
  const free = present.map((place) => {
    const { bavail, bsize } = statfsSync(place)
    return { place, mb: Math.floor((bavail * bsize) / MB) }
  })
  const least = free.sort((a, b) => a.mb - b.mb)[0]
  if (!least) return 'no data directory yet'
  if (least.mb < MIN_FREE_MB) {
    throw new Error(`only ${least.mb} MB free at ${least.place}: free some space (df -h ${least.place})`)
  }
  return `${least.mb} MB free at ${least.place}`
}

/** @throws Error the database cannot be opened or written to */
export async function describeDatabase(settings: Settings): Promise<string> {
  const path = sqlitePath(settings)
  if (path !== null) assertUsable(path)
  const { connect } = await import('../../database/connect.js')
  // On Postgres it connects like a server, which refuses a read-only database. Nothing is written.
  const database = connect(settings.databaseUrl, DOCTOR_LIMITS, { readOnly: path !== null })
  try {
    if (path === null) {
      const { rows } = await database.reader.raw<{ rows: { server_version: string }[] }>('show server_version')
      return `Postgres ${rows[0]?.server_version ?? ''}`
    }
    const mb = Math.round(statSync(path).size / MB)
    if (mb > MAX_CHECKED_MB)
      return `SQLite, ${mb} MB; too large for a check here, run: sqlite3 ${path} "pragma integrity_check"`
    const [found] = await database.reader.raw<{ integrity_check: string }[]>('pragma integrity_check')
    if (found?.integrity_check !== 'ok') throw new Error(`SQLite: ${found?.integrity_check ?? 'no answer'}`)
    return 'SQLite, integrity ok'
  } finally {
    await database.close()
  }
}

function assertUsable(path: string): void {
  if (!existsSync(path)) throw new Error(`there is no database at ${path} yet: run paylink up`)
  for (const file of sqliteFiles(path).filter((name) => existsSync(name))) {
    try {
      accessSync(file, constants.R_OK | constants.W_OK)
    } catch (cause) {
      throw new Error(`${file} cannot be read and written by this user: chown it, see ls -l ${file}`, { cause })
    }
  }
}

/** @throws SchemaMismatchError */
export async function describeMigrations(settings: Settings): Promise<string> {
  const { connect } = await import('../../database/connect.js')
  const { Migrator } = await import('../../database/migrator.js')
  const database = connect(settings.databaseUrl, DOCTOR_LIMITS, { readOnly: true })
  try {
    const migrator = new Migrator(database)
    await migrator.assertCurrent()
    return `${(await migrator.status()).length} applied`
  } finally {
    await database.close()
  }
}

import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Settings } from '@paylink/config'
import type { Engine, Reader } from '../../database/engine.js'
import { sqlitePathOf } from '../../database/sqlite-path.js'
import { type Clock, SECOND_MS } from '../../kernel/clock.js'
import type { Check, CheckUp } from '../check.js'
import { type Finding, hidden, kind, NO_FACTS } from '../finding.js'
import { countProcesses } from '../late-work.repository.js'
import { readPostgresSettings } from '../postgres-settings.repository.js'

const NAME = 'database settings'

/** Of a process: its pool, the listener and the schedule. */
const CONNECTIONS_A_PROCESS = 14
/** For commands and the operator. */
const SPARE = 5
const MAX_SKEW_MS = 5 * SECOND_MS
const MB = 1024 * 1024
/** The server checkpoints long before. */
const MAX_WAL_MB = 256
/** The day after which a major version gets no more repairs. */
const POSTGRES_ENDS: Readonly<Record<number, string>> = {
  12: '2024-11-21',
  13: '2025-11-13',
  14: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
}
/** Locks and shared memory are not reliable there. */
const NETWORK_FILE_SYSTEMS: Readonly<Record<number, string>> = {
  0x6969: 'NFS',
  0x517b: 'SMB',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB2',
  0x01021997: '9P',
}

const areRight = kind({ code: 'database_settings.right', severity: 'fine', operator: () => 'as PayLink needs them' })

const hasTooFewConnections = kind<object, { has: number; needs: number; processes: number }>({
  code: 'database_settings.too_few_connections',
  severity: 'wrong',
  operator: ({ has, needs, processes }) =>
    `Postgres allows ${has} connections here, and ${processes} processes may need ${needs}: raise max_connections (or the limit of the role or database), or run fewer processes`,
})

const isNotDurable = kind<object, { names: string[] }>({
  code: 'database_settings.not_durable',
  severity: 'attention',
  operator: ({ names }) =>
    `Postgres has ${names.join(', ')} off: a crash of its machine can lose payments that were acknowledged; switch it on (alter system set ${names[0]} = on; select pg_reload_conf())`,
})

const hasOtherEncoding = kind<object, { encoding: string }>({
  code: 'database_settings.encoding',
  severity: 'wrong',
  operator: ({ encoding }) =>
    `the database has the encoding ${encoding}, in which not every name can be stored: create one with encoding UTF8, and run: paylink move --to`,
})

const isOldPostgres = kind<object, { major: number; end: string }>({
  code: 'database_settings.past_its_end',
  severity: 'attention',
  operator: ({ major, end }) =>
    `Postgres ${major} has received no fixes since ${end}: upgrade it (paylink backup before)`,
})

const clocksDiffer = kind<object, { seconds: number }>({
  code: 'clock.differs_from_database',
  severity: 'wrong',
  operator: ({ seconds }) =>
    `the clocks of this machine and of the database differ by ${seconds} s: links, leases and codes end at wrong times; synchronize both (timedatectl set-ntp true)`,
})

const isOnNetwork = kind<object, { path: string; type: string }>({
  code: 'database_settings.network_file_system',
  severity: 'critical',
  operator: ({ path, type }) =>
    `${path} is on ${type}, where SQLite's locks are not reliable: move it to a local disk, or use Postgres (PAYLINK_DATABASE_URL)`,
})

const walIsLong = kind<object, { path: string; mb: number }>({
  code: 'database_settings.long_wal',
  severity: 'attention',
  operator: ({ path, mb }) =>
    `${path}-wal is ${mb} MB large: a program holds a read transaction open; find it (fuser ${path}) and end it, or restart the server`,
})

/** How the database is set up, and whether its clock is ours. */
export class DatabaseSettingsCheckUp implements CheckUp {
  readonly isQuick = false

  constructor(
    private readonly settings: Settings,
    private readonly engine: Engine,
    private readonly reader: Reader,
    private readonly clock: Clock,
  ) {}

  checks(): Promise<Check[]> {
    const look = async (): Promise<Finding[]> => {
      const found = this.engine === 'postgres' ? await this.onPostgres() : await this.onSqlite()
      return found.length > 0 ? found : [areRight(NAME, NO_FACTS)]
    }
    return Promise.resolve([
      { name: NAME, subject: { 'es-MX': 'los ajustes de la base de datos', en: 'the settings of the database' }, look },
    ])
  }

  private async onPostgres(): Promise<Finding[]> {
    const { connections: has, notDurable, encoding, major, now } = await readPostgresSettings(this.reader)
    const here = this.clock.now()
    const processes = Math.max(1, await countProcesses(this.reader, here))
    const needs = processes * CONNECTIONS_A_PROCESS + SPARE
    const skewMs = Math.abs(Date.parse(now) - here.getTime())
    const end = POSTGRES_ENDS[major]
    const isOld = end !== undefined && here.toISOString().slice(0, 10) > end
    return [
      ...(has < needs ? [hasTooFewConnections(NAME, hidden({ has, needs, processes }))] : []),
      ...(notDurable.length > 0 ? [isNotDurable(NAME, hidden({ names: notDurable }))] : []),
      ...(encoding === 'UTF8' ? [] : [hasOtherEncoding(NAME, hidden({ encoding }))]),
      ...(isOld ? [isOldPostgres(NAME, hidden({ major, end }))] : []),
      ...(skewMs > MAX_SKEW_MS ? [clocksDiffer('clock', hidden({ seconds: Math.round(skewMs / SECOND_MS) }))] : []),
    ]
  }

  private async onSqlite(): Promise<Finding[]> {
    const path = sqlitePathOf(this.settings.databaseUrl) ?? ''
    const type = NETWORK_FILE_SYSTEMS[(await statfs(path)).type]
    const mb = Math.round((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) / MB)
    return [
      ...(type === undefined ? [] : [isOnNetwork(NAME, hidden({ path, type }))]),
      ...(mb > MAX_WAL_MB ? [walIsLong(NAME, hidden({ path, mb }))] : []),
    ]
  }
}

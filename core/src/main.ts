import { existsSync } from 'node:fs'
import { readSettings, type Settings } from '@paylink/config'
import type { Appliance, EarlyPorts, Roles } from './composition/appliance.js'
import type { Composition } from './composition/compose.js'
import { logProcess } from './composition/log-process.js'
import { HealthPort } from './composition/health-port.js'
import { EarlyListener } from './composition/open-listener.js'
import { PinoLog } from './composition/pino-log.js'
import { sqlitePathOf } from './database/sqlite-path.js'
import type { StartState } from './http/answer-while-starting.js'
import { hasEpochFile } from './quarantine/epoch-file.js'

interface StartOptions {
  /** `up` migrates, then runs this before it serves. On the first run probes are answered once it calls `onPrinted`. */
  beforeServing?: (composition: Composition, onPrinted: () => void) => Promise<void>
  /** The process is told to stop. */
  signal: AbortSignal
}

/**
 * Settings → listen → migrate → compose → start. Everything heavy is loaded once the port answers. Null: it was stopped while
 * it migrated.
 */
export async function start(roles: Roles, { beforeServing, signal }: StartOptions): Promise<Appliance | null> {
  const settings = readSettings()
  const log = new PinoLog(settings.logLevel)
  logProcess(log)
  const early: EarlyPorts = {}
  const close = async (): Promise<void> => {
    early.http?.close()
    await early.health?.close()
  }
  try {
    early.health = await HealthPort.open(settings)
    if (roles.http) {
      const mayBeFirstRun = beforeServing !== undefined && !hasServed(settings)
      early.http = await EarlyListener.open(settings, log, { mayBeFirstRun })
    }
    if (beforeServing && !(await migrateFirst(settings, log, signal, early))) {
      await close()
      return null
    }
    const { Appliance: ApplianceClass } = await import('./composition/appliance.js')
    const { systemPorts } = await import('./composition/compose.js')
    const onPrinted = (): void => early.http?.answerProbes()
    const setUp = async (composition: Composition): Promise<void> => beforeServing?.(composition, onPrinted)
    return await ApplianceClass.start(settings, roles, { ...systemPorts(settings), log }, setUp, early)
  } catch (error) {
    await close()
    throw error
  }
}

/** As far as it can be told without the database. */
function hasServed({ dataDir, databaseUrl }: Settings): boolean {
  const path = sqlitePathOf(databaseUrl)
  return hasEpochFile(dataDir) && (path === null || existsSync(path))
}

/** Returns false if it was interrupted. */
async function migrateFirst(
  settings: Settings,
  log: PinoLog,
  signal: AbortSignal,
  early: EarlyPorts,
): Promise<boolean> {
  const { migrateApart } = await import('./composition/migrate-apart.js')
  const { SystemClock } = await import('./kernel/clock.js')
  const { SystemRandom } = await import('./kernel/random.js')
  const report = (state: StartState): void => {
    early.http?.report(state)
    early.health?.report(state)
  }
  const onStep = (migration: string, step: number, of: number): void => {
    report({ reason: 'migrating', detail: { migration, step, of } })
    log.info({ migration, step, of }, 'migrating')
  }
  const ports = { clock: new SystemClock(), random: new SystemRandom(), log }
  const onSetUp = (): void => early.http?.answerProbes()
  const migrated = await migrateApart(settings, ports, { onStep, onSetUp, signal })
  report({ reason: 'starting' })
  if (migrated && migrated.snapshot !== null) log.info(migrated, 'migrated; a backup was made before')
  return migrated !== null
}

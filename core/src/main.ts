import { readSettings, type Settings } from '@paylink/config'
import type { Appliance, Roles } from './composition/appliance.js'
import type { Composition } from './composition/compose.js'
import { logProcess } from './composition/log-process.js'
import { EarlyListener } from './composition/open-listener.js'
import { PinoLog } from './composition/pino-log.js'

interface StartOptions {
  /** `up` migrates, then runs this before it serves. */
  beforeServing?: (composition: Composition) => Promise<void>
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
  const early = roles.http
    ? await EarlyListener.open(settings, { mayBeFirstRun: beforeServing !== undefined })
    : undefined
  try {
    if (beforeServing && !(await migrateFirst(settings, log, signal, early))) {
      early?.close()
      return null
    }
    const { Appliance: ApplianceClass } = await import('./composition/appliance.js')
    const { systemPorts } = await import('./composition/compose.js')
    return await ApplianceClass.start(settings, roles, { ...systemPorts(settings), log }, beforeServing, early)
  } catch (error) {
    early?.close()
    throw error
  }
}

/** Returns false if it was interrupted. */
async function migrateFirst(
  settings: Settings,
  log: PinoLog,
  signal: AbortSignal,
  early: EarlyListener | undefined,
): Promise<boolean> {
  const { migrateApart } = await import('./composition/migrate-apart.js')
  const { SystemClock } = await import('./kernel/clock.js')
  const { SystemRandom } = await import('./kernel/random.js')
  const onStep = (migration: string, step: number, of: number): void => {
    early?.report({ reason: 'migrating', detail: { migration, step, of } })
    log.info({ migration, step, of }, 'migrating')
  }
  const ports = { clock: new SystemClock(), random: new SystemRandom(), log }
  const onSetUp = (): void => early?.answerProbes()
  const migrated = await migrateApart(settings, ports, { onStep, onSetUp, signal })
  early?.report({ reason: 'starting' })
  if (migrated && migrated.snapshot !== null) log.info(migrated, 'migrated; a backup was made before')
  return migrated !== null
}

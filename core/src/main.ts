import { existsSync } from 'node:fs'
import { readSettings, type Settings } from '@paylink/config'
import type { Appliance, Early, Roles } from './composition/appliance.js'
import { logProcess } from './composition/log-process.js'
import { HealthPort } from './composition/health-port.js'
import type { SetUpOffer } from './composition/offer-set-up.js'
import { EarlyListener } from './composition/open-listener.js'
import { PinoLog } from './composition/pino-log.js'
import { sqlitePathOf } from './database/sqlite-path.js'
import type { StartState } from './http/answer-while-starting.js'
import { hasEpochFile } from './quarantine/epoch-file.js'

interface StartOptions {
  /** `up` migrates, makes what a first run offers, and prints it. On the first run probes are answered from then on. */
  print?: (offer: SetUpOffer, settings: Settings) => void
  /** The process is told to stop. */
  signal: AbortSignal
}

/**
 * Settings → listen → migrate → print → compose → start. Everything heavy is loaded once the port answers, and most of it
 * once a first run has printed its key. Null: it was stopped while it migrated.
 */
export async function start(roles: Roles, { print, signal }: StartOptions): Promise<Appliance | null> {
  const settings = readSettings()
  const log = new PinoLog(settings.logLevel)
  logProcess(log)
  const early: Early = {}
  const close = async (): Promise<void> => {
    early.http?.close()
    await early.health?.close()
    await early.foundation?.database.close()
  }
  try {
    early.health = await HealthPort.open(settings)
    if (roles.http) {
      const mayBeFirstRun = print !== undefined && !hasServed(settings)
      early.http = await EarlyListener.open(settings, log, { mayBeFirstRun })
    }
    if (print && !(await migrateFirst(settings, log, signal, early))) {
      await close()
      return null
    }
    const { systemPorts } = await import('./composition/ports.js')
    const ports = { ...systemPorts(settings), log }
    const { openFoundation } = await import('./composition/foundation.js')
    early.foundation = await openFoundation(settings, ports)
    if (print) {
      const { offerSetUp } = await import('./composition/offer-set-up.js')
      print(await offerSetUp(early.foundation), settings)
      early.http?.answerProbes()
    }
    const { Appliance: ApplianceClass } = await import('./composition/appliance.js')
    const { connectFirstSandboxes } = await import('./composition/connect-sandboxes.js')
    return await ApplianceClass.start(settings, roles, ports, print && connectFirstSandboxes, early)
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
async function migrateFirst(settings: Settings, log: PinoLog, signal: AbortSignal, early: Early): Promise<boolean> {
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

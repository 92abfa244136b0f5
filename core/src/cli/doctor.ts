import { readSettings, type Settings } from '@paylink/config'
import type { Command } from 'commander'
import type { Composition } from '../composition/compose.js'
import type { Check } from '../diagnosis/check.js'
import type { Examination } from '../diagnosis/examination.js'
import { answer } from './answer.js'
import { jsonCommand, UsageError } from './options.js'
import { withService } from './with-service.js'

interface DoctorOptions {
  json?: boolean
  resume?: boolean
  skip?: string[]
}

const CLOSE_MS = 200

const collect = (value: string, before: string[] = []): string[] => [...before, value]

/** Reports what is wrong with an installation and how to repair it. Writes nothing. Exits 1 if anything is wrong. */
export function doctorCommand(): Command {
  return jsonCommand('doctor', 'check the installation and report what to repair')
    .option(
      '--resume',
      'end the quarantine of a restored database; with --skip also the waiting after a downtime or a gap',
    )
    .option(
      '--skip <connection>',
      'with --resume: its checkouts were compared by hand, and are not read (repeatable)',
      collect,
    )
    .action(async (options: DoctorOptions) => {
      if (options.resume) return resume(options)
      if (options.skip) throw new UsageError('--skip belongs to --resume')
      // Loaded lazily: wrong usage is reported without loading the database driver.
      const { Examination } = await import('../diagnosis/examination.js')
      const { isOk } = await import('../diagnosis/finding.js')
      const examination = new Examination()
      await examine(examination)
      const findings = examination.all()
      const rows = findings.map((finding) => ({
        ...{ check: finding.check, ok: isOk(finding) },
        // Monitors identify findings by these.
        ...(options.json && { code: finding.code, severity: finding.severity }),
        detail: finding.detail,
      }))
      answer(options, rows)
      const faults = rows.filter(({ ok }) => !ok)
      if (faults.length > 0) throw new Error(`problems found: ${faults.map(({ check }) => check).join(', ')}`)
    })
}

async function resume(options: DoctorOptions): Promise<void> {
  const { ResumeService } = await import('../backup/resume-service.js')
  const { SkipComparisons } = await import('../backup/skip-comparisons.js')
  const { OPERATOR } = await import('../kernel/principal.js')
  const { Quarantine } = await import('../quarantine/quarantine.js')
  const { skip } = options
  const run = async ({ container }: Composition): Promise<object> => {
    const isOn = (await container.get(Quarantine).findNow()) !== null
    if (skip && !isOn) return container.get(SkipComparisons).run(OPERATOR, skip)
    return container.get(ResumeService).run(OPERATOR, skip)
  }
  answer(options, await withService(run))
}

async function examine(examination: Examination): Promise<void> {
  const { settingsCheck } = await import('../diagnosis/checks/start.js')
  let settings: Settings | undefined
  await examination.run(settingsCheck(() => (settings = readSettings()).baseUrl))
  if (settings) await examineAll(examination, settings)
}

async function examineAll(examination: Examination, settings: Settings): Promise<void> {
  const { databaseCheck, DOCTOR_LIMITS, migrationsCheck } = await import('../diagnosis/checks/database.js')
  const { installationChecks } = await import('../diagnosis/installation-checks.js')
  const { connectorCheck } = await import('../diagnosis/checks/connector.js')
  const { publicAddressCheck } = await import('../diagnosis/checks/public-address.js')
  const { ABSENT, serverCheck } = await import('../diagnosis/checks/server.js')
  const { secretKeyCheck } = await import('../diagnosis/checks/start.js')
  const { isOk } = await import('../diagnosis/finding.js')
  const { SystemTimer } = await import('../kernel/timer.js')
  const { compose } = await import('../composition/compose.js')
  const { systemPorts } = await import('../composition/ports.js')
  let service: Composition | undefined
  const open = async (): Promise<string | null> => {
    const ports = { ...systemPorts({ ...settings, logLevel: 'silent' }), databaseLimits: DOCTOR_LIMITS }
    service = await compose(settings, ports, { readOnly: true })
    return settings.newSecretKeyFile
  }
  let isUsable = true
  for (const check of [databaseCheck(settings, { inServer: false }), migrationsCheck(settings), secretKeyCheck(open)]) {
    isUsable &&= (await examination.run(check)).every(isOk)
  }
  // Without a server here, an unreachable public address is no news.
  const addresses = async (): Promise<void> => {
    const [found] = await examination.run(serverCheck(settings))
    if (found === undefined || !isOk(found) || found.code === ABSENT) return
    const roundTrips = isUsable && service ? await roundTripsOf(service) : []
    const checks = [publicAddressCheck(settings), connectorCheck(settings), ...roundTrips]
    await Promise.all(checks.map((check) => examination.run(check)))
  }
  await Promise.all([
    ...installationChecks(settings).map((check) => examination.run(check)),
    addresses(),
    ...(isUsable && service ? [examineService(examination, service)] : []),
  ])
  // What does not answer may hold up its connection for longer; `bin/paylink` ends the process.
  await Promise.race([service?.close(), new SystemTimer().sleep(CLOSE_MS)])
}

async function roundTripsOf({ container }: Composition): Promise<Check[]> {
  const { RoundTripCheckUp } = await import('../diagnosis/checks/round-trip.js')
  return container.get(RoundTripCheckUp).checks(null)
}

async function examineService(examination: Examination, { container }: Composition): Promise<void> {
  const { Generation } = await import('../database/generation.js')
  const { Diagnose } = await import('../diagnosis/diagnose.js')
  await container.get(Generation).refresh()
  await container.get(Diagnose).everything(examination)
  const { ClockCheckUp } = await import('../diagnosis/checks/clock.js')
  for (const check of await container.get(ClockCheckUp).checks()) await examination.run(check)
}

import { readSettings, type Settings } from '@paylink/config'
import type { Command } from 'commander'
import type { Composition } from '../composition/compose.js'
import { answer } from './answer.js'
import { Examination, type Finding } from './checks/examination.js'
import { jsonCommand } from './options.js'

/** Reports what is wrong with an installation and how to repair it. Writes nothing. Exits 1 if anything is wrong. */
export function doctorCommand(): Command {
  return jsonCommand('doctor', 'check the installation and report what to repair').action(
    async (options: { json?: boolean }) => {
      const findings = await examine()
      answer(options, findings)
      const faults = findings.filter(({ ok }) => !ok)
      if (faults.length > 0) throw new Error(`problems found: ${faults.map(({ check }) => check).join(', ')}`)
    },
  )
}

async function examine(): Promise<Finding[]> {
  const examination = new Examination()
  let settings: Settings | undefined
  await examination.check('settings', async () => (settings = readSettings()).baseUrl)
  if (settings) await examineAll(examination, settings)
  return examination.all()
}

async function examineAll(examination: Examination, settings: Settings): Promise<void> {
  const { DOCTOR_LIMITS, ...installation } = await import('./checks/installation.js')
  const { askPublicAddress, askServer } = await import('./checks/address.js')
  const { compose, systemPorts } = await import('../composition/compose.js')
  let service: Composition | undefined
  const open = async (): Promise<string> => {
    const ports = { ...systemPorts({ ...settings, logLevel: 'silent' }), databaseLimits: DOCTOR_LIMITS }
    service = await compose(settings, ports, { readOnly: true })
    return settings.newSecretKeyFile === null
      ? 'decrypts the stored secrets'
      : `none yet; the first start generates ${settings.newSecretKeyFile}`
  }
  const isUsable =
    (await examination.check('database', () => installation.describeDatabase(settings))) &&
    (await examination.check('migrations', () => installation.describeMigrations(settings))) &&
    (await examination.check('secret key', open))
  let isServed = false
  const askHere = async (): Promise<string> => {
    const answered = await askServer(settings)
    isServed = answered !== null
    return answered ?? `not running on port ${settings.port}`
  }
  const checks = [
    examination.check('files', () => installation.describeFiles(settings)),
    examination.check('disk', () => installation.describeDisk(settings)),
    examination.check('server', askHere),
  ]
  if (isUsable && service) checks.push(examineService(examination, service))
  await Promise.all(checks)
  // Without a server here, an unreachable public address is no news.
  if (isServed) await examination.check('public address', () => askPublicAddress(settings))
  await service?.close()
}

async function examineService(examination: Examination, service: Composition): Promise<boolean> {
  const checks = await import('./checks/service.js')
  const { Generation } = await import('../database/generation.js')
  await service.container.get(Generation).refresh()
  const examined = [...(await checks.examineConnections(service)), ...(await checks.examineInvoicing(service))]
  await Promise.all([
    examination.checkMany('invariants', () => checks.examineInvariants(service, () => examination.hasTime())),
    ...examined.map((one) => examination.check(one.name, one.run)),
    examination.check('mail', () => checks.describeMail(service)),
    examination.checkMany('plugins', () => checks.examinePlugins(service)),
    examination.checkMany('webhooks', () => checks.examineWebhooks(service)),
    examination.checkMany('invoice mail', () => checks.examineInvoiceMail(service)),
    examination.checkMany('alerts', () => checks.readAlerts(service)),
  ])
  return true
}

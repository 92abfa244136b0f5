import { readSettings, type Settings } from '@paylink/config'
import type { Command } from 'commander'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { directUrlOf } from '../database/direct-url.js'
import { sqlitePathOf } from '../database/sqlite-path.js'
import { answer } from './answer.js'
import { databaseUrl, jsonCommand, type Options } from './options.js'
import { showProgress } from './show-progress.js'

export const backupCommand = (): Command =>
  jsonCommand('backup', 'write an encrypted copy of the database to a file, and prove that it can be restored')
    .argument('<file>', 'must not exist yet')
    .action(async (file: string, options: Options) => {
      const { backUp } = await import('../backup/back-up.js')
      const { lowerPriorityOfProcess } = await import('../backup/lower-priority.js')
      const { SystemClock } = await import('../kernel/clock.js')
      const settings = readSettings()
      lowerPriorityOfProcess()
      const startedAt = new SystemClock().now()
      const report = await backUp(settings, file, await portsOf(settings))
      await record(settings, file, startedAt)
      answer(options, report)
      const key = settings.secretKeyFile ?? 'the value of PAYLINK_SECRET_KEY'
      process.stderr.write(
        `The secret key is not in this file, which cannot be read without it. Keep a copy of ${key} in another place, such as a password manager.\n`,
      )
    })

export const restoreCommand = (): Command =>
  jsonCommand('restore', 'fill an empty database with a backup; the service then starts in quarantine')
    .argument('<file>', 'a backup')
    .option(
      '--into <url>',
      'another database than the configured one: sqlite:<path>, postgres://… or @file with it',
      databaseUrl('--into'),
    )
    .action(async (file: string, options: Options & { into?: string }) => {
      const { fillerOf } = await import('../backup/filler.js')
      const { restore } = await import('../backup/restore.js')
      const { Sealer } = await import('../secrets/sealer.js')
      const settings = readSettings()
      if (settings.newSecretKeyFile !== null)
        throw new Error(
          `there is no secret key: put the one that was kept for this backup into ${settings.newSecretKeyFile}, or set PAYLINK_SECRET_KEY`,
        )
      if (options.into !== undefined) assertFolderOf(options.into)
      const into = options.into ?? directUrlOf(settings)
      const ports = await portsOf(settings)
      const report = await restore(file, fillerOf(into), new Sealer(settings.secretKey), ports)
      await bringUpToDate(settings, into, 'What was restored', ports)
      answer(options, report)
      process.stderr.write('PayLink starts in quarantine now. Start it, then run: paylink doctor --resume\n')
    })

/** A new database is made in a folder that is there: any other is a typing mistake. */
export function assertFolderOf(url: string): void {
  const path = sqlitePathOf(url)
  const folder = path === null ? null : dirname(resolve(path))
  if (folder !== null && !existsSync(folder)) throw new Error(`there is no folder ${folder}`)
}

/**
 * A copy is complete before it has this version's schema: what it is a copy of is what one could return to.
 *
 * @param violations what is known to break invariants; null: they were not checked yet
 */
export async function bringUpToDate(
  settings: Settings,
  url: string,
  copy: string,
  ports: CopyingPorts,
  violations: readonly string[] | null = null,
): Promise<void> {
  const { assertSound, BrokenInvariantsError, checkInvariants } = await import('../backup/check-copy.js')
  const { migrate } = await import('../composition/migrate.js')
  try {
    await migrate({ ...settings, databaseUrl: url, databaseDirectUrl: null }, ports, { snapshot: false })
    if (violations) assertSound(copy, violations)
    else await checkInvariants(url, copy, ports.clock)
  } catch (error) {
    if (error instanceof BrokenInvariantsError) throw error
    const { ExplainedError, sentenceOf } = await import('../database/outage-remedy.js')
    const { shownAddress } = await import('../database/move-state.js')
    throw new ExplainedError(
      `${copy} is complete in ${shownAddress(url)}, but could not be checked: ${sentenceOf(error)} Repair that, set PAYLINK_DATABASE_URL to it, and run: paylink migrate up, and paylink doctor`,
    )
  }
}

type CopyingPorts = Awaited<ReturnType<typeof portsOf>>

/** A database that cannot be written to has been backed up all the same. */
async function record(settings: Settings, file: string, startedAt: Date): Promise<void> {
  const { recordBackup } = await import('../backup/record-backup.js')
  const { iso, SystemClock } = await import('../kernel/clock.js')
  try {
    await recordBackup(directUrlOf(settings), resolve(file), iso(startedAt), iso(new SystemClock().now()))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(`the backup was made, but could not be recorded: ${reason}\n`)
  }
}

export async function portsOf(settings: Settings) {
  const { systemPorts } = await import('../composition/ports.js')
  const { clock, random, timer, log } = systemPorts({ ...settings, logLevel: 'error' })
  return { clock, random, timer, log, onStep: showProgress(clock) }
}

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Settings } from '@paylink/config'
import type { Reader } from '../database/engine.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, DAY_MS, HOUR_MS, iso, later, MINUTE_MS, SECOND_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { outdated, scheduledFileName } from './backup-file-names.js'
import { type BackupState, claimBackupState, readBackupState, writeBackupState } from './backup-state.repository.js'
import type { BackupAnswer, BackupRequest } from './backup-thread.js'

/** After a failure, or if its process has died. */
const RETRY_AFTER_MS = 2 * HOUR_MS

/**
 * Makes a backup every day at the set time (UTC), and one at once if there was none, into the set folder, and deletes all
 * but the newest. Of several processes one makes it.
 */
export class ScheduledBackups implements PeriodicTask {
  readonly name = 'back-up'
  readonly everyMs = 30 * SECOND_MS
  private thread: Worker | null = null

  constructor(
    private readonly settings: Settings,
    private readonly reader: Reader,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    const { backupDir } = this.settings
    if (backupDir === null) return
    const file = join(backupDir, scheduledFileName(this.clock.now()))
    const begun = await this.begin(file)
    if (!begun) return
    const { broken, error } = await this.make(backupDir, file)
    const finishedAt = iso(this.clock.now())
    const succeededAt = error === null ? finishedAt : begun.succeededAt
    await this.unitOfWork.run((tx) => writeBackupState(tx, { ...begun, finishedAt, error, succeededAt }))
    if (error !== null) this.log.error({ file, reason: error }, 'the scheduled backup failed')
    else if (broken === null) this.log.info({ file }, 'backup made and verified')
    else this.log.error({ file, reason: broken }, 'backup made and verified, of a database that breaks invariants')
  }

  /** A backup in progress is given up: what it has written is deleted with the next one. */
  async stop(): Promise<void> {
    await this.thread?.terminate()
  }

  /** Null: none is due, or another process makes it. */
  private async begin(file: string): Promise<BackupState | null> {
    const now = this.clock.now()
    const known = await readBackupState(this.reader)
    if (known && !isDue(known, now, this.settings.backupAt)) return null
    const succeededAt = known?.succeededAt ?? null
    const begun = { startedAt: iso(now), finishedAt: null, file, error: null, succeededAt }
    const isOurs = await this.unitOfWork.run((tx) => claimBackupState(tx, known, begun))
    return isOurs ? begun : null
  }

  private async make(folder: string, file: string): Promise<BackupAnswer & { error: string | null }> {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { broken } = await this.inThread(file)
      for (const name of outdated(readdirSync(folder), this.settings.backupKeep)) rmSync(join(folder, name))
      return { broken, error: null }
    } catch (error) {
      return { broken: null, error: error instanceof Error ? error.message : String(error) }
    }
  }

  private async inThread(file: string): Promise<BackupAnswer> {
    const request: BackupRequest = { settings: this.settings, file }
    const thread = new Worker(new URL('./backup-thread.js', import.meta.url), { workerData: request, execArgv: [] })
    this.thread = thread
    try {
      return await new Promise<BackupAnswer>((resolve, reject) => {
        thread.once('message', resolve)
        thread.once('error', reject)
        thread.once('exit', () => reject(new Error('it was interrupted')))
      })
    } finally {
      this.thread = null
    }
  }
}

/** `at`: time of day in UTC, like `03:00`. */
export function isDue({ startedAt, finishedAt, error }: BackupState, now: Date, at: string): boolean {
  const today = new Date(`${iso(now).slice(0, 10)}T${at}:00.000Z`)
  const latest = today <= now ? today : later(today, -DAY_MS)
  const started = new Date(startedAt)
  // The clock was wrong then, or is now: neither may keep backups from being made.
  if (started > later(now, DAY_MS)) return true
  if (started < latest) return true
  return (finishedAt === null || error !== null) && later(started, RETRY_AFTER_MS) <= now
}

/** A schedule that has missed a day, with an hour's margin for the backup itself. */
export const OVERDUE_AFTER_MS = DAY_MS + HOUR_MS + MINUTE_MS

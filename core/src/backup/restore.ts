import { unknownSteps } from '../database/migrator.js'
import { iso } from '../kernel/clock.js'
import { beginQuarantine } from '../quarantine/quarantine.repository.js'
import type { Sealer } from '../secrets/sealer.js'
import { ArchiveReader, type TableSums } from './archive.js'
import { hashFile, type OpenedArchive, openArchive, readArchive } from './archive-file.js'
import { backupKey, type CopyPorts } from './back-up.js'
import { checkCopy } from './check-copy.js'
import { type CopyReport, reportOf } from './copy-report.js'
import type { Filling } from './fill-database.js'
import { queueForSearch } from './copied-tables.js'

/** The backup was encrypted with another secret key. */
export class OtherKeyError extends Error {
  constructor({ keyId, createdAt }: OpenedArchive, ownId: string) {
    super(
      `The backup of ${createdAt} was made with the secret key ${keyId}, and ${ownId} is set here. Set PAYLINK_SECRET_KEY_FILE to a file with the key that was kept for it.`,
    )
    this.name = 'OtherKeyError'
  }
}

/** The backup has a schema that this version does not know. */
export class NewerBackupError extends Error {
  constructor({ createdAt }: OpenedArchive, unknown: readonly string[]) {
    super(
      `The backup of ${createdAt} was made by a newer version (${unknown.join(', ')}). Restore it with that version, or a newer one.`,
    )
    this.name = 'NewerBackupError'
  }
}

/**
 * Fills an empty database with the rows of a backup, completely or not at all, and compares it row by row. It has the schema
 * of the backup.
 *
 * @param fill `fillSqlite` or `fillPostgres` of the database
 * @throws OtherKeyError, DamagedBackupError, NewerBackupError, NotEmptyError, UnsoundCopyError
 */
export async function restore(
  file: string,
  fill: (filling: Filling) => Promise<void>,
  sealer: Sealer,
  { clock, onStep }: Pick<CopyPorts, 'clock' | 'onStep'>,
): Promise<CopyReport> {
  const startedAt = clock.now()
  const archive = await openArchive(file)
  if (archive.keyId !== sealer.keyId) throw new OtherKeyError(archive, sealer.keyId)
  const reader = new ArchiveReader(readArchive(archive, backupKey(sealer)))
  const migrations = await reader.migrations()
  const unknown = unknownSteps(migrations)
  if (unknown.length > 0) throw new NewerBackupError(archive, unknown)
  let sums: TableSums = new Map()
  await fill({
    migrations,
    load: async (target) => {
      sums = await reader.load(target, onStep('loading'))
    },
    finish: async (filled) => {
      await checkCopy(filled, sums, onStep('comparing'))
      await queueForSearch(filled.on)
      const knownUntil = iso(clock.now())
      await beginQuarantine(filled.on, clock, { reason: 'restored', copiedAt: archive.createdAt, knownUntil })
    },
  })
  return reportOf(sums, await hashFile(file), clock.now().getTime() - startedAt.getTime())
}

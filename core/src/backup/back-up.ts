import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Settings } from '@paylink/config'
import { assertOneDatabase } from '../database/assert-one-database.js'
import { directUrlOf } from '../database/direct-url.js'
import { assertNotMoved } from '../database/move-state.repository.js'
import { ExplainedError, sentenceOf } from '../database/outage-remedy.js'
import { isOutage } from '../database/outage.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Random } from '../kernel/random.js'
import { assertNoRotation } from '../secrets/key-rotation.repository.js'
import { openSealer } from '../secrets/open-sealer.js'
import type { Sealer } from '../secrets/sealer.js'
import { ArchiveReader, linesOf, type OnProgress, type TableSums } from './archive.js'
import { openArchive, readArchive, writeArchive } from './archive-file.js'
import { BrokenInvariantsError, checkCopy, checkInvariants } from './check-copy.js'
import { type CopyReport, reportOf } from './copy-report.js'
import { draftOf, removeLeftDrafts } from './drafts.js'
import { fillScratch, publish, removeSqlite } from './fill-sqlite.js'
import { freeSteadily } from './free-steadily.js'
import { withSnapshot } from './open-snapshot.js'
import { newScratch } from './scratch.js'

/** Is told what is being done. Returns what to tell about its progress. */
export type OnStep = (step: 'copying' | 'loading' | 'comparing') => OnProgress

export interface CopyPorts {
  clock: Clock
  random: Random
  onStep: OnStep
}

/** The file that a backup should be written to exists. */
export class FileExistsError extends Error {
  constructor(file: string) {
    super(`${file} exists. Choose another name, or delete it.`)
    this.name = 'FileExistsError'
  }
}

/** The file could not be tried, and was deleted. */
export class UntriedBackupError extends ExplainedError {
  constructor(dataDir: string, cause: unknown) {
    super(
      `The backup could not be verified, and was deleted: a scratch copy of the database in ${dataDir} failed. ${sentenceOf(cause)}`,
      { cause },
    )
    this.name = 'UntriedBackupError'
  }
}

export const backupKey = (sealer: Sealer): Uint8Array => Buffer.from(sealer.derive('backup'), 'hex')

const SALT_BYTES = 16

/**
 * Copies the database, in use or not, into an encrypted file, and then proves the file: it is restored into a scratch
 * database, whose rows are compared with those that were read, and whose constraints and invariants must hold. Until then
 * the file has the ending `.partial`. The secret key is not in it.
 *
 * @throws FileExistsError, UnsoundCopyError, UntriedBackupError
 * @throws SecretKeyMissingError, OtherSecretKeyError the secret key is not the one of this database
 * @throws RotationUnfinishedError
 * @throws MovedError what counts is in another database
 * @throws OtherDatabaseError the two addresses of the database lead to different ones
 * @throws BrokenInvariantsError the file was written, and is an exact copy
 */
export async function backUp(settings: Settings, file: string, ports: CopyPorts): Promise<CopyReport> {
  const folder = dirname(resolve(file))
  removeLeftDrafts(folder)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${file} is a folder: name a file in it, such as ${join(file, 'paylink.backup')}.`)
  if (existsSync(file)) throw new FileExistsError(file)
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`)
  const startedAt = ports.clock.now()
  const draft = draftOf(file)
  try {
    const { sums, sha256, key } = await copy(settings, draft, startedAt, ports)
    const broken = await prove(draft, file, sums, key, settings.dataDir, ports)
    // The file is exact, whatever is wrong with the database.
    publish(draft, file, new FileExistsError(file))
    if (broken) throw broken
    return reportOf(sums, sha256, ports.clock.now().getTime() - startedAt.getTime())
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The snapshot ends with the copy: while it is open, the write-ahead log cannot be reused, and Postgres cannot vacuum. */
async function copy(settings: Settings, draft: string, at: Date, { clock, random, onStep }: CopyPorts) {
  return withSnapshot(directUrlOf(settings), async (snapshot, reader) => {
    await assertOneDatabase(settings, { reader })
    await assertNotMoved({ reader })
    await assertNoRotation(reader)
    const sealer = await openSealer(reader, settings, { clock })
    const salt = Buffer.from(random.bytes(SALT_BYTES)).toString('base64')
    const header = { keyId: sealer.keyId, createdAt: iso(at), salt }
    const sums: TableSums = new Map()
    const key = backupKey(sealer)
    const sha256 = await writeArchive(draft, header, key, linesOf(snapshot, sums, onStep('copying')))
    return { sums, sha256, key }
  })
}

/** Always into SQLite, which needs no server: the rows of a backup are the same for both engines. Returns what is wrong with the database. */
async function prove(
  draft: string,
  file: string,
  sums: TableSums,
  key: Uint8Array,
  dataDir: string,
  { clock, random, onStep }: CopyPorts,
): Promise<BrokenInvariantsError | null> {
  const scratch = newScratch(dataDir, random)
  const reader = new ArchiveReader(readArchive(await openArchive(draft), key))
  try {
    await fillScratch(scratch, {
      migrations: await reader.migrations(),
      load: async (target) => void (await reader.load(target, onStep('loading'))),
      finish: (filled) => checkCopy(filled, sums, onStep('comparing')),
    })
    await checkInvariants(`sqlite:${scratch}`, file, clock)
    return null
  } catch (error) {
    if (error instanceof BrokenInvariantsError) return error
    throw isOutage(error) ? new UntriedBackupError(dataDir, error) : error
  } finally {
    // If this fails, others wait a little longer for the disk.
    await freeSteadily(scratch).catch(() => undefined)
    removeSqlite(scratch)
  }
}

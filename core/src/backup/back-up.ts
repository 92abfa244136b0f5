import { existsSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Clock, iso } from '../kernel/clock.js'
import type { Random } from '../kernel/random.js'
import type { Sealer } from '../secrets/sealer.js'
import { ArchiveReader, linesOf, type OnProgress, type TableSums } from './archive.js'
import { openArchive, readArchive, writeArchive } from './archive-file.js'
import { checkCopy, checkInvariants } from './check-copy.js'
import { type CopyReport, reportOf } from './copy-report.js'
import { draftOf, fillSqlite, publish, removeSqlite } from './fill-sqlite.js'
import type { Snapshot } from './snapshot.js'

/** Is told what is being done. Returns what to tell about its progress. */
export type OnStep = (step: 'copying' | 'loading' | 'comparing') => OnProgress

/** What copying needs of the installation. */
export interface CopyTools {
  sealer: Sealer
  clock: Clock
  random: Random
  /** For the scratch copy: a folder as private as the database. */
  dataDir: string
  onStep: OnStep
}

/** The file that a backup should be written to exists. */
export class FileExistsError extends Error {
  constructor(file: string) {
    super(`${file} exists. Choose another name, or delete it.`)
    this.name = 'FileExistsError'
  }
}

export const backupKey = (sealer: Sealer): Uint8Array => Buffer.from(sealer.derive('backup'), 'hex')

const SALT_BYTES = 16
const SCRATCH = 'backup-check.db'

/**
 * Writes a snapshot into an encrypted file, and then proves the file: it is restored into a scratch database, whose rows
 * are compared with those that were read, and whose constraints and invariants must hold. Until then the file has the
 * ending `.partial`. The secret key is not in it.
 *
 * @throws FileExistsError, UnsoundCopyError
 * @throws BrokenInvariantsError the file was written, and is an exact copy
 */
export async function backUp(snapshot: Snapshot, file: string, tools: CopyTools): Promise<CopyReport> {
  if (existsSync(file)) throw new FileExistsError(file)
  if (!existsSync(dirname(resolve(file)))) throw new Error(`there is no folder ${dirname(resolve(file))}`)
  const { sealer, clock, random } = tools
  const startedAt = clock.now()
  const header = {
    keyId: sealer.keyId,
    createdAt: iso(startedAt),
    salt: Buffer.from(random.bytes(SALT_BYTES)).toString('base64'),
  }
  const draft = draftOf(file)
  const sums: TableSums = new Map()
  try {
    const lines = linesOf(snapshot, sums, tools.onStep('copying'))
    const sha256 = await writeArchive(draft, header, backupKey(sealer), lines)
    await prove(draft, file, sums, tools)
    return reportOf(sums, sha256, clock.now().getTime() - startedAt.getTime())
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Always into SQLite, which needs no server: the rows of a backup are the same for both engines. */
async function prove(draft: string, file: string, sums: TableSums, tools: CopyTools): Promise<void> {
  const { sealer, clock, dataDir, onStep } = tools
  const scratch = join(dataDir, SCRATCH)
  removeSqlite(scratch)
  const reader = new ArchiveReader(readArchive(await openArchive(draft), backupKey(sealer)))
  try {
    await fillSqlite(scratch, {
      migrations: await reader.migrations(),
      load: async (target) => void (await reader.load(target, onStep('loading'))),
      finish: (filled) => checkCopy(filled, sums, onStep('comparing')),
    })
    // Exact from here on, whatever is wrong with the database.
    publish(draft, file)
    await checkInvariants(`sqlite:${scratch}`, file, clock)
  } finally {
    removeSqlite(scratch)
  }
}

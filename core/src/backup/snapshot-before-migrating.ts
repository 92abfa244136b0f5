import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '@paylink/config'
import type { Clock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { Random } from '../kernel/random.js'
import { ExplainedError, sentenceOf } from '../database/outage-remedy.js'
import { backUp } from './back-up.js'
import { outdatedSnapshots, snapshotFileName } from './backup-file-names.js'
import { BrokenInvariantsError } from './check-copy.js'

const FOLDER = 'snapshots'
const KEPT = 3

/** The database was left as it is: there is no snapshot to return to. */
export class NoSnapshotError extends ExplainedError {
  constructor(cause: unknown) {
    super(
      `The database was not migrated, because the snapshot before it failed: ${sentenceOf(cause)} Repair that, or run: paylink migrate up --no-snapshot`,
      { cause },
    )
    this.name = 'NoSnapshotError'
  }
}

/**
 * Makes a proven backup of the schema as it is, in the data directory, and keeps those of three schemas. Returns its path.
 *
 * @param migration the newest of those that the schema consists of
 * @throws NoSnapshotError
 */
export async function snapshotBeforeMigrating(
  settings: Settings,
  migration: string,
  { clock, random, log }: { clock: Clock; random: Random; log: Log },
): Promise<string> {
  const folder = join(settings.dataDir, FOLDER)
  const file = join(folder, snapshotFileName(clock.now(), migration))
  const onStep = () => () => undefined
  try {
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
    // Not recursive: where nothing can be written, that fails with ENOENT, which misleads.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    await backUp(settings, file, { clock, random, onStep })
  } catch (error) {
    // The copy is exact: whatever is wrong with the database was so before, and `doctor` reports it.
    if (!(error instanceof BrokenInvariantsError)) throw new NoSnapshotError(error)
    log.warn({ reason: error.message }, 'the snapshot before migrating is exact, but the database breaks invariants')
  }
  for (const name of outdatedSnapshots(readdirSync(folder), KEPT)) rmSync(join(folder, name))
  return file
}

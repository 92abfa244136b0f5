import type { Settings } from '@paylink/config'
import { parentPort, workerData } from 'node:worker_threads'
import { SystemClock } from '../kernel/clock.js'
import { SystemRandom } from '../kernel/random.js'
import { sentenceOf } from '../database/outage-remedy.js'
import { backUp } from './back-up.js'
import { BrokenInvariantsError } from './check-copy.js'
import { lowerPriority } from './lower-priority.js'

/** What `ScheduledBackups` asks of this thread, which makes one backup off the event loop of the server. */
export interface BackupRequest {
  settings: Settings
  file: string
}

/** Of a backup that was made, and is an exact copy. */
export interface BackupAnswer {
  /** Which invariants its rows break; null: none. */
  broken: string | null
}

const { settings, file } = workerData as BackupRequest
lowerPriority()
parentPort?.postMessage(await answer())

async function answer(): Promise<BackupAnswer> {
  const ports = { clock: new SystemClock(), random: new SystemRandom(), onStep: () => () => undefined }
  try {
    await backUp(settings, file, ports)
    return { broken: null }
  } catch (error) {
    if (error instanceof BrokenInvariantsError) return { broken: error.message }
    // Of an error only its message passes to another thread.
    throw new Error(sentenceOf(error))
  }
}

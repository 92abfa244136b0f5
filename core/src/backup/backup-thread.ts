import type { Settings } from '@paylink/config'
import { parentPort, workerData } from 'node:worker_threads'
import { SystemClock } from '../kernel/clock.js'
import { SystemRandom } from '../kernel/random.js'
import { sentenceOf } from '../database/outage-remedy.js'
import { backUp } from './back-up.js'
import { lowerPriority } from './lower-priority.js'

/** What `ScheduledBackups` asks of this thread, which makes one backup off the event loop of the server. */
export interface BackupRequest {
  settings: Settings
  file: string
}

const { settings, file } = workerData as BackupRequest
lowerPriority()
parentPort?.postMessage(
  await backUp(settings, file, {
    clock: new SystemClock(),
    random: new SystemRandom(),
    onStep: () => () => undefined,
  }).catch((error: unknown) => {
    // Of an error only its message passes to another thread.
    throw new Error(sentenceOf(error))
  }),
)

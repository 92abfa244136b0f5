import type { Settings } from '@paylink/config'
import { parentPort, workerData } from 'node:worker_threads'
import { SystemClock } from '../kernel/clock.js'
import { SystemRandom } from '../kernel/random.js'
import { openSealer } from '../secrets/open-sealer.js'
import { backUp } from './back-up.js'
import { withSnapshot } from './open-snapshot.js'

/** What `ScheduledBackups` asks of this thread, which makes one backup off the event loop of the server. */
export interface BackupRequest {
  settings: Settings
  file: string
}

const { settings, file } = workerData as BackupRequest
const report = await withSnapshot(settings.databaseUrl, async (snapshot, reader) =>
  backUp(snapshot, file, {
    sealer: await openSealer(reader, settings),
    clock: new SystemClock(),
    random: new SystemRandom(),
    dataDir: settings.dataDir,
    onStep: () => () => undefined,
  }),
)
parentPort?.postMessage(report)

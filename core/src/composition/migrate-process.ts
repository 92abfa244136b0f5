import { Worker } from 'node:worker_threads'
import { readSettings } from '@paylink/config'
import { describeError } from '../diagnosis/describe-error.js'
import { SystemClock } from '../kernel/clock.js'
import { SystemRandom } from '../kernel/random.js'
import { migrate } from './migrate.js'
import type { MigrateMessage } from './migrate-apart.js'
import { PinoLog } from './pino-log.js'

// Started by `migrateApart`. It handles no signal, so that SIGTERM ends it in the middle of a statement too.

const tell = (message: MigrateMessage): Promise<void> =>
  new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()))

// A thread: this one does nothing else while a statement runs.
new Worker(new URL('./end-with-parent.js', import.meta.url)).unref()

try {
  const settings = readSettings()
  const ports = { clock: new SystemClock(), random: new SystemRandom(), log: new PinoLog(settings.logLevel) }
  const onStep = (name: string, step: number, of: number): void => void tell({ step: { name, step, of } })
  await tell({ migrated: await migrate(settings, ports, { onStep }) })
} catch (error) {
  await tell({ failed: describeError(error) })
}
process.disconnect()

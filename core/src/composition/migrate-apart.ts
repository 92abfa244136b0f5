import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Settings } from '@paylink/config'
import { MIGRATIONS } from '../database/migrations/index.js'
import { type Migrated, migrate, type MigrateOptions, outstandingMigrations } from './migrate.js'
import type { Ports } from './ports.js'

/** Messages of the migration process. The last one is `migrated` or `failed`. */
export type MigrateMessage =
  | { step: { name: string; step: number; of: number } }
  | { migrated: Migrated }
  /** The sentence for the operator. */
  | { failed: string }

interface Options extends Required<Pick<MigrateOptions, 'onStep'>> {
  /** Is told before the first step that the database is not a new one. */
  onSetUp: () => void
  /** Ends the migration; its running step is rolled back. */
  signal: AbortSignal
}

/**
 * Migrates in a process of its own: SQLite blocks the event loop for as long as a statement or the backup takes, and
 * probes must be answered meanwhile. An empty database takes no time and is migrated here; a current one is left as it is.
 * Null: `signal` has ended it.
 */
export async function migrateApart(
  settings: Settings,
  ports: Pick<Ports, 'clock' | 'random' | 'log'>,
  { onStep, onSetUp, signal }: Options,
): Promise<Migrated | null> {
  const {
    migrations: { length },
    isQueueMigrated,
  } = await outstandingMigrations(settings)
  if (length < MIGRATIONS.length) onSetUp()
  if (length === 0 && isQueueMigrated) return { applied: [], snapshot: null }
  if (length === 0 || length === MIGRATIONS.length) return migrate(settings, ports)
  // It reads the same settings. Its standard input ends with this process, and it with that.
  const child = fork(new URL('./migrate-process.js', import.meta.url), {
    execArgv: [],
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
  })
  const end = (): boolean => child.kill('SIGTERM')
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  let last: MigrateMessage | undefined
  child.on('message', (message: MigrateMessage) => {
    if ('step' in message) onStep(message.step.name, message.step.step, message.step.of)
    else last = message
  })
  const [code, killedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  signal.removeEventListener('abort', end)
  if (last && 'migrated' in last) return last.migrated
  if (last && 'failed' in last) throw new Error(last.failed)
  if (signal.aborted) return null
  throw new Error(`The migration ended early (${killedBy ?? code}). Its last step was rolled back: start again.`)
}

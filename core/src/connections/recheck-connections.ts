import type { Generation } from '../database/generation.js'
import { inParallel } from '../work/in-parallel.js'
import type { PeriodicTask } from '../work/periodic-task.js'
import { HOUR_MS } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import type { CheckConnection } from './check-connection.js'
import type { Connections } from './connections.repository.js'

/** A provider that hangs must not delay the others' checks for minutes. */
const MAX_CONCURRENT = 16

/** Checks the credentials of every connection hourly; a failed connection may become active again (R204). */
export class RecheckConnections implements PeriodicTask {
  readonly name = 'recheck-connections'
  readonly everyMs = HOUR_MS

  constructor(
    private readonly connections: Connections,
    private readonly checkConnection: CheckConnection,
    private readonly generation: Generation,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    await this.generation.refresh()
    const all = await Promise.all([this.connections.listAll('payment'), this.connections.listAll('invoicing')])
    await inParallel(all.flat(), MAX_CONCURRENT, async (connection) => {
      await this.checkConnection
        .run(connection)
        .catch((err: unknown) => this.log.error({ err, connection: connection.id }, 'could not check a connection'))
    })
  }
}

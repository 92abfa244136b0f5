import PostgresClient from 'knex/lib/dialects/postgres/index.js'
import { SystemTimer } from '../kernel/timer.js'
import { type ConnectionLimits, DeadlineClient, Trust } from './deadline-client.js'
import { DatabaseUnavailableError } from './outage.js'
import type { OutageWatch } from './outage-watch.js'

export interface PostgresDialectConfig {
  limits: ConnectionLimits
  outages: OutageWatch
  /** A standby will do. */
  readOnly: boolean
}

/** Behind one address, another try may land on the primary. */
const READ_ONLY_TRIES = 4
const READ_ONLY_PAUSE_MS = 250

const timer = new SystemTimer()

/** Postgres by connections that have deadlines. A failure to get one is an outage, and is said in words of our own. */
export class PostgresDialect extends PostgresClient {
  private readonly trust = new Trust()
  /** Why the last connection could not be made; undefined once one was. */
  private refusal: DatabaseUnavailableError | undefined

  override async _acquireOnlyConnection(): Promise<DeadlineClient> {
    for (let attempt = 1; ; attempt++) {
      try {
        const connection = await this.open()
        this.refusal = undefined
        return connection
      } catch (error) {
        this.refusal = error instanceof DatabaseUnavailableError ? error : undefined
        const isReadOnly = this.refusal?.kind === 'read_only'
        if (!isReadOnly || attempt === READ_ONLY_TRIES) throw error
        await timer.sleep(READ_ONLY_PAUSE_MS)
      }
    }
  }

  override validateConnection(connection: DeadlineClient): boolean {
    return connection.isTrusted
  }

  override async destroyRawConnection(connection: DeadlineClient): Promise<void> {
    await connection.end()
  }

  /** Knex would log the stack of each failure, and take a busy or unreachable server for a mistake in our code. */
  override async acquireConnection(): Promise<unknown> {
    try {
      return await this.pool?.acquire().promise
    } catch (error) {
      const outage = toOutage(error, this.refusal)
      this.settings.outages.failed(outage)
      throw outage
    }
  }

  private get settings(): PostgresDialectConfig {
    return this.config as PostgresDialectConfig
  }

  private async open(): Promise<DeadlineClient> {
    const { limits, outages, readOnly } = this.settings
    const connection = new DeadlineClient({ ...this.connectionSettings, limits, outages, readOnly, trust: this.trust })
    await connection.connect()
    return connection
  }
}

function toOutage(error: unknown, refusal: DatabaseUnavailableError | undefined): DatabaseUnavailableError {
  const known = error instanceof DatabaseUnavailableError ? error : refusal
  if (known) return new DatabaseUnavailableError(known.kind, known.reason, { cause: error })
  const message = error instanceof Error ? error.message : String(error)
  return /unknown reason/.test(message)
    ? new DatabaseUnavailableError('busy', 'all connections of this process stayed in use', { cause: error })
    : new DatabaseUnavailableError('unreachable', message, { cause: error })
}

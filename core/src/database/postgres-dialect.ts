import PostgresTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js'
import PostgresClient, { type DialectQuery } from 'knex/lib/dialects/postgres/index.js'
import { SystemTimer } from '../kernel/timer.js'
import type { DatabaseHosts } from './database-hosts.js'
import { type QueryLimits, DeadlineClient, PoolState } from './deadline-client.js'
import { DatabaseUnavailableError } from './outage.js'
import type { OutageWatch } from './outage-watch.js'
import { keepsSessions } from './keeps-sessions.js'

interface PostgresDialectConfig {
  hosts: DatabaseHosts
  limits: QueryLimits
  outages: OutageWatch
  /** Accepts a standby. */
  readOnly: boolean
  /** Statements that each transaction begins with, through a pooler; null: each session has its settings. */
  transactionSettings: string | null
  /** Statements that a session begins with, through a pooler that refuses settings before it. */
  sessionSettings: string
  /** Settings that a session must have. */
  expected: Readonly<Record<string, string>>
}

/** Begins with its settings, in the same round trip. */
class PooledTransaction extends PostgresTransaction {
  constructor(
    private readonly settings: string,
    client: unknown,
    ...args: unknown[]
  ) {
    super(client, ...args)
  }

  override begin(connection: unknown): Promise<void> {
    const isolation = this.isolationLevel ? ` ISOLATION LEVEL ${this.isolationLevel}` : ''
    const access = this.readOnly ? ' READ ONLY' : ''
    return this.query(connection, `BEGIN${isolation}${access}; ${this.settings}`)
  }
}

/** Where several servers share an address, or a standby is about to be promoted, a retry may reach the primary. */
const READ_ONLY_TRIES = 4
const READ_ONLY_PAUSE_MS = 250

const timer = new SystemTimer()

/** Postgres over connections with deadlines. Failing to get one is reported as a `DatabaseUnavailableError`. */
export class PostgresDialect extends PostgresClient {
  private readonly poolState = new PoolState()
  /** Why the last attempt to connect failed; undefined after a success. */
  private refusal: DatabaseUnavailableError | undefined
  /** A pooler stands before the server, which gives each connection a session of its own. */
  private isSessionPooler = false

  override async _acquireOnlyConnection(): Promise<DeadlineClient> {
    const { count } = this.settings.hosts
    let isPromotionLikely = false
    for (let attempt = 1; ; attempt++) {
      try {
        const connection = await this.open()
        this.refusal = undefined
        return connection
      } catch (error) {
        this.refusal = error instanceof DatabaseUnavailableError ? error : undefined
        if (this.refusal?.kind === 'read_only') isPromotionLikely = true
        // Each failure moves on to the next host.
        if (attempt % count !== 0) continue
        if (!isPromotionLikely || attempt >= READ_ONLY_TRIES * count) throw error
        await timer.sleep(READ_ONLY_PAUSE_MS)
      }
    }
  }

  override transaction(...args: unknown[]): unknown {
    const { transactionSettings } = this.settings
    return transactionSettings === null
      ? super.transaction(...args)
      : new PooledTransaction(transactionSettings, this, ...args)
  }

  override _query(connection: DeadlineClient, query: DialectQuery): Promise<DialectQuery> {
    const { batch } = connection
    const runNow = (): Promise<DialectQuery> => super._query(connection, query)
    return batch ? batch.run(query, runNow) : runNow()
  }

  override validateConnection(connection: DeadlineClient): boolean {
    return connection.isUsable
  }

  override async destroyRawConnection(connection: DeadlineClient): Promise<void> {
    await connection.end()
  }

  /** Knex would log a stack for each failure and report a busy or unreachable server as a mistake in our code. */
  override async acquireConnection(): Promise<unknown> {
    try {
      return await this.pool?.acquire().promise
    } catch (error) {
      const outage = toOutage(error, this.refusal)
      this.settings.outages.recordFailure(outage)
      throw outage
    }
  }

  private get settings(): PostgresDialectConfig {
    return this.config as PostgresDialectConfig
  }

  private async open(): Promise<DeadlineClient> {
    const { transactionSettings, sessionSettings, hosts } = this.settings
    const url = hosts.current
    const later = { options: '', firstStatements: sessionSettings }
    if (this.isSessionPooler) return this.connect(later)
    try {
      return await this.connect({})
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || error.kind !== 'pooler') throw error
      const open = () => this.connect({ options: '', expected: {}, readOnly: true })
      if (transactionSettings !== null || !(await keepsSessions(open))) {
        hosts.moveOnFrom(url)
        throw error
      }
      this.isSessionPooler = true
      return this.connect(later)
    }
  }

  private async connect(changes: object): Promise<DeadlineClient> {
    const { hosts, limits, outages, readOnly, transactionSettings, expected } = this.settings
    const connection = new DeadlineClient({
      ...this.connectionSettings,
      hosts,
      limits,
      outages,
      readOnly,
      isPooled: transactionSettings !== null,
      expected,
      poolState: this.poolState,
      ...changes,
    })
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

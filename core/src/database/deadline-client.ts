import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { SECOND_MS } from '../kernel/clock.js'
import { SystemTimer } from '../kernel/timer.js'
import type { DatabaseHosts } from './database-hosts.js'
import { DatabaseSocket } from './database-socket.js'
import { DatabaseUnavailableError, isMoved, type Outage, outageOf } from './outage.js'
import type { OutageWatch } from './outage-watch.js'
import type { StatementBatch } from './statement-batch.js'

type Callback = (error: Error | null, result?: unknown) => void

/** The part of the driver's client that is used here. */
interface DriverClient extends EventEmitter {
  readonly connection: { readonly stream: Duplex }
  connect(): Promise<unknown>
  query(config: unknown, values: unknown, callback: Callback): unknown
  getStartupConf(): Record<string, string>
  end(callback: () => void): unknown
}

export interface QueryLimits {
  /** A query that is not answered within this time closes its connection. */
  queryMs: number
  connectMs: number
}

/** Shared by the connections of one pool. */
export class PoolState {
  /** How often a connection timed out. */
  timeouts = 0
  /** How often the server turned out to be read-only. */
  demotions = 0
}

interface DeadlineClientConfig extends pg.ClientConfig {
  hosts: DatabaseHosts
  limits: QueryLimits
  outages: OutageWatch
  /** Accepts a server that refuses writes. */
  readOnly?: boolean
  /** The session may be another one for each transaction, so statements cannot be prepared under a name. */
  isPooled?: boolean
  timeZone?: string
  /** Statements that the session begins with, where it cannot be given settings as it starts. */
  firstStatements?: string
  /** Settings that the session must have. */
  expected?: Readonly<Record<string, string>>
  poolState?: PoolState
}

const READ_ONLY = 'transaction_read_only'
/** PgBouncer's answer to settings in the first message of a connection. */
const POOLER_MESSAGE = /unsupported startup parameter/

/** Leaves time to try the next host within the same request. */
const MAX_CONNECT_MS_OF_SEVERAL = SECOND_MS
const MAX_CLOSE_MS = SECOND_MS

/** Real time even under a simulated clock: it watches a socket. */
const timer = new SystemTimer()

/**
 * A connection whose queries have a deadline. It is discarded once it broke, timed out or turned out to be read-only, and
 * connects only to a server that accepts writes.
 *
 * The driver's own `query_timeout` leaves the connection in its pool, where the next query waits behind the lost one.
 */
export class DeadlineClient extends (pg.Client as unknown as new (config: pg.ClientConfig) => DriverClient) {
  /** Where schema changes wait; null: each is sent at once. */
  batch: StatementBatch | null = null
  private readonly hosts: DatabaseHosts
  private readonly url: string
  private readonly limits: QueryLimits
  private readonly outages: OutageWatch
  private readonly readOnly: boolean
  private readonly isPooled: boolean
  private readonly timeZone: string | undefined
  private readonly firstStatements: string | undefined
  private readonly expected: Readonly<Record<string, string>>
  private readonly poolState: PoolState
  private readonly demotionsAtStart: number
  private timeoutsAtLastAnswer: number
  private loss: DatabaseUnavailableError | undefined

  constructor(config: DeadlineClientConfig) {
    const {
      hosts,
      limits,
      outages,
      readOnly,
      isPooled,
      timeZone,
      firstStatements,
      expected,
      poolState: trust,
      ...rest
    } = withDefaults(config)
    const url = hosts.current
    const connectMs = hosts.count > 1 ? Math.min(limits.connectMs, MAX_CONNECT_MS_OF_SEVERAL) : limits.connectMs
    super({
      ...rest,
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      stream: () => new DatabaseSocket(),
    })
    this.hosts = hosts
    this.url = url
    this.limits = limits
    this.outages = outages
    this.readOnly = readOnly
    this.isPooled = isPooled
    this.timeZone = timeZone
    this.firstStatements = firstStatements
    this.expected = expected
    this.poolState = trust
    this.demotionsAtStart = trust.demotions
    this.timeoutsAtLastAnswer = trust.timeouts
    this.on('error', (error: Error) => (this.loss ??= lost(error)))
    this.on('end', () => (this.loss ??= new DatabaseUnavailableError('lost', 'the connection was closed')))
  }

  /** May it be used again? Connections that were idle while another one timed out may be dead, too. */
  get isUsable(): boolean {
    const { poolState: trust } = this
    return !this.loss && this.demotionsAtStart === trust.demotions && this.timeoutsAtLastAnswer === trust.timeouts
  }

  override getStartupConf(): Record<string, string> {
    const { timeZone } = this
    return { ...super.getStartupConf(), ...(timeZone === undefined ? {} : { TimeZone: timeZone }) }
  }

  override connect(callback?: Callback): Promise<unknown> {
    const opening = this.open()
    if (callback) opening.then(() => callback(null, this), callback)
    return opening
  }

  /** The driver's three overloads. `deadlineMs` in `config` overrides the usual deadline. */
  override query(config: unknown, values?: unknown, callback?: Callback): Promise<unknown> {
    const done = typeof values === 'function' ? (values as Callback) : callback
    const bound = typeof values === 'function' ? undefined : values
    if (done) {
      this.ask(config, bound, done)
      return undefined as unknown as Promise<unknown>
    }
    return new Promise((resolve, reject) => {
      this.ask(config, bound, (error, result) => (error ? reject(error) : resolve(result)))
    })
  }

  /** Closes the connection, by force when the server does not answer. */
  override end(callback?: () => void): Promise<void> {
    return new Promise((resolve) => {
      const cancel = timer.after(MAX_CLOSE_MS, () => this.connection.stream.destroy())
      super.end(() => {
        cancel()
        callback?.()
        resolve()
      })
    })
  }

  private async open(): Promise<void> {
    try {
      await super.connect()
    } catch (error) {
      const known = outageOf(error)?.kind
      const refused = known === 'full' || known === 'busy' ? known : 'unreachable'
      const kind = POOLER_MESSAGE.test(messageOf(error)) ? 'pooler' : refused
      throw this.refusal(new DatabaseUnavailableError(kind, messageOf(error), { cause: error }))
    }
    if (this.firstStatements !== undefined) await this.query(this.firstStatements)
    const fault = await this.findFault()
    if (!fault) return
    this.hangUp(fault)
    throw this.refusal(fault)
  }

  /** A pooler may accept what the dialect tries next, at the same host. */
  private refusal(error: DatabaseUnavailableError): DatabaseUnavailableError {
    if (error.kind === 'pooler') return error
    this.hosts.moveOnFrom(this.url)
    return this.recordOutage(error)
  }

  /** Why this server or session cannot be used. */
  private async findFault(): Promise<DatabaseUnavailableError | undefined> {
    const names = [...(this.readOnly ? [] : [READ_ONLY]), ...Object.keys(this.expected)]
    if (names.length === 0) return undefined
    const values = names.map((name) => `current_setting('${name}') as "${name}"`)
    const { rows } = (await this.query(`select ${values.join(', ')}`)) as { rows: Record<string, string>[] }
    if (rows[0]?.[READ_ONLY] === 'on') {
      return new DatabaseUnavailableError('read_only', 'the server is read-only: a standby, or a demoted primary')
    }
    const lost = Object.entries(this.expected).find(([name, value]) => rows[0]?.[name] !== value)
    if (!lost) return undefined
    const [name, value] = lost
    return new DatabaseUnavailableError('pooler', `${name} is ${rows[0]?.[name]}, although ${value} was asked for`)
  }

  private ask(config: unknown, values: unknown, done: Callback): void {
    const deadlineMs = deadlineOf(config) ?? this.limits.queryMs
    let isAnswered = false
    const cancel = timer.after(deadlineMs, () => {
      // If this process was busy, the answer may already be in the socket.
      void timer.yieldToEventLoop().then(() => {
        if (!isAnswered) this.giveUp(deadlineMs)
      })
    })
    super.query(this.isPooled ? unnamed(config) : config, values, (error, result) => {
      isAnswered = true
      cancel()
      if (error) return done(this.classify(error))
      this.recordAnswer()
      done(null, result)
    })
  }

  private giveUp(afterMs: number): void {
    this.poolState.timeouts++
    this.hangUp(new DatabaseUnavailableError('timeout', `no answer within ${afterMs / SECOND_MS} s`))
  }

  private hangUp(error: DatabaseUnavailableError): void {
    this.loss ??= error
    this.connection.stream.destroy(error)
  }

  private recordAnswer(): void {
    this.timeoutsAtLastAnswer = this.poolState.timeouts
    if (this.outages.isOn) this.outages.recordAnswer()
  }

  private classify(error: Error): Error {
    const { loss } = this
    // A new error for each query: Knex writes the statement into it.
    if (loss) return this.recordOutage(new DatabaseUnavailableError(loss.kind, loss.reason, { cause: error }))
    const outage = outageOf(error)
    if (!outage) {
      this.recordAnswer()
      return error
    }
    if (outage.kind === 'read_only' && this.readOnly) return error
    // Its reads go on.
    if (isMoved(outage)) return this.recordOutage(error, outage)
    if (outage.kind === 'read_only') this.poolState.demotions++
    if (outage.kind !== 'full' && outage.kind !== 'timeout') {
      this.hangUp(new DatabaseUnavailableError(outage.kind, outage.reason, { cause: error }))
    }
    return this.recordOutage(error, outage)
  }

  private recordOutage<E extends Error>(error: E, outage: Outage | null = outageOf(error)): E {
    if (outage) this.outages.recordFailure(outage)
    return error
  }
}

const withDefaults = (config: DeadlineClientConfig) => ({
  readOnly: false,
  isPooled: false,
  expected: {},
  poolState: new PoolState(),
  ...config,
})

const unnamed = (config: unknown): unknown =>
  typeof config === 'object' && config !== null && 'name' in config ? { ...config, name: undefined } : config

function deadlineOf(config: unknown): number | undefined {
  const { deadlineMs } = (typeof config === 'object' ? config : {}) as { deadlineMs?: number }
  return deadlineMs
}

const lost = (error: Error): DatabaseUnavailableError =>
  error instanceof DatabaseUnavailableError
    ? error
    : new DatabaseUnavailableError('lost', messageOf(error), { cause: error })

/** For a name with several addresses, Node throws an AggregateError without a message. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

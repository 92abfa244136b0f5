import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { SECOND_MS } from '../kernel/clock.js'
import { SystemTimer } from '../kernel/timer.js'
import { DatabaseUnavailableError, isMoved, type Outage, outageOf } from './outage.js'
import type { OutageWatch } from './outage-watch.js'

type Callback = (error: Error | null, result?: unknown) => void

/** The part of the driver's client that is used here. */
interface DriverClient extends EventEmitter {
  readonly connection: { readonly stream: Duplex }
  connect(): Promise<unknown>
  query(config: unknown, values: unknown, callback: Callback): unknown
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
  limits: QueryLimits
  outages: OutageWatch
  /** Accepts a server that refuses writes. */
  readOnly?: boolean
  poolState?: PoolState
}

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
  private readonly limits: QueryLimits
  private readonly outages: OutageWatch
  private readonly readOnly: boolean
  private readonly poolState: PoolState
  private readonly demotionsAtStart: number
  private timeoutsAtLastAnswer: number
  private loss: DatabaseUnavailableError | undefined

  constructor(config: DeadlineClientConfig) {
    const { limits, outages, readOnly = false, poolState: trust = new PoolState(), ...rest } = config
    super({ ...rest, connectionTimeoutMillis: limits.connectMs })
    this.limits = limits
    this.outages = outages
    this.readOnly = readOnly
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
      throw this.recordOutage(new DatabaseUnavailableError('unreachable', messageOf(error), { cause: error }))
    }
    if (this.readOnly) return
    const result = (await this.query('show transaction_read_only')) as { rows: { transaction_read_only: string }[] }
    if (result.rows[0]?.transaction_read_only !== 'on') return
    const demoted = new DatabaseUnavailableError(
      'read_only',
      'the server is read-only: a standby, or a demoted primary',
    )
    this.hangUp(demoted)
    throw this.recordOutage(demoted)
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
    super.query(config, values, (error, result) => {
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

import type { Knex } from 'knex'
import { Problem } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import type { DatabaseConnection } from './database-connection.js'
import { isLockTimeout, isRetryable, type Tx, type Writer } from './engine.js'
import { Statement } from './statement.js'

/**
 * The only source of transactions. All writes of `work` become durable together, or not at all, before `run` returns.
 * `work` may run more than once and must not wait on the network.
 */
export abstract class UnitOfWork {
  /** @throws Problem `request_in_flight`: the rows stayed locked for too long; nothing was written */
  abstract run<T>(work: (tx: Tx) => Promise<T>): Promise<T>

  /** For a single statement: on Postgres it runs without the two round trips of an explicit transaction. */
  abstract runSingle<T>(statement: (on: Knex) => Promise<T>): Promise<T>

  private readonly hooks = new WeakMap<Knex, (() => void)[]>()

  /**
   * Calls `act` once the writes of `tx` are durable. Best effort: lost if the process dies, and on SQLite also called for
   * a unit that was rolled back while others shared its commit.
   */
  afterCommit(tx: Tx, act: () => void): void {
    this.hooks.set(tx, [...(this.hooks.get(tx) ?? []), act])
  }

  /** If `work` throws, its writes are rolled back and the error is rethrown; `tx` can continue. */
  async savepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    await tx.raw('savepoint part')
    try {
      return await work()
    } catch (error) {
      await tx.raw('rollback to savepoint part')
      throw error
    } finally {
      await tx.raw('release savepoint part')
    }
  }

  protected runHooks(transaction: Knex): void {
    for (const act of this.hooks.get(transaction) ?? []) act()
  }
}

const MAX_TRIES = 5

class PostgresUnitOfWork extends UnitOfWork {
  constructor(private readonly writer: Writer) {
    super()
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.withRetries(async () => {
      let used: Knex | undefined
      const value = await this.writer.transaction((tx) => work((used = tx) as Tx))
      if (used) this.runHooks(used)
      return value
    })
  }

  runSingle<T>(statement: (on: Knex) => Promise<T>): Promise<T> {
    return this.withRetries(() => statement(this.writer))
  }

  private async withRetries<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (isRetryable(error) && attempt < MAX_TRIES) continue
        throw isLockTimeout(error) || isRetryable(error) ? busy(error) : error
      }
    }
  }
}

/** Through a pooler, which takes settings such as `lock_timeout` within a transaction only. */
class PooledUnitOfWork extends PostgresUnitOfWork {
  override runSingle<T>(statement: (on: Knex) => Promise<T>): Promise<T> {
    return this.run(statement)
  }
}

interface Waiting {
  work: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const MAX_GROUP = 64

// One name for all, since they run in sequence: with Knex's new name for each, SQLite would prepare each anew.
const SAVE = new Statement('savepoint unit')
const RELEASE = new Statement('release unit')
const ROLL_BACK = new Statement('rollback to unit')

/**
 * Group commit: SQLite has one writer, and the fsync of a commit is what a write costs, so waiting units of work share
 * one. Each has its own savepoint and is answered only when the commit is durable.
 */
class SqliteUnitOfWork extends UnitOfWork {
  private waiting: Waiting[] = []
  private isDraining = false

  constructor(
    private readonly writer: Writer,
    private readonly timer: Timer,
  ) {
    super()
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      if (!this.isDraining) void this.drain()
    })
  }

  runSingle<T>(statement: (on: Knex) => Promise<T>): Promise<T> {
    return this.run(statement)
  }

  private async drain(): Promise<void> {
    this.isDraining = true
    while (this.waiting.length > 0) {
      // Requests that have already arrived may join the group.
      await this.timer.yieldToEventLoop()
      await this.commit(this.waiting.splice(0, MAX_GROUP))
    }
    this.isDraining = false
  }

  private async commit(units: Waiting[]): Promise<void> {
    const answers: (() => void)[] = []
    let used: Knex | undefined
    try {
      await this.writer.transaction(async (outer) => {
        used = outer
        answers.length = 0
        for (const unit of units) answers.push(await this.inSavepoint(outer, unit))
      })
    } catch (error) {
      const refusal = isLockTimeout(error) ? busy(error) : error
      for (const unit of units) unit.reject(refusal)
      return
    }
    for (const answer of answers) answer()
    if (used) this.runHooks(used)
  }

  private async inSavepoint(outer: Knex.Transaction, unit: Waiting): Promise<() => void> {
    await SAVE.rows(outer, [])
    try {
      const value = await unit.work(outer as Tx)
      await RELEASE.rows(outer, [])
      return () => unit.resolve(value)
    } catch (error) {
      await ROLL_BACK.rows(outer, [])
      await RELEASE.rows(outer, [])
      return () => unit.reject(error)
    }
  }
}

export function unitOfWorkOn({ engine, writer, isPooled }: DatabaseConnection, timer: Timer): UnitOfWork {
  if (engine === 'sqlite') return new SqliteUnitOfWork(writer, timer)
  return isPooled ? new PooledUnitOfWork(writer) : new PostgresUnitOfWork(writer)
}

function busy(cause: unknown): Problem {
  return new Problem('request_in_flight', {
    detail: 'Another request holds a lock that this one needs. Try again shortly.',
    headers: { 'Retry-After': '1' },
    cause,
  })
}

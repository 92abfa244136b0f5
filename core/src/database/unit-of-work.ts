import type { Knex } from 'knex'
import { Problem } from '../kernel/problem.js'
import type { Timer } from '../kernel/timer.js'
import { isLockTimeout, isRepeatable, type Tx } from './engine.js'
import { Statement } from './statement.js'

/**
 * Hands out the transaction. All that `work` writes becomes durable together, or not at all, before
 * `run` returns. `work` may run more than once and must not wait on the network.
 */
export abstract class UnitOfWork {
  /** @throws Problem `request_in_flight`: others held the rows for too long; nothing was written. */
  abstract run<T>(work: (tx: Tx) => Promise<T>): Promise<T>

  /** For work that is one statement: on Postgres it is a transaction by itself, without the two round trips around it. */
  abstract single<T>(statement: (on: Knex) => Promise<T>): Promise<T>

  private readonly afterwards = new WeakMap<Knex, (() => void)[]>()

  /**
   * Calls `act` as soon as what `tx` wrote is durable. A hint, no promise: it is forgotten when the process dies, and
   * on SQLite it is also called for a unit that was taken back while others shared its commit.
   */
  whenCommitted(tx: Tx, act: () => void): void {
    this.afterwards.set(tx, [...(this.afterwards.get(tx) ?? []), act])
  }

  /** A part of `tx` that may fail without the rest: what it wrote is then taken back, and the error thrown. */
  async apart<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
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

  protected committed(transaction: Knex): void {
    for (const act of this.afterwards.get(transaction) ?? []) act()
  }
}

const MOST_TRIES = 5

export class PostgresUnitOfWork extends UnitOfWork {
  constructor(private readonly writer: Knex) {
    super()
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.repeated(async () => {
      let used: Knex | undefined
      const value = await this.writer.transaction((tx) => work((used = tx) as Tx))
      if (used) this.committed(used)
      return value
    })
  }

  single<T>(statement: (on: Knex) => Promise<T>): Promise<T> {
    return this.repeated(() => statement(this.writer))
  }

  private async repeated<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (isRepeatable(error) && attempt < MOST_TRIES) continue
        throw isLockTimeout(error) || isRepeatable(error) ? busy(error) : error
      }
    }
  }
}

interface Waiting {
  work: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

const MOST_TOGETHER = 64

// Always by the same name, and one after another: Knex would name each anew, and SQLite prepare it anew.
const SAVE = new Statement('savepoint unit')
const RELEASE = new Statement('release unit')
const TAKE_BACK = new Statement('rollback to unit')

/**
 * SQLite has one writer, and the fsync of a commit is its cost: units of work that wait together
 * share one. Each has a savepoint of its own, and each is answered only when the commit is durable.
 */
export class SqliteUnitOfWork extends UnitOfWork {
  private waiting: Waiting[] = []
  private working = false

  constructor(
    private readonly writer: Knex,
    private readonly timer: Timer,
  ) {
    super()
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      if (!this.working) void this.workOff()
    })
  }

  single<T>(statement: (on: Knex) => Promise<T>): Promise<T> {
    return this.run(statement)
  }

  private async workOff(): Promise<void> {
    this.working = true
    while (this.waiting.length > 0) {
      // A turn for input and output: whatever has arrived by now may join.
      await this.timer.breathe()
      await this.commit(this.waiting.splice(0, MOST_TOGETHER))
    }
    this.working = false
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
    if (used) this.committed(used)
  }

  private async inSavepoint(outer: Knex.Transaction, unit: Waiting): Promise<() => void> {
    await SAVE.rows(outer, [])
    try {
      const value = await unit.work(outer as Tx)
      await RELEASE.rows(outer, [])
      return () => unit.resolve(value)
    } catch (error) {
      await TAKE_BACK.rows(outer, [])
      await RELEASE.rows(outer, [])
      return () => unit.reject(error)
    }
  }
}

function busy(cause: unknown): Problem {
  return new Problem('request_in_flight', {
    detail: 'Another request holds what this one needs. Try again shortly.',
    headers: { 'Retry-After': '1' },
    cause,
  })
}

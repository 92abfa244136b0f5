import type { Knex } from 'knex'
import { Statement } from './statement.js'

/** Limits that are part of a statement's text: one more than pages usually have, and what reads ahead. */
const LIMITS = [1, 2, 6, 11, 21, 26, 51, 101]

/** Statements put together from a few parts: each combination is prepared once. */
export class Statements<Row> {
  private readonly bySql = new Map<string, Statement<Row>>()

  of(sql: string): Statement<Row> {
    let statement = this.bySql.get(sql)
    if (!statement) this.bySql.set(sql, (statement = new Statement(sql)))
    return statement
  }

  /**
   * The first rows of a selection that ends in its order. For `limit ?` Postgres expects a tenth of all rows; plans that
   * know the number look so much better that it plans at every execution, for as long as the statement runs. Therefore
   * the limit is written out, rounded up so that callers cannot have hundreds of statements prepared.
   */
  async first(count: number, selection: string, on: Knex, values: unknown[]): Promise<Row[]> {
    const limit = LIMITS.find((one) => one >= count)
    if (limit === undefined) return this.of(`${selection} limit ?`).rows(on, [...values, count])
    return (await this.of(`${selection} limit ${limit}`).rows(on, values)).slice(0, count)
  }
}

import { Statement } from './statement.js'

/** Statements put together from a few parts: each combination is prepared once. */
export class Statements<Row> {
  private readonly bySql = new Map<string, Statement<Row>>()

  of(sql: string): Statement<Row> {
    let statement = this.bySql.get(sql)
    if (!statement) this.bySql.set(sql, (statement = new Statement(sql)))
    return statement
  }
}

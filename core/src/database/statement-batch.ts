import type { Knex } from 'knex'

interface Connection {
  batch: StatementBatch | null
  query(text: string): Promise<unknown>
}

interface Statement {
  sql: string
  bindings?: readonly unknown[]
  response?: unknown
}

/** Has no result, and none that another statement of the same step could need. */
const SCHEMA_CHANGE = /^\s*(create|alter|drop)\b/i
/** As Knex reads it. */
const NO_RESULT = { command: '', rowCount: 0, rows: [] }

/**
 * Schema changes that wait on a connection to Postgres to be sent in one message: a round trip for each of hundreds is
 * a third of the time that a new schema takes. Before any other statement, those that wait are sent.
 */
export class StatementBatch {
  private readonly waiting: string[] = []

  constructor(private readonly connection: Pick<Connection, 'query'>) {}

  async run<S extends Statement>(statement: S, runNow: () => Promise<S>): Promise<S> {
    const { sql, bindings = [] } = statement
    if (SCHEMA_CHANGE.test(sql) && bindings.length === 0) {
      this.waiting.push(sql)
      statement.response = NO_RESULT
      return statement
    }
    await this.send()
    return runNow()
  }

  /** Throws the error of the first that fails; those behind it are not run. */
  async send(): Promise<void> {
    const text = this.waiting.splice(0).join(';\n')
    if (text !== '') await this.connection.query(text)
  }
}

/** Runs `work` with its schema changes in batches. `send` sends those that wait. */
export async function inBatches<T>(tx: Knex.Transaction, work: (send: () => Promise<void>) => Promise<T>): Promise<T> {
  const connection = await (tx.client as { acquireConnection(): Promise<Connection> }).acquireConnection()
  const batch = new StatementBatch(connection)
  connection.batch = batch
  try {
    const result = await work(() => batch.send())
    await batch.send()
    return result
  } finally {
    connection.batch = null
  }
}

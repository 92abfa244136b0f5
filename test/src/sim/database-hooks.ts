import { ImmediateSqlite } from '@paylink/core/database/immediate-sqlite'
import { Statement } from '@paylink/core/database/statement'

export interface RawConnection {
  close(): void
  pragma(text: string, options?: { simple: boolean }): unknown
  prepare(sql: string): { all(...values: unknown[]): unknown[] }
}

/** The process that uses a database. */
export interface Pausing {
  readonly isAlive: boolean
  /** Statements inside of a transaction are points too. */
  readonly isFine: boolean
  point(label: string): Promise<void>
}

interface Client {
  config: object
  transacting?: boolean
  pool: { numUsed(): number; numPendingAcquires(): number }
}

type Method<A extends unknown[], R> = (this: Client, ...args: A) => Promise<R>

interface Paused {
  by: Pausing
  queue: Queue
}

/** Processes that share what only one can use at a time: on SQLite, the writers of one file. */
export class Queue {
  private clients: { by: Pausing; pool: Client['pool'] }[] = []
  private waiting: { by: Pausing; resume: () => void }[] = []

  join(by: Pausing, { pool }: { pool: Client['pool'] }): void {
    this.clients = [...this.clients.filter((other) => other.by.isAlive), { by, pool }]
  }

  get isTaken(): boolean {
    return this.clients.some(({ by, pool }) => by.isAlive && pool.numUsed() + pool.numPendingAcquires() > 0)
  }

  isAwaitedBy(whom: Pausing): boolean {
    return this.waiting.some(({ by }) => by === whom)
  }

  wait(by: Pausing): Promise<void> {
    return new Promise((resume) => this.waiting.push({ by, resume }))
  }

  /** Wakes the living process that has waited longest. */
  next(): void {
    this.waiting = this.waiting.filter(({ by }) => by.isAlive)
    this.waiting.shift()?.resume()
  }
}

const pausing = new WeakMap<object, Paused>()
const opened = new WeakMap<object, RawConnection[]>()

/** From now on every query of this Knex client waits for its turn. */
export function pauseAt(client: unknown, by: Pausing, queue: Queue): void {
  queue.join(by, client as Client)
  pausing.set((client as Client).config, { by, queue })
}

/** The driver's connections behind a client. */
export const rawConnections = (client: unknown): RawConnection[] => opened.get((client as Client).config) ?? []

/** A separate connection to the same file, for reading. */
export function openRaw(path: string): RawConnection {
  const Driver = ImmediateSqlite.prototype._driver() as new (path: string) => RawConnection
  return new Driver(path)
}

const WRITE = /^\s*(insert into|update|delete from|with)\b\s*`?(\w*)/i
/** Alarms and heartbeats: invisible from outside. */
const UNSEEN = new Set(['workers'])
let hasWritten = false

/** At most one transaction writes at a time; a rollback only causes a superfluous snapshot. */
function noteWrite(sql: string): void {
  const table = WRITE.exec(sql)?.[2]
  if (table !== undefined && !UNSEEN.has(table)) hasWritten = true
}

let commits = 0

/** How many commits changed visible tables: a snapshot in between would show nothing new. */
export const commitsSoFar = (): number => commits

const prototype = ImmediateSqlite.prototype as unknown as {
  acquireConnection: Method<[], unknown>
  releaseConnection: Method<[unknown], unknown>
  acquireRawConnection: Method<[], RawConnection>
  _query: Method<[unknown, { sql: string }], unknown>
}
const { acquireConnection, releaseConnection, acquireRawConnection, _query } = prototype

prototype.acquireConnection = async function () {
  const { by, queue } = pausing.get(this.config) ?? {}
  await by?.point('database')
  // Wait for a connection here: the pool would time out after a minute of real time.
  while (by && queue?.isTaken) await queue.wait(by)
  return acquireConnection.call(this)
}

prototype.releaseConnection = async function (connection) {
  await releaseConnection.call(this, connection)
  pausing.get(this.config)?.queue.next()
}

prototype.acquireRawConnection = async function () {
  const connection = await acquireRawConnection.call(this)
  opened.set(this.config, [...(opened.get(this.config) ?? []), connection])
  return connection
}

prototype._query = async function (connection, query) {
  const by = pausing.get(this.config)?.by
  if (query.sql === 'COMMIT;') {
    await by?.point('commit')
    const answer = await _query.call(this, connection, query)
    if (hasWritten) commits++
    hasWritten = false
    await by?.point('committed')
    return answer
  }
  if (this.transacting) noteWrite(query.sql)
  if (this.transacting && by?.isFine) await by.point(query.sql)
  return _query.call(this, connection, query)
}

const statement = Statement.prototype as unknown as {
  rows(this: { sqlite: string }, on: { client: Client }, values: unknown[]): Promise<unknown[]>
}
const { rows } = statement
const SAVEPOINT = /^(savepoint|release|rollback)/

statement.rows = async function (on, values) {
  const by = pausing.get(on.client.config)?.by
  if (on.client.transacting && by?.isFine && !SAVEPOINT.test(this.sqlite)) await by.point(this.sqlite)
  if (on.client.transacting) noteWrite(this.sqlite)
  return rows.call(this, on, values)
}

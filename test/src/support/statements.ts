import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import { Server } from 'node:http'
import { Statement } from '@paylink/core/database/statement'
import type { TestAppliance } from './appliance.js'

const watched = new AsyncLocalStorage<boolean>()

/**
 * The SQL that `work` sends, and that a server of this process sends for requests that arrive meanwhile: by the query
 * builder and as prepared statements. What workers and periodic tasks send at that time is not part of it.
 */
export async function statementsDuring(
  { appliance }: Pick<TestAppliance, 'appliance'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const sent: string[] = []
  const note = (sql: string): void => {
    if (watched.getStore() === true) sent.push(sql)
  }
  const noteQuery = ({ sql }: { sql: string }): void => note(sql)
  const { reader, writer } = appliance.composition.database
  const { rows } = Statement.prototype
  Statement.prototype.rows = function (this: Statement<unknown>, ...given) {
    note((this as unknown as { sqlite: string }).sqlite)
    return rows.apply(this, given)
  }
  const { emit }: EventEmitter = Server.prototype
  // A request begins in the context of its connection, which may be older than this call.
  Server.prototype.emit = function (this: Server, event: string, ...given: unknown[]) {
    const send = (): boolean => emit.call(this, event, ...given)
    return event === 'request' ? watched.run(true, send) : send()
  }
  for (const knex of [reader, writer]) knex.on('query', noteQuery)
  try {
    await watched.run(true, work)
  } finally {
    Statement.prototype.rows = rows
    Server.prototype.emit = emit
    for (const knex of [reader, writer]) knex.off('query', noteQuery)
  }
  return sent
}

import pg from 'pg'
import type { Decisions } from './decisions.js'

export type DatabaseFault =
  'none' | 'deadlock' | 'serialization failure' | 'lost before commit' | 'lost after commit' | 'failed at commit'

type Callback = (error: Error | null, result?: unknown) => void
type Query = (this: pg.Client, ...args: unknown[]) => Promise<unknown> | undefined

const WRITE = /^(insert|update|delete|with|select .* for update)/i
const IN_COMMIT: readonly DatabaseFault[] = ['lost before commit', 'lost after commit', 'failed at commit']
const IN_STATEMENT: readonly DatabaseFault[] = ['deadlock', 'serialization failure']

/** Injects faults between core and Postgres, decided for each write and each COMMIT. Null: none. */
let decisions: Decisions | null = null
let tell: (fault: DatabaseFault) => void = () => undefined

export function failPostgres(by: Decisions | null, told: (fault: DatabaseFault) => void = () => undefined): void {
  decisions = by
  tell = told
}

const client = pg.Client.prototype as unknown as { query: Query; connection: { stream: { destroy(): void } } }
const { query } = client

client.query = function (...args) {
  const [config] = args
  const text = typeof config === 'string' ? config : ((config as { text?: string } | undefined)?.text ?? '')
  const isCommit = /^commit/i.test(text)
  const fault = isCommit ? chosen(12, IN_COMMIT) : WRITE.test(text) ? chosen(40, IN_STATEMENT) : 'none'
  if (fault === 'none') return query.apply(this, args)
  tell(fault)
  const callback = typeof args.at(-1) === 'function' ? (args.at(-1) as Callback) : null
  const failed = outcomeOf(this, fault)
  if (!callback) return failed
  failed.catch((error: Error) => callback(error))
  return undefined
}

const chosen = (oneIn: number, faults: readonly DatabaseFault[]): DatabaseFault =>
  decisions?.oneIn(oneIn) ? decisions.pick(faults) : 'none'

async function outcomeOf(connection: pg.Client, fault: DatabaseFault): Promise<never> {
  const ask = (text: string): Promise<unknown> => query.call(connection, text) ?? Promise.resolve()
  switch (fault) {
    case 'lost after commit':
      await ask('COMMIT')
      return cut(connection)
    case 'lost before commit':
      return cut(connection)
    case 'failed at commit':
      await ask('ROLLBACK')
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    case 'serialization failure':
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    case 'deadlock':
      throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    case 'none':
      throw new Error('nothing is wrong')
  }
}

function cut(connection: pg.Client): never {
  ;(connection as unknown as typeof client).connection.stream.destroy()
  throw new Error('Connection terminated unexpectedly')
}

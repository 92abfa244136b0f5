import { Statement } from '@paylink/core/database/statement'
import type { TestAppliance } from './appliance.js'

/** The SQL that a server sends while `work` runs: by the query builder and as prepared statements. */
export async function statementsDuring(
  { appliance }: Pick<TestAppliance, 'appliance'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const sent: string[] = []
  const { reader, writer } = appliance.composition.database
  const note = ({ sql }: { sql: string }): void => void sent.push(sql)
  const original = Statement.prototype.rows
  Statement.prototype.rows = function (this: Statement<unknown>, ...given) {
    sent.push((this as unknown as { sqlite: string }).sqlite)
    return original.apply(this, given)
  }
  for (const knex of [reader, writer]) knex.on('query', note)
  try {
    await work()
  } finally {
    Statement.prototype.rows = original
    for (const knex of [reader, writer]) knex.off('query', note)
  }
  return sent
}

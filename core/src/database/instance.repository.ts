import type { Knex } from 'knex'
import type { Ids } from '../kernel/ids.js'
import type { Tx } from './engine.js'

const INSTANCE_ID = 'instance_id'

/** The id of this installation as sent to providers; created once, never changed. */
export async function readInstanceId(database: Knex, ids: Ids, readOnly = false): Promise<string> {
  const key = INSTANCE_ID
  const read = async (): Promise<string | undefined> =>
    (await database<{ key: string; value: string }>('instance').where({ key }).first('value'))?.value
  const found = await read()
  if (found !== undefined || readOnly) return found ?? ''
  await database('instance').insert({ key, value: ids.uuid() }).onConflict('key').ignore()
  return (await read()) ?? ''
}

/** Until the end of the transaction: for what only one process of the installation may do at a time. */
export async function lockInstance(tx: Tx): Promise<void> {
  await tx('instance').where({ key: INSTANCE_ID }).forUpdate().first('key')
}

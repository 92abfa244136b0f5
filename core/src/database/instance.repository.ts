import type { Knex } from 'knex'
import type { Ids } from '../kernel/ids.js'

/** The id of this installation as sent to providers; created once, never changed. */
export async function readInstanceId(database: Knex, ids: Ids, readOnly = false): Promise<string> {
  const key = 'instance_id'
  const read = async (): Promise<string | undefined> =>
    (await database<{ key: string; value: string }>('instance').where({ key }).first('value'))?.value
  const found = await read()
  if (found !== undefined || readOnly) return found ?? ''
  await database('instance').insert({ key, value: ids.uuid() }).onConflict('key').ignore()
  return (await read()) ?? ''
}

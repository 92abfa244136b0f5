import type { Knex } from 'knex'
import type { Sealer } from './sealer.js'

const PLACE = { table: 'instance', column: 'value', row: 'canary', accountId: '', livemode: false }
const CANARY = 'paylink'

/**
 * Refuses to go on with another secret key than the one that sealed what is stored.
 *
 * @throws UnsealError
 */
export async function checkSecretKey(database: Knex, sealer: Sealer, readOnly = false): Promise<void> {
  const row = await findCanary(database)
  if (row) {
    await sealer.open(PLACE, row.value)
    return
  }
  if (readOnly) return
  await database('instance')
    .insert({ key: 'canary', value: await sealer.seal(PLACE, CANARY) })
    .onConflict('key')
    .ignore()
}

/** Has a secret key been used on this database? */
export const isSealed = async (database: Knex): Promise<boolean> => (await findCanary(database)) !== undefined

const findCanary = (database: Knex): Promise<{ value: string } | undefined> =>
  database<{ key: string; value: string }>('instance').where({ key: 'canary' }).first('value')

import type { Knex } from 'knex'
import type { Sealer } from './sealer.js'

const PLACE = { table: 'instance', column: 'value', row: 'canary', accountId: '', livemode: false }
const CANARY = 'paylink'

/**
 * Refuses to go on with another secret key than the one that sealed what is stored.
 *
 * @throws UnsealError
 */
export async function checkSecretKey(database: Knex, sealer: Sealer): Promise<void> {
  const row = await database<{ key: string; value: string }>('instance').where({ key: 'canary' }).first('value')
  if (row) {
    await sealer.open(PLACE, row.value)
    return
  }
  await database('instance')
    .insert({ key: 'canary', value: await sealer.seal(PLACE, CANARY) })
    .onConflict('key')
    .ignore()
}

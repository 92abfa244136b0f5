import type { Knex } from 'knex'
import type { Sealer } from './sealer.js'

const ASSOCIATED_DATA = { table: 'instance', column: 'value', row: 'canary', accountId: '', livemode: false }
const CANARY = 'paylink'

/**
 * Checks that the secret key is the one that sealed the stored secrets.
 *
 * @throws UnsealError
 */
export async function checkSecretKey(database: Knex, sealer: Sealer, readOnly = false): Promise<void> {
  const row = await findCanary(database)
  if (row) {
    await sealer.open(ASSOCIATED_DATA, row.value)
    return
  }
  if (readOnly) return
  await database('instance')
    .insert({ key: 'canary', value: await sealer.seal(ASSOCIATED_DATA, CANARY) })
    .onConflict('key')
    .ignore()
}

/** Has a secret key been used with this database? */
export const hasSealedSecrets = async (database: Knex): Promise<boolean> => (await findCanary(database)) !== undefined

const findCanary = (database: Knex): Promise<{ value: string } | undefined> =>
  database<{ key: string; value: string }>('instance').where({ key: 'canary' }).first('value')

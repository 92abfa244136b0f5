import type { Knex } from 'knex'
import { CANARY, readKeyRows } from './key-rows.repository.js'
import { CANARY_TEXT, inInstance, type Sealer } from './sealer.js'

/**
 * Checks that the key in use is among those given, and learns which one it is.
 *
 * @throws UnsealError, OtherSecretKeyError
 */
export async function checkSecretKey(database: Knex, sealer: Sealer, readOnly = false): Promise<void> {
  const rows = await readKeyRows(database)
  if (!rows.has(CANARY) && !readOnly) {
    await database('instance')
      .insert({ key: CANARY, value: await sealer.seal(inInstance(CANARY), CANARY_TEXT) })
      .onConflict('key')
      .ignore()
  }
  await sealer.refresh()
  sealer.assertGiven()
}

/** Has a secret key been used with this database? */
export const hasSealedSecrets = async (database: Knex): Promise<boolean> => (await readKeyRows(database)).has(CANARY)

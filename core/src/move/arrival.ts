import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Knex } from 'knex'
import { connect, MIGRATION_LIMITS } from '../database/connect.js'
import { lockSchema } from '../database/migrator.js'
import { sqlitePathOf } from '../database/sqlite-path.js'

const KEY = 'moved_here'

/** Written with the rows themselves: a database that has it is complete. */
export async function markArrival(on: Knex, moveId: string): Promise<void> {
  await on('instance').insert({ key: KEY, value: moveId }).onConflict('key').merge()
}

/** Was this database filled by the move? Waits for one whose last step is still under way at the server. */
export async function hasArrived(databaseUrl: string, moveId: string): Promise<boolean> {
  const path = sqlitePathOf(databaseUrl)
  if (path !== null && !existsSync(path)) {
    const folder = dirname(resolve(path))
    if (!existsSync(folder)) throw new Error(`There is no folder ${folder}: the copy may be there, out of sight.`)
    return false
  }
  const database = connect(databaseUrl, MIGRATION_LIMITS)
  try {
    return await database.writer.transaction(async (tx) => {
      if (database.engine === 'postgres') await lockSchema(tx)
      if (!(await tx.schema.hasTable('instance'))) return false
      const row = await tx<{ key: string; value: string }>('instance').where({ key: KEY }).first('value')
      return row?.value === moveId
    })
  } finally {
    await database.close()
  }
}

import { connect, MIGRATION_LIMITS } from '../database/connect.js'
import type { DatabaseConnection } from '../database/database-connection.js'
import { DatabaseHosts } from '../database/database-hosts.js'
import { shownAddress } from '../database/move-state.js'
import { outageOf } from '../database/outage.js'
import { describeUnreachable, ExplainedError } from '../database/outage-remedy.js'
import { sqlitePathOf } from '../database/sqlite-path.js'
import type { Filling } from './fill-database.js'
import { fillPostgres } from './fill-postgres.js'
import { fillSqlite } from './fill-sqlite.js'

/** Fills an empty database, completely or not at all. @throws NotEmptyError @throws ExplainedError it cannot be reached */
export type Fill = (filling: Filling) => Promise<void>

/** How the database at an address is filled. */
export function fillerOf(databaseUrl: string): Fill {
  const path = sqlitePathOf(databaseUrl)
  if (path !== null) return (filling) => fillSqlite(path, filling)
  return async (filling) => {
    const database = connect(databaseUrl, MIGRATION_LIMITS)
    try {
      await assertReachable(database, databaseUrl)
      await fillPostgres(database.writer, new URL(DatabaseHosts.of(databaseUrl).current).pathname.slice(1), filling)
    } finally {
      await database.close()
    }
  }
}

/** Asked first, since later failures may be those of the database that is copied. */
async function assertReachable({ writer }: DatabaseConnection, databaseUrl: string): Promise<void> {
  try {
    await writer.raw('select 1')
  } catch (error) {
    const outage = outageOf(error)
    if (outage?.kind !== 'unreachable') throw error
    throw new ExplainedError(describeUnreachable(shownAddress(databaseUrl), outage.reason, 'its address'), {
      cause: error,
    })
  }
}

import { connect, MIGRATION_LIMITS } from '../database/connect.js'
import { DatabaseHosts } from '../database/database-hosts.js'
import { shownAddress } from '../database/move-state.js'
import { outageOf } from '../database/outage.js'
import { describeOutage, ExplainedError } from '../database/outage-remedy.js'
import { sqlitePathOf } from '../database/sqlite-path.js'
import type { Filling } from './fill-database.js'
import { fillPostgres } from './fill-postgres.js'
import { fillSqlite } from './fill-sqlite.js'

/** Fills an empty database, completely or not at all. @throws NotEmptyError @throws ExplainedError it is unusable */
export type Fill = (filling: Filling) => Promise<void>

/** How the database at an address is filled. */
export function fillerOf(databaseUrl: string): Fill {
  const path = sqlitePathOf(databaseUrl)
  if (path !== null) return (filling) => fillSqlite(path, filling)
  return async (filling) => {
    const database = connect(databaseUrl, MIGRATION_LIMITS)
    try {
      await fillPostgres(database.writer, new URL(DatabaseHosts.of(databaseUrl).current).pathname.slice(1), filling)
    } catch (error) {
      // Otherwise it is one of the database that is copied.
      const outage = database.outages.isOn ? outageOf(error) : null
      if (!outage) throw error
      const place = {
        database: shownAddress(databaseUrl),
        setting: 'its address',
        direct: 'give the address of Postgres itself',
      }
      throw new ExplainedError(describeOutage(outage, place), { cause: error })
    } finally {
      await database.close()
    }
  }
}

import { connect, MIGRATION_LIMITS } from '../database/connect.js'
import { DatabaseHosts } from '../database/database-hosts.js'
import { sqlitePathOf } from '../database/sqlite-path.js'
import type { Filling } from './fill-database.js'
import { fillPostgres } from './fill-postgres.js'
import { fillSqlite } from './fill-sqlite.js'

/** Fills an empty database, completely or not at all. @throws NotEmptyError */
export type Fill = (filling: Filling) => Promise<void>

/** How the database at an address is filled. */
export function fillerOf(databaseUrl: string): Fill {
  const path = sqlitePathOf(databaseUrl)
  if (path !== null) return (filling) => fillSqlite(path, filling)
  return async (filling) => {
    const database = connect(databaseUrl, MIGRATION_LIMITS)
    try {
      await fillPostgres(database.writer, new URL(DatabaseHosts.of(databaseUrl).current).pathname.slice(1), filling)
    } finally {
      await database.close()
    }
  }
}

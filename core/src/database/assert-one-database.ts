import { COMMAND_LIMITS, connectForRequests } from './connect.js'
import type { DatabaseConnection } from './database-connection.js'
import type { DatabaseUrls } from './direct-url.js'
import { assertSameDatabase } from './same-database.repository.js'

/**
 * Before `direct`, the database behind the direct address, is given a schema or is copied: requests use the same.
 *
 * @throws OtherDatabaseError
 */
export async function assertOneDatabase(
  settings: DatabaseUrls,
  direct: Pick<DatabaseConnection, 'reader'>,
): Promise<void> {
  if (settings.databaseDirectUrl === null) return
  const pooled = connectForRequests(settings, COMMAND_LIMITS)
  try {
    await assertSameDatabase(pooled, direct)
  } finally {
    await pooled.close()
  }
}

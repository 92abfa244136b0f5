import type { Settings } from '@paylink/config'
import { connect, connectForRequests, REQUEST_LIMITS } from '../database/connect.js'
import type { DatabaseConnection } from '../database/database-connection.js'
import { readInstanceId } from '../database/instance.repository.js'
import { Migrator } from '../database/migrator.js'
import { assertNotMoved } from '../database/move-state.repository.js'
import { assertSameDatabase } from '../database/same-database.repository.js'
import { Ids } from '../kernel/ids.js'
import { checkSecretKey, hasSealedSecrets } from '../secrets/canary.repository.js'
import { keepSecretKey } from '../secrets/keep-secret-key.js'
import { sealerOf } from '../secrets/open-sealer.js'
import type { Sealer } from '../secrets/sealer.js'
import { OutageLog } from './outage-log.js'
import type { Ports } from './ports.js'
import { RequestLog } from './request-log.js'

/** What the application is composed on: its database and secret key, both checked. Is open long before the rest is loaded. */
export interface Foundation {
  /** With the secret key in use. */
  settings: Settings
  ports: Ports
  database: DatabaseConnection
  ids: Ids
  sealer: Sealer
  /** As sent to providers. */
  instanceId: string
}

export interface FoundationOptions {
  /** Nothing is written, neither to the database nor to a file. */
  readOnly?: boolean
}

/**
 * Opens a database that is migrated.
 *
 * @throws SchemaMismatchError the schema is behind or ahead
 * @throws OtherSecretKeyError the secret key is not the one that sealed what is stored
 * @throws SecretKeyMissingError there is no secret key, and something is stored
 * @throws MovedError the database was moved to another one
 * @throws OtherDatabaseError its two addresses lead to different ones
 * @throws NoDatabaseError there is no file of it
 */
export async function openFoundation(
  given: Settings,
  outside: Ports,
  { readOnly = false }: FoundationOptions = {},
): Promise<Foundation> {
  const { log, databaseLimits = REQUEST_LIMITS, isToldOutages: isTold = false } = outside
  const database = connectForRequests(given, databaseLimits, { readOnly, mustExist: true })
  const ports = { ...outside, log: new RequestLog(new OutageLog(log, database.outages, { isTold })) }
  try {
    await new Migrator(database).assertCurrent()
    if (!readOnly) await assertNoneMoved(given, database)
    const settings = keepSecretKey(given, await hasSealedSecrets(database.reader), readOnly)
    const ids = new Ids(ports.clock, ports.random)
    const sealer = sealerOf(settings, database.reader, ports)
    await checkSecretKey(database.writer, sealer, readOnly)
    const instanceId = await readInstanceId(database.writer, ids, readOnly)
    return { settings, ports, database, ids, sealer, instanceId }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Both addresses of the database: only one of the two may have been changed after a move. */
async function assertNoneMoved({ databaseDirectUrl }: Settings, database: DatabaseConnection): Promise<void> {
  await assertNotMoved(database)
  if (databaseDirectUrl === null) return
  const direct = connect(databaseDirectUrl)
  try {
    await assertNotMoved(direct)
    await assertSameDatabase(database, direct)
  } finally {
    await direct.close()
  }
}

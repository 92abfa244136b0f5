import type { Settings } from '@paylink/config'
import type { Reader } from '../database/engine.js'
import type { Clock } from '../kernel/clock.js'
import type { Log } from '../kernel/log.js'
import { checkSecretKey, hasSealedSecrets } from './canary.repository.js'
import { keepSecretKey } from './keep-secret-key.js'
import { keysOf } from './key-files.js'
import { readKeyRows } from './key-rows.repository.js'
import { Sealer } from './sealer.js'

interface SealerPorts {
  clock: Clock
  log?: Log
}

/** A sealer that follows the database: the key in use may be replaced while it is used. */
export const sealerOf = (settings: Settings, reader: Reader, ports: SealerPorts): Sealer =>
  new Sealer(settings.secretKey, { keys: () => keysOf(settings), rows: () => readKeyRows(reader), ...ports })

/**
 * The sealer of a database that is only read. A key that was generated for it is written to its file: what is encrypted
 * with it can be opened later.
 *
 * @throws SecretKeyMissingError, OtherSecretKeyError the secret key is missing, or is not the one of this database
 */
export async function openSealer(reader: Reader, given: Settings, ports: SealerPorts): Promise<Sealer> {
  const settings = keepSecretKey(given, await hasSealedSecrets(reader), false)
  const sealer = sealerOf(settings, reader, ports)
  await checkSecretKey(reader, sealer, true)
  return sealer
}

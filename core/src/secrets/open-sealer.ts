import type { Settings } from '@paylink/config'
import type { Reader } from '../database/engine.js'
import { checkSecretKey, hasSealedSecrets } from './canary.repository.js'
import { keepSecretKey } from './keep-secret-key.js'
import { Sealer } from './sealer.js'

/**
 * The sealer of a database that is only read.
 *
 * @throws SecretKeyMissingError, UnsealError the secret key is missing, or is not the one of this database
 */
export async function openSealer(reader: Reader, settings: Settings): Promise<Sealer> {
  const { secretKey } = keepSecretKey(settings, await hasSealedSecrets(reader), true)
  const sealer = new Sealer(secretKey)
  await checkSecretKey(reader, sealer, true)
  return sealer
}

import type { Settings } from '@paylink/config'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The database holds sealed secrets, but the key that sealed them is missing. */
export class SecretKeyMissingError extends Error {
  constructor(path: string) {
    super(
      `The secret key is missing (${path}), but the database holds secrets sealed with it: restore that file, or set PAYLINK_SECRET_KEY.`,
    )
    this.name = 'SecretKeyMissingError'
  }
}

/**
 * Returns the settings with the key to use. A newly generated key is written to its file, but never for a database that
 * already holds sealed secrets.
 *
 * @throws SecretKeyMissingError
 */
export function keepSecretKey(settings: Settings, isSealed: boolean, readOnly: boolean): Settings {
  const { newSecretKeyFile: path } = settings
  if (path === null) return settings
  if (isSealed) throw new SecretKeyMissingError(path)
  if (readOnly) return settings
  return { ...settings, secretKey: writeFirst(path, settings.secretKey), newSecretKeyFile: null }
}

/** If two processes start at once, the file of the first is kept, complete, and the other reads it. */
function writeFirst(path: string, key: Uint8Array): Uint8Array {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${Buffer.from(key).toString('base64')}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
}

import type { Settings } from '@paylink/config'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What is stored was sealed with a key that is not where it should be. */
export class SecretKeyMissingError extends Error {
  constructor(path: string) {
    super(
      `The secret key is missing (${path}), and the database was sealed with one: put that key back there, or set PAYLINK_SECRET_KEY.`,
    )
    this.name = 'SecretKeyMissingError'
  }
}

/**
 * The settings with the key to use. A key that was made just now is written to its file, but never for a database that
 * was sealed with another.
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

/** Two processes may start at once: the first one's file stays, whole, and the other reads it. */
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

import type { Settings } from '@paylink/config'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder, writeDraft } from '../database/private-files.js'

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
  if (isSealed) {
    // Another process that started at the same time may have written it since.
    if (!existsSync(path)) throw new SecretKeyMissingError(path)
    return { ...settings, secretKey: readKey(path), newSecretKeyFile: null }
  }
  if (readOnly) return settings
  return { ...settings, secretKey: writeFirst(path, settings.secretKey), newSecretKeyFile: null }
}

/** If two processes start at once, the file of the first is kept, complete, and the other reads it. */
function writeFirst(path: string, key: Uint8Array): Uint8Array {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  writeDraft(draft, `${Buffer.from(key).toString('base64')}\n`)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  syncFolder(path)
  return readKey(path)
}

const readKey = (path: string): Uint8Array => Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')

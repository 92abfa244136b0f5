import type { Settings } from '@paylink/config'
import { join } from 'node:path'
import { sqliteFiles, makePrivate } from '../database/private-files.js'

/** Makes files private that earlier versions, a copy or a permissive umask left readable by other users. */
export function makeDataPrivate({ dataDir, databaseUrl }: Settings): void {
  const isSqlite = databaseUrl.startsWith('sqlite:')
  makePrivate([join(dataDir, 'secret.key'), ...(isSqlite ? sqliteFiles(databaseUrl.slice('sqlite:'.length)) : [])])
}

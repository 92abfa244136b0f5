import type { Settings } from '@paylink/config'
import { join } from 'node:path'
import { makePrivate, sqliteFiles } from '../database/private-files.js'
import { sqlitePathOf } from '../database/sqlite-path.js'

/** Makes files private that earlier versions, a copy or a permissive umask left readable by other users. */
export function makeDataPrivate({ dataDir, databaseUrl }: Settings): void {
  const path = sqlitePathOf(databaseUrl)
  makePrivate([join(dataDir, 'secret.key'), ...(path === null ? [] : sqliteFiles(path))])
}

import type { Settings } from '@paylink/config'
import { join } from 'node:path'
import { filesOfSqlite, makePrivate } from '../database/private-files.js'

/** Takes the files that earlier versions, a copy or a wide umask left open to other users back from them. */
export function keepDataPrivate({ dataDir, databaseUrl }: Settings): void {
  const isSqlite = databaseUrl.startsWith('sqlite:')
  makePrivate([join(dataDir, 'secret.key'), ...(isSqlite ? filesOfSqlite(databaseUrl.slice('sqlite:'.length)) : [])])
}

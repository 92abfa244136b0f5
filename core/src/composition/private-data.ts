import { ownSecretKeyFile, type Settings } from '@paylink/config'
import { makePrivate, sqliteFiles } from '../database/private-files.js'
import { sqlitePathOf } from '../database/sqlite-path.js'
import { keyFilesOf } from '../secrets/key-files.js'

/** Makes files private that earlier versions, a copy or a permissive umask left readable by other users. */
export function makeDataPrivate({ dataDir, databaseUrl }: Settings): void {
  const path = sqlitePathOf(databaseUrl)
  makePrivate([...keyFilesOf(ownSecretKeyFile(dataDir)), ...(path === null ? [] : sqliteFiles(path))])
}

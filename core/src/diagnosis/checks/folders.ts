import type { Settings } from '@paylink/config'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { sqlitePathOf } from '../../database/sqlite-path.js'
import type { Check } from '../check.js'
import { type Finding, hidden, kind, NO_FACTS } from '../finding.js'

const NAME = 'folders'

const areWritable = kind({
  code: 'folders.writable',
  severity: 'fine',
  operator: () => 'the data and backup folders can be written to',
})

const isNotWritable = kind<object, { setting: string; folder: string; isReadOnly: boolean }>({
  code: 'folder.not_writable',
  severity: 'critical',
  operator: ({ setting, folder, isReadOnly }) =>
    isReadOnly
      ? `${folder} (${setting}) is on a file system that takes no writes: make it writable, or choose another folder`
      : `${folder} (${setting}) cannot be written to by this user: chown it, see ls -ld ${folder}`,
})

const isNoFolder = kind<object, { setting: string; folder: string }>({
  code: 'folder.is_a_file',
  severity: 'critical',
  operator: ({ setting, folder }) => `${folder} (${setting}) is not a folder: remove it, or correct ${setting}`,
})

const isOpenToAll = kind<object, { folder: string }>({
  code: 'folder.open_to_all',
  severity: 'wrong',
  operator: ({ folder }) => `every user can replace files in ${folder}: chmod 700 ${folder}`,
})

const isBesideDatabase = kind<object, { folder: string }>({
  code: 'backup.on_the_same_disk',
  severity: 'attention',
  operator: ({ folder }) =>
    `${folder} (PAYLINK_BACKUP_DIR) is on the disk of the database: copy the backups to another machine as well`,
})

const OTHERS_WRITE = 0o002
const STICKY = 0o1000

/** Where files are kept. What does not exist is made by the next start, if the folder above it allows that. */
export const foldersCheck = (settings: Settings): Check => ({
  name: NAME,
  subject: { 'es-MX': 'las carpetas del servidor', en: 'the folders of the server' },
  look: () => {
    const found = [...faultsOf('PAYLINK_DATA_DIR', settings.dataDir), ...backupFindings(settings)]
    return Promise.resolve(found.length > 0 ? found : [areWritable(NAME, NO_FACTS)])
  },
})

function faultsOf(setting: string, given: string): Finding[] {
  const folder = nearestThatExists(given)
  const stats = statSync(folder)
  if (!stats.isDirectory()) return [isNoFolder(NAME, hidden({ setting, folder }))]
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS'
    return [isNotWritable(NAME, hidden({ setting, folder, isReadOnly }))]
  }
  if (folder !== given) return []
  const isOpen = process.platform !== 'win32' && (stats.mode & OTHERS_WRITE) !== 0 && (stats.mode & STICKY) === 0
  return isOpen ? [isOpenToAll(NAME, hidden({ folder }))] : []
}

function nearestThatExists(path: string): string {
  let folder = path
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

function backupFindings({ backupDir, databaseUrl }: Settings): Finding[] {
  if (backupDir === null) return []
  const faults = faultsOf('PAYLINK_BACKUP_DIR', backupDir)
  const path = sqlitePathOf(databaseUrl)
  if (faults.length > 0 || path === null || !existsSync(backupDir) || !existsSync(dirname(path))) return faults
  const isBeside = statSync(backupDir).dev === statSync(dirname(path)).dev
  return isBeside ? [isBesideDatabase(NAME, hidden({ folder: backupDir }))] : []
}

import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600
const OTHERS = 0o077

/** Whatever the umask. SQLite gives the files beside it the same mode. */
export function createPrivately(path: string): void {
  if (existsSync(path)) return
  closeSync(openSync(path, 'a', OWNER_ONLY))
  chmodSync(path, OWNER_ONLY)
}

/** Takes every right of others away. A file of another owner stays as it is: `doctor` names it. */
export function makePrivate(paths: readonly string[]): void {
  for (const path of readableByOthers(paths)) {
    try {
      chmodSync(path, statSync(path).mode & ~OTHERS)
    } catch {
      continue
    }
  }
}

/** Those of them that exist, and that more than their owner may read or write. */
export function readableByOthers(paths: readonly string[]): string[] {
  // Windows has no such bits.
  if (process.platform === 'win32') return []
  return paths.filter((path) => existsSync(path) && (statSync(path).mode & OTHERS) !== 0)
}

/** The database and the files that SQLite keeps beside it. */
export const filesOfSqlite = (path: string): string[] => ['', '-wal', '-shm', '-journal'].map((end) => path + end)

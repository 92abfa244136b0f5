import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o600
const OTHERS = 0o077

/** Independent of the umask. SQLite gives its companion files the same mode. */
export function createPrivate(path: string): void {
  if (existsSync(path)) return
  closeSync(openSync(path, 'a', OWNER_ONLY))
  chmodSync(path, OWNER_ONLY)
}

/** Removes all permissions of group and others. A file of another owner stays unchanged; `doctor` reports it. */
export function makePrivate(paths: readonly string[]): void {
  for (const path of readableByOthers(paths)) {
    try {
      chmodSync(path, statSync(path).mode & ~OTHERS)
    } catch {
      continue
    }
  }
}

/** The existing files to which group or others have any permission. */
export function readableByOthers(paths: readonly string[]): string[] {
  // Windows has no such permission bits.
  if (process.platform === 'win32') return []
  return paths.filter((path) => existsSync(path) && (statSync(path).mode & OTHERS) !== 0)
}

/** The database file and its companions. */
export const sqliteFiles = (path: string): string[] => ['', '-wal', '-shm', '-journal'].map((end) => path + end)

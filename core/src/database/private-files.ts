import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o600
const OTHERS = 0o077

/** Independent of the umask. SQLite gives its companion files the same mode. */
export function createPrivate(path: string): void {
  if (existsSync(path)) return
  closeSync(openSync(path, 'a', OWNER_ONLY))
  chmodSync(path, OWNER_ONLY)
}

/** Complete and durable, or not at all. */
export function writePrivate(path: string, text: string): void {
  const draft = `${path}.partial`
  writeDraft(draft, text)
  renameSync(draft, path)
  syncFolder(path)
}

/** Durable. What could not be completed is deleted. */
export function writeDraft(path: string, text: string): void {
  const file = openSync(path, 'w', OWNER_ONLY)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** The names in the folder of a file are durable from then on. */
export function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
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

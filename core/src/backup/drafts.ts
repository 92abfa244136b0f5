import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS, SystemClock } from '../kernel/clock.js'
import { sqliteFiles } from '../database/private-files.js'
import { isRunning, processScope } from '../work/this-process.js'

const SCOPE_DIGITS = 8
/** Of a process that cannot be looked up from here, as one of another container: longer than a backup takes. */
const UNTOUCHED_MS = 6 * HOUR_MS

/** This process, in the name of a file that only it writes. */
export const draftOwner = (): string => `${scopeDigest()}-${process.pid}`

/** Made under another name, each process under its own; it has its own name only once it is complete and durable. */
export const draftOf = (path: string): string => `${path}.${draftOwner()}.partial`

/** With what SQLite keeps beside it. */
const DRAFT = /[.]([0-9a-f]{8}-\d+)[.]partial(-wal|-shm|-journal)?$/
const BESIDE = /-(wal|shm|journal)$/

/** Deletes the drafts in a folder, of whatever files, that processes which were killed have left. */
export function removeLeftDrafts(folder: string): void {
  removeLeft(folder, (name) => DRAFT.exec(name)?.[1])
}

/** Deletes the files of a folder whose owner, as their names tell it, has ended. */
export function removeLeft(folder: string, ownerOf: (name: string) => string | undefined): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const owner = ownerOf(name)
    const path = join(folder, name)
    if (owner !== undefined && isLeft(path, owner)) rmSync(path, { force: true })
  }
}

function isLeft(path: string, owner: string): boolean {
  const [scope, pid] = owner.split('-')
  // One thread makes one file; what has our own id is of a process before us.
  if (scope === scopeDigest()) return Number(pid) === process.pid || !isRunning(Number(pid))
  // What SQLite keeps beside a file is written to while the file is not.
  const files = sqliteFiles(path.replace(BESIDE, ''))
  const writtenAt = Math.max(...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0))
  // The machine's clock dates files.
  return new SystemClock().now().getTime() - writtenAt > UNTOUCHED_MS
}

const scopeDigest = (): string => createHash('sha256').update(processScope()).digest('hex').slice(0, SCOPE_DIGITS)

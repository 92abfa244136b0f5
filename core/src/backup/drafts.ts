import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { HOUR_MS, SystemClock } from '../kernel/clock.js'
import { isRunning, processScope } from '../work/this-process.js'

const SCOPE_DIGITS = 8
/** Of a process that cannot be looked up from here, as one of another container: it writes more often than that. */
const UNTOUCHED_MS = HOUR_MS

/** This process, in the name of a file that only it writes. */
export const draftOwner = (): string => `${scopeDigest()}-${process.pid}`

/** Made under another name, each process under its own; it has its own name only once it is complete and durable. */
export const draftOf = (path: string): string => `${path}.${draftOwner()}.partial`

/** With what SQLite keeps beside it. Former versions named no scope, or no process. */
const DRAFT = /(?:[.]([0-9a-f]{8}-\d+|\d+))?[.]partial(-wal|-shm|-journal)?$/

/** Deletes what processes that were killed have left of this file. */
export function removeLeftDrafts(path: string): void {
  const folder = dirname(resolve(path))
  if (!existsSync(folder)) return
  removeLeft(folder, (name) => {
    const [end, owner = ''] = DRAFT.exec(name) ?? []
    return end !== undefined && name === basename(path) + end ? owner : undefined
  })
}

/** Deletes drafts that processes which were killed have left of any file with such a name. */
export function removeDraftsOf(folder: string, isOurs: (name: string) => boolean): void {
  removeLeft(folder, (name) => {
    const [end, owner = ''] = DRAFT.exec(name) ?? []
    return end !== undefined && isOurs(name.slice(0, -end.length)) ? owner : undefined
  })
}

/** Deletes the files of a folder whose owner, as their names tell it, has ended. */
export function removeLeft(folder: string, ownerOf: (name: string) => string | undefined): void {
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
  const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  // The machine's clock dates files.
  return writtenAt !== undefined && new SystemClock().now().getTime() - writtenAt > UNTOUCHED_MS
}

const scopeDigest = (): string => createHash('sha256').update(processScope()).digest('hex').slice(0, SCOPE_DIGITS)

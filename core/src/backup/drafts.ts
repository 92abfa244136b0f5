import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isRunning } from '../work/this-process.js'

/** Made under another name, each process under its own; it has its own name only once it is complete and durable. */
export const draftOf = (path: string): string => `${path}.${process.pid}.partial`

/** With what SQLite keeps beside it. */
const DRAFT = /[.](\d+)[.]partial(-wal|-shm|-journal)?$/

/** Deletes what processes that were killed have left of this file. */
export function removeLeftDrafts(path: string): void {
  const folder = dirname(resolve(path))
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const [end, pid] = DRAFT.exec(name) ?? []
    if (end === undefined || name !== basename(path) + end) continue
    if (hasEnded(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

/** A container's process often has the id of the one before it. */
export const hasEnded = (pid: number): boolean => pid === process.pid || !isRunning(pid)

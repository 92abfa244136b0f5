import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BASE36, type Random, randomText } from '../kernel/random.js'
import { isRunning } from '../work/this-process.js'
import { removeSqlite } from './fill-sqlite.js'

const SCRATCH = /^backup-check-(\d+)-[0-9a-z]+[.]db/

/**
 * The path of a database to try a backup with, in a folder as private as the real one. Two backups at once have two. What a
 * process left that was killed is deleted: it is not encrypted.
 */
export function newScratch(dataDir: string, random: Random): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(dataDir)) {
    const pid = SCRATCH.exec(name)?.[1]
    // A container's process often has the id of the one before it.
    const isLeft = pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))
    if (isLeft) removeSqlite(join(dataDir, name.replace(/[.]db.*$/, '.db')))
  }
  return join(dataDir, `backup-check-${process.pid}-${randomText(random, BASE36, 8)}.db`)
}

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { BASE36, type Random, randomText } from '../kernel/random.js'
import { hasEnded } from './drafts.js'

const SCRATCH = /^backup-check-(\d+)-[0-9a-z]+[.]db/

/**
 * The path of a database to try a backup with, in a folder as private as the real one. Two backups at once have two. What a
 * process left that was killed is deleted: it is not encrypted.
 */
export function newScratch(dataDir: string, random: Random): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(dataDir)) {
    const pid = SCRATCH.exec(name)?.[1]
    if (pid !== undefined && hasEnded(Number(pid))) rmSync(join(dataDir, name), { force: true })
  }
  return join(dataDir, `backup-check-${process.pid}-${randomText(random, BASE36, 8)}.db`)
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BASE36, type Random, randomText } from '../kernel/random.js'
import { draftOwner, removeLeft } from './drafts.js'

const SCRATCH = /^backup-check-([0-9a-f]{8}-\d+)-[0-9a-z]+[.]db/

/**
 * The path of a database to try a backup with, in a folder as private as the real one. Two backups at once have two. What a
 * process left that was killed is deleted: it is not encrypted.
 */
export function newScratch(dataDir: string, random: Random): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  removeLeft(dataDir, (name) => SCRATCH.exec(name)?.[1])
  return join(dataDir, `backup-check-${draftOwner()}-${randomText(random, BASE36, 8)}.db`)
}

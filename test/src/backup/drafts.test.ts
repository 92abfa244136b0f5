import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { draftOf, draftOwner, removeLeftDrafts } from '@paylink/core/backup/drafts'
import { newScratch } from '@paylink/core/backup/scratch'
import { HOUR_MS, SystemClock } from '@paylink/core/kernel/clock'
import { SystemRandom } from '@paylink/core/kernel/random'
import { expect } from 'chai'
import { quickFolder } from '../support/quick-folder.js'

/** Above the greatest id of a process. */
const ENDED_PID = 4_194_305
const PARENT = process.ppid
const FILE = 'shop.backup'

/** Files that a backup makes under other names until they are complete, and its unencrypted scratch database. */
describe('drafts of backups', () => {
  let folder: string
  beforeEach(() => {
    folder = quickFolder('drafts')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const [scope] = draftOwner().split('-')
  const [ended, alive, foreign] = [`${scope}-${ENDED_PID}`, `${scope}-${PARENT}`, `00000000-${PARENT}`]

  function make(name: string, ageMs = 0): string {
    const path = join(folder, name)
    writeFileSync(path, '')
    const at = new Date(new SystemClock().now().getTime() - ageMs)
    utimesSync(path, at, at)
    return path
  }

  const cases: [string, owner: string, ageMs: number, isKept: boolean][] = [
    ['a process that has ended', ended, 0, false],
    ['a process that runs', alive, 7 * HOUR_MS, true],
    ['another container, written to within hours', foreign, 5 * HOUR_MS, true],
    ['another container, not written to for many hours', foreign, 7 * HOUR_MS, false],
    ['a process before this one with its id', draftOwner(), 0, false],
  ]

  for (const [whose, owner, ageMs, isKept] of cases) {
    it(`${isKept ? 'stay' : 'are deleted'} if they are of ${whose}`, () => {
      const drafts = ['', '-wal', '-shm'].map((end) => make(`${FILE}.${owner}.partial${end}`, ageMs))
      const scratch = ['', '-wal', `.${owner}.partial`].map((end) => make(`backup-check-${owner}-abc.db${end}`, ageMs))
      const others = [FILE, 'mine.partial', `${FILE}.${owner}.partial.txt`].map((name) => make(name, 7 * HOUR_MS))
      removeLeftDrafts(folder)
      newScratch(folder, new SystemRandom())
      for (const path of [...drafts, ...scratch]) expect(existsSync(path), path).to.equal(isKept)
      for (const path of others) expect(existsSync(path), path).to.equal(true)
    })
  }

  it('stay whole while a process of another container writes beside the file', () => {
    const paths = ['', '-shm'].map((end) => make(`${FILE}.${foreign}.partial${end}`, 7 * HOUR_MS))
    make(`${FILE}.${foreign}.partial-wal`)
    removeLeftDrafts(folder)
    for (const path of paths) expect(existsSync(path), path).to.equal(true)
  })

  it('have a name of their own in each process', () => {
    expect(draftOf(FILE)).to.equal(`${FILE}.${scope}-${process.pid}.partial`)
  })
})

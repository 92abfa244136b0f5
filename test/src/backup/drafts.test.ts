import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { draftOf, draftOwner, removeDraftsOf, removeLeftDrafts } from '@paylink/core/backup/drafts'
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
    ['a process that runs', alive, 2 * HOUR_MS, true],
    ['another container, written to within the hour', foreign, HOUR_MS / 2, true],
    ['another container, not written to for an hour', foreign, 2 * HOUR_MS, false],
    ['a former version, written to within the hour', String(PARENT), 0, true],
    ['a former version, not written to for an hour', String(PARENT), 2 * HOUR_MS, false],
  ]

  for (const [whose, owner, ageMs, isKept] of cases) {
    it(`${isKept ? 'stay' : 'are deleted'} if they are of ${whose}`, () => {
      const drafts = ['', '-wal', '-shm'].map((end) => make(`${FILE}.${owner}.partial${end}`, ageMs))
      const scratch = ['', '-wal', `.${owner}.partial`].map((end) => make(`backup-check-${owner}-abc.db${end}`, ageMs))
      const others = [FILE, 'mine.partial', `${FILE}.partial.txt`].map((name) => make(name, 2 * HOUR_MS))
      removeDraftsOf(folder, (name) => name === FILE)
      newScratch(folder, new SystemRandom())
      for (const path of [...drafts, ...scratch]) expect(existsSync(path), path).to.equal(isKept)
      for (const path of others) expect(existsSync(path), path).to.equal(true)
    })
  }

  it('are deleted of the file that is made, and of no other', () => {
    const [same, other] = [make(`${FILE}.${ended}.partial`), make(`other.backup.${ended}.partial`)]
    removeLeftDrafts(join(folder, FILE))
    expect([existsSync(same), existsSync(other)]).to.deep.equal([false, true])
  })

  it('have a name of their own in each process', () => {
    expect(draftOf(FILE)).to.equal(`${FILE}.${scope}-${process.pid}.partial`)
  })
})

import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { MIGRATIONS } from '@paylink/core/database/migrations/index'
import { openSqlite } from '@paylink/core/database/sqlite-driver'
import { expect } from 'chai'
import { Installation, keyIn } from '../support/command.js'

/** What a process leaves that is killed while it makes the file: before the change to WAL, or in the middle of it. */
const LEFT: Record<string, (path: string) => void> = {
  'an empty file': (path) => writeFileSync(path, ''),
  'a file that is half written, with its journal': (path) => {
    writeFileSync(`${path}.other`, '')
    const file = openSqlite(`${path}.other`)
    // Pages go to the file before the end of the transaction.
    file.pragma('cache_size = 1')
    file.exec('begin; create table half (text text)')
    for (let row = 0; row < 100; row++) file.prepare('insert into half values (?)').run('x'.repeat(1000))
    for (const suffix of ['', '-journal']) copyFileSync(`${path}.other${suffix}`, path + suffix)
    file.close()
    expect(statSync(path).size).to.be.above(0)
  },
}

describe('a first run on sqlite that was killed (I53)', () => {
  let site: Installation
  let path: string
  beforeEach(async () => {
    site = await Installation.make('sqlite')
    path = (site.env['PAYLINK_DATABASE_URL'] ?? '').slice('sqlite:'.length)
    mkdirSync(dirname(path), { recursive: true })
  })
  afterEach(() => site.remove())

  for (const [what, leave] of Object.entries(LEFT)) {
    it(`and left ${what} is done by the next one`, async () => {
      leave(path)
      const pending: unknown[] = await site.ask('migrate', 'up', '--dry-run')
      expect(pending).to.have.length(MIGRATIONS.length)
      const server = await site.start('up')
      expect((await site.createLink(keyIn(server.said.stdout) ?? '')).status).to.equal(201)
    })
  }

  it('goes on with a database that another program took out of WAL', async () => {
    const server = await site.start('up')
    const key = keyIn(server.said.stdout) ?? ''
    await server.stop()
    const file = openSqlite(path)
    expect(file.pragma('journal_mode = delete', { simple: true })).to.equal('delete')
    file.close()
    expect(await site.ask('migrate', 'up', '--dry-run')).to.deep.equal([])
    await site.start('up')
    expect((await site.createLink(key)).status).to.equal(201)
  })
})

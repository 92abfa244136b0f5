import { rmSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { Installation } from '../support/command.js'
import { ENGINES } from '../support/engines.js'

if (ENGINES.includes('sqlite')) {
  describe('a restore where a database was moved away without its write-ahead log (I53)', () => {
    let site: Installation
    before(async () => {
      site = await Installation.make('sqlite')
      await site.ask('migrate', 'up')
      await site.ask('accounts', 'create', '--name', 'Uno')
      await site.ask('backup', site.file('a.backup'))
    })
    after(() => site.remove())

    it('is refused until that is moved away, too: SQLite would write its pages into what was restored', async () => {
      const path = site.file('restored.db')
      const restore = () => site.run('restore', site.file('a.backup'), '--into', `sqlite:${path}`)
      for (const end of ['-wal', '-journal']) {
        writeFileSync(path + end, 'pages of another database')
        const refused = await restore()
        expect([refused.code, refused.stdout]).to.deep.equal([1, ''])
        expect(refused.stderr).to.include(
          `${path}${end} is left of the database that was at ${path}: keep both together`,
        )
        rmSync(path + end)
      }
      // As a process leaves it that read the database last.
      writeFileSync(`${path}-shm`, 'an index of nothing')
      const restored = await restore()
      expect(restored.code, restored.stderr).to.equal(0)
      const there = { PAYLINK_DATABASE_URL: `sqlite:${path}` }
      expect((await site.runWith(there, ['accounts', 'list', '--json'])).json).to.have.length(1)
    })
  })
}

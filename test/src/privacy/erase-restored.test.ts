import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { expect } from 'chai'
import { Installation, keyIn } from '../support/command.js'
import { ENGINES } from '../support/engines.js'

const CUSTOMER = { customerEmail: 'sinsonte@canario.example', customerName: 'Sinsonte Canario' }
/** More than fit on one page of a table. */
const LINKS = 25

if (ENGINES.includes('sqlite')) {
  describe('customers erase in a SQLite file that was made by restore (R263)', () => {
    let site: Installation
    before(async () => {
      site = await Installation.make('sqlite')
      const up = await site.start('up')
      const key = keyIn(up.said.stdout) ?? ''
      for (let count = 0; count < LINKS; count++) expect((await site.createLink(key, CUSTOMER)).status).to.equal(201)
      await up.stop()
    })
    after(() => site.remove())

    it('leaves no trace in unused parts of its pages', async () => {
      const folder = site.file('restored')
      mkdirSync(folder)
      const env = { PAYLINK_DATABASE_URL: `sqlite:${folder}/paylink.db` }
      await site.ask('backup', site.file('shop.backup'))
      for (const args of [
        ['restore', site.file('shop.backup')],
        ['doctor', '--resume'],
        ['customers', 'erase', '--email', CUSTOMER.customerEmail],
      ]) {
        const { code, stderr } = await site.runWith(env, args)
        expect(code, stderr).to.equal(0)
      }
      const { status, stdout } = spawnSync('grep', ['-rlia', 'sinsonte', folder], { encoding: 'utf8' })
      expect([status, stdout]).to.deep.equal([1, ''])
    })
  })
}

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { Installation } from '../support/command.js'
import { emptyDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'

const ONE = Buffer.alloc(32, 1).toString('base64')
const TWO = Buffer.alloc(32, 2).toString('base64')

for (const engine of ENGINES) {
  describe(`paylink secrets rotate on ${engine}`, () => {
    let site: Installation

    async function prepare(changes: Record<string, string> = {}): Promise<void> {
      site = await Installation.make(engine, changes)
      for (const args of [
        ['migrate', 'up'],
        ['accounts', 'create', '--name', 'Tienda'],
      ])
        await site.run(...args)
    }
    const keyFile = (name = ''): string => `${site.env['PAYLINK_DATA_DIR']}/secret.key${name}`
    afterEach(() => site.remove())

    it('replaces the key it generated; a backup made before needs the former one', async () => {
      await prepare()
      const first = readFileSync(keyFile(), 'utf8')
      await site.ask('backup', site.file('before.backup'))
      const nowhere = await site.run('secrets', 'rotate', '--keep-former', site.file('nowhere/former'))
      expect(nowhere.code).to.equal(1)
      expect(nowhere.stderr).to.match(/^There is no such file or folder \(.*nowhere.*correct the path\.$/m)
      for (const own of ['', '.next', '.previous']) {
        const refused = await site.run('secrets', 'rotate', '--keep-former', keyFile(own))
        expect([refused.code, refused.stdout]).to.deep.equal([1, ''])
        expect(refused.stderr).to.include("is one of PayLink's own key files")
      }
      expect(readFileSync(keyFile(), 'utf8')).to.equal(first)
      await site.ask('backup', site.file('still.backup'))
      const { code, stderr, json } = await site.run('secrets', 'rotate', '--keep-former', site.file('former'), '--json')
      expect(code, stderr).to.equal(0)
      expect(json).to.have.all.keys('keyId', 'formerKeyId', 'resealed', 'unreadable', 'signedUrlsEndAt')
      expect(json.resealed).to.include({ connections: 2, webhook_endpoints: 0 })
      expect(stderr).to.include(`can only be restored with the key ${json.formerKeyId}`)
      expect(readFileSync(site.file('former'), 'utf8')).to.equal(first)
      expect(statSync(site.file('former')).mode & 0o777).to.equal(0o600)
      expect(readFileSync(keyFile(), 'utf8')).to.not.equal(first)
      await site.ask('audit', 'verify')

      const target = await emptyDatabase(engine)
      try {
        const restore = ['restore', site.file('before.backup'), '--into', target.url]
        expect((await site.run(...restore)).stderr).to.include(`made with the secret key ${json.formerKeyId}`)
        const former = { PAYLINK_SECRET_KEY_FILE: site.file('former') }
        expect((await site.runWith(former, restore)).code).to.equal(0)
      } finally {
        await target.drop()
      }
      const again = await site.run('secrets', 'rotate', '--keep-former', site.file('former'))
      expect(again).to.include({ code: 1 })
      expect(again.stderr).to.match(/exists/)
    })

    it('says how to replace a key that the operator set, and does it when both are given', async () => {
      await prepare({ PAYLINK_SECRET_KEY: ONE })
      const rotate = ['secrets', 'rotate', '--json']
      const alone = await site.run(...rotate)
      expect(alone.code).to.equal(1)
      expect(alone.stderr).to.include('openssl rand -base64 32').and.to.include('PAYLINK_PREVIOUS_SECRET_KEY')
      expect((await site.runWith({ PAYLINK_SECRET_KEY: TWO }, rotate)).stderr).to.include('another secret key')

      writeFileSync(site.file('previous'), ONE)
      const both = { PAYLINK_SECRET_KEY: TWO, PAYLINK_PREVIOUS_SECRET_KEY_FILE: site.file('previous') }
      // Until then the former one is in use, so that servers which have only it go on.
      expect((await site.runWith(both, ['audit', 'verify'])).code).to.equal(0)
      expect((await site.run('audit', 'verify')).code).to.equal(0)
      const { code, stderr, json } = await site.runWith(both, rotate)
      expect(code, stderr).to.equal(0)
      expect(json.resealed).to.include({ connections: 2 })
      expect(stderr).to.match(/Remove PAYLINK_PREVIOUS_SECRET_KEY/)
      expect((await site.runWith({ PAYLINK_SECRET_KEY: TWO }, ['audit', 'verify'])).code).to.equal(0)
      expect((await site.run('audit', 'verify')).stderr).to.include(`with ${json.keyId}, not ${json.formerKeyId}`)
    })
  })
}

import { readdirSync } from 'node:fs'
import { writeArchive } from '@paylink/core/backup/archive-file'
import { backupKey } from '@paylink/core/backup/back-up'
import { connect } from '@paylink/core/database/connect'
import { MoveSource } from '@paylink/core/move/move-source'
import { Sealer } from '@paylink/core/secrets/sealer'
import { expect } from 'chai'
import { type Answer, Installation } from '../support/command.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'

const KEY = Buffer.alloc(32, 7)

for (const engine of ENGINES) {
  describe(`two copies at once on ${engine} (I53)`, () => {
    let site: Installation
    let target: TestDatabase
    before(async () => {
      site = await Installation.make(engine, { PAYLINK_SECRET_KEY: KEY.toString('base64') })
      await site.ask('migrate', 'up')
      await site.ask('accounts', 'create', '--name', 'Uno')
      await site.ask('backup', site.file('a.backup'))
    })
    after(() => site.remove())
    beforeEach(async () => (target = await emptyDatabase(engine)))
    afterEach(() => target.drop())

    async function expectOne(answers: Answer[], refusal: RegExp): Promise<void> {
      const [done, refused] = answers.sort((one, other) => (one.code ?? 1) - (other.code ?? 1))
      expect([done?.code, refused?.code], `${done?.stderr} ${refused?.stderr}`).to.deep.equal([0, 1])
      expect(refused?.stderr).to.match(refusal)
    }

    async function expectRestored(): Promise<void> {
      const there = { PAYLINK_DATABASE_URL: target.url }
      expect((await site.runWith(there, ['accounts', 'list', '--json'])).json).to.have.length(1)
    }

    it('of two restores into one database one fills it, and the other changes nothing', async () => {
      const restore = (): Promise<Answer> => site.runAlone(['restore', site.file('a.backup'), '--into', target.url])
      await expectOne(await Promise.all([restore(), restore()]), /is not empty\. Nothing was changed\./)
      await expectRestored()
      expect(readdirSync(target.folder).filter((name) => name.includes('partial'))).to.deep.equal([])
    })

    it('of two backups into one file one writes it, and the other leaves it alone', async () => {
      const backup = (): Promise<Answer> => site.runAlone(['backup', site.file('b.backup')])
      await expectOne(await Promise.all([backup(), backup()]), /b\.backup exists\. Choose another name/)
      await site.ask('restore', site.file('b.backup'), '--into', target.url)
      await expectRestored()
    })

    it('a backup during a move has every row, and nothing of the move', async () => {
      const url = site.env['PAYLINK_DATABASE_URL'] ?? ''
      const database = connect(url)
      const source = await MoveSource.open(database, url)
      try {
        await source.begin({ id: 'one', target: 'postgres://db/shop', startedAt: 'now' })
        await site.ask('backup', site.file('moving.backup'))
      } finally {
        await source.release()
        await database.close()
      }
      await site.ask('restore', site.file('moving.backup'), '--into', target.url)
      await expectRestored()
    })

    it('refuses the backup of a newer version, and leaves the target empty', async () => {
      const sealer = new Sealer(KEY)
      const lines = (async function* () {
        const states: { name: string }[] = await site.ask('migrate', 'status')
        const migrations = [...states.map(({ name }) => name), '9999-newer']
        yield [JSON.stringify({ migrations }), JSON.stringify({ end: true })]
      })()
      const header = { keyId: sealer.keyId, createdAt: '2030-01-01T00:00:00.000Z', salt: 'AAAA' }
      await writeArchive(site.file('newer.backup'), header, backupKey(sealer), lines)
      const refused = await site.run('restore', site.file('newer.backup'), '--into', target.url)
      expect([refused.code, refused.stdout]).to.deep.equal([1, ''])
      expect(refused.stderr).to.match(/^The backup of 2030-01-01.* was made by a newer version \(9999-newer\)/)
      expect(refused.stderr.trim().split('\n')).to.have.length(1)
      await site.ask('restore', site.file('a.backup'), '--into', target.url)
    })
  })
}

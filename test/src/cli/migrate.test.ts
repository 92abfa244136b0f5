import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { connect, MIGRATION_LIMITS } from '@paylink/core/database/connect'
import { MIGRATIONS } from '@paylink/core/database/migrations/index'
import { expect } from 'chai'
import { Installation } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { tablesOf } from '../support/rows.js'

const NAMES = MIGRATIONS.map(({ name }) => name)
/** The step that the tests let fail creates this table: a view of that name is in its way. */
const FAILING = '0029-oauth'
const ITS_TABLE = 'oauth_clients'
const FORMER = NAMES[NAMES.indexOf(FAILING) - 2] ?? ''
const BETWEEN = NAMES[NAMES.indexOf(FAILING) - 1] ?? ''
const newerThan = (name: string): string[] => NAMES.slice(NAMES.indexOf(name) + 1)

for (const engine of ENGINES) {
  describe(`paylink migrate up and down on ${engine}`, () => {
    let site: Installation
    before(async () => (site = await Installation.make(engine)))
    after(() => site.remove())

    async function change(sql: string): Promise<void> {
      const database = connect(site.env['PAYLINK_DATABASE_URL'] ?? '', MIGRATION_LIMITS)
      await database.writer.raw(sql)
      await database.close()
    }
    async function tables(): Promise<string[]> {
      const database = connect(site.env['PAYLINK_DATABASE_URL'] ?? '', MIGRATION_LIMITS)
      const found = await tablesOf({ engine, db: database.reader })
      await database.close()
      return found
    }
    const appliedNames = async (): Promise<string[]> =>
      (await site.ask('migrate', 'status'))
        .filter(({ applied }: { applied: boolean }) => applied)
        .map(({ name }: { name: string }) => name)
    const snapshots = (): string[] => {
      const folder = join(site.env['PAYLINK_DATA_DIR'] ?? '', 'snapshots')
      return existsSync(folder) ? readdirSync(folder) : []
    }
    const returnCommand = (stderr: string): string[] => {
      const [, command = ''] = /run: paylink (migrate down --to \S+)/.exec(stderr) ?? []
      return command.split(' ')
    }

    it('--dry-run lists what an empty database lacks, and creates nothing', async () => {
      const listed = await site.ask('migrate', 'up', '--dry-run')
      expect(listed.map(({ name }: { name: string }) => name)).to.deep.equal(NAMES)
      for (const { kind } of listed) expect(kind).to.be.oneOf(['expand', 'contract'])
      if (engine === 'postgres') return expect(await tables()).to.deep.equal([])
      expect(existsSync((site.env['PAYLINK_DATABASE_URL'] ?? '').slice('sqlite:'.length))).to.equal(false)
    })

    it('up tells of each step on standard error; down --to reverts all that are newer', async () => {
      const up = await site.run('migrate', 'up', '--json')
      expect(up.json).to.deep.equal({ applied: NAMES, snapshot: null })
      const lines = NAMES.map((name, at) => `applying ${name} (${at + 1} of ${NAMES.length})`)
      expect(up.stderr.trim().split('\n')).to.deep.equal(lines)
      await site.ask('accounts', 'create', '--name', 'Uno', '--no-sandbox')

      const unknown = await site.run('migrate', 'down', '--to', '0099-nothing')
      expect([unknown.code, unknown.stderr]).to.deep.equal([
        1,
        '0099-nothing is not an applied migration. Run: paylink migrate status\n',
      ])
      const down = await site.run('migrate', 'down', '--to', FORMER, '--json')
      expect(down.json).to.deep.equal({ reverted: newerThan(FORMER).reverse() })
      expect(down.stderr).to.include(`reverting ${NAMES.at(-1)} (1 of ${newerThan(FORMER).length})\n`)
      expect(await site.ask('migrate', 'down', '--to', FORMER)).to.deep.equal({ reverted: [] })
    })

    it('--dry-run lists what is pending, applies nothing and makes no backup', async () => {
      const listed = await site.ask('migrate', 'up', '--dry-run')
      expect(listed.map(({ name }: { name: string }) => name)).to.deep.equal(newerThan(FORMER))
      expect(await appliedNames()).to.deep.equal(NAMES.slice(0, NAMES.indexOf(FORMER) + 1))
      expect(snapshots()).to.deep.equal([])
      const forPeople = await site.run('migrate', 'up', '--dry-run')
      expect(forPeople.stdout).to.match(/^name +kind\n/)
    })

    it('a step that fails leads back with one command, also after a restart loop (I53)', async () => {
      await change(`create view ${ITS_TABLE} as select 1 as one`)
      const first = await site.run('migrate', 'up')
      expect(first.code).to.equal(1)
      const reason = first.stderr.trim().split('\n').at(-1) ?? ''
      expect(reason).to.match(new RegExp(`^Migration ${FAILING} failed and was rolled back: .*already exists`))
      expect(reason).to.include(`Applied before it: ${BETWEEN}.`)
      const [, snapshot = ''] = /The database as it was before is in (\S+[.]backup)[.]/.exec(reason) ?? []
      expect(existsSync(snapshot)).to.equal(true)

      for (let restart = 0; restart < 4; restart++) {
        const { code, stderr } = await site.run('migrate', 'up')
        expect([code, /The schema is as it was/.test(stderr)]).to.deep.equal([1, true])
      }
      expect(existsSync(snapshot), 'of the schema before').to.equal(true)
      expect(snapshots()).to.have.length(2)

      expect(returnCommand(reason)).to.deep.equal(['migrate', 'down', '--to', FORMER])
      expect(await site.ask(...returnCommand(reason))).to.deep.equal({ reverted: [BETWEEN] })
      expect(await appliedNames()).to.deep.equal(NAMES.slice(0, NAMES.indexOf(FORMER) + 1))

      await change(`drop view ${ITS_TABLE}`)
      expect((await site.ask('migrate', 'up')).applied).to.deep.equal(newerThan(FORMER))
      expect(await site.ask('accounts', 'list')).to.have.length(1)
      expect(await site.ask('migrate', 'up', '--dry-run')).to.deep.equal([])
    })
  })
}

import { MIGRATIONS } from '@paylink/core/database/migrations/index'
import type { Engine } from '@paylink/core/database/engine'
import { expect } from 'chai'
import { type Answer, Installation } from '../support/command.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { nameOf, testPostgres } from '../support/postgres.js'

const KEY = Buffer.alloc(32, 7).toString('base64')

for (const engine of ENGINES) {
  const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite'

  describe(`move from ${engine}, of other databases (I56)`, () => {
    let site: Installation
    let target: TestDatabase
    beforeEach(async () => {
      target = await emptyDatabase(other)
      site = await shop('Panadería')
    })
    afterEach(async () => {
      await site.remove()
      await target.drop()
    })

    async function shop(name: string): Promise<Installation> {
      const made = await Installation.make(engine, { PAYLINK_SECRET_KEY: KEY })
      await made.ask('migrate', 'up')
      await made.ask('accounts', 'create', '--name', name)
      return made
    }
    const there = (): Record<string, string> => ({ PAYLINK_DATABASE_URL: target.url })
    const namesThere = async (): Promise<string[]> =>
      (await site.runWith(there(), ['accounts', 'list', '--json'])).json.map(({ name }: { name: string }) => name)

    async function expectOne(moves: Promise<Answer>[], refusal: RegExp): Promise<void> {
      const answers = await Promise.all(moves)
      expect(answers.map(({ code }) => code).sort(), answers.map(({ stderr }) => stderr).join('; ')).to.deep.equal([
        0, 1,
      ])
      const refused = answers.find(({ code }) => code === 1)
      expect(refused?.stderr.trim().split('\n').at(-1)).to.match(refusal)
    }

    it('brings one of an older version to the schema of this one', async () => {
      await site.ask('migrate', 'down', '--to', MIGRATIONS.at(-4)?.name ?? '')
      const { code, stderr } = await site.run('move', '--to', target.url, '--json')
      expect(code, stderr).to.equal(0)
      const { json } = await site.runWith(there(), ['migrate', 'status', '--json'])
      expect(json.every(({ applied }: { applied: boolean }) => applied)).to.equal(true)
      expect(await namesThere()).to.deep.equal(['Panadería'])
    })

    it('names the address that cannot be reached or refuses the connection, and changes nothing', async () => {
      const away = await site.run('move', '--to', 'postgres://me:hidden@127.0.0.1:1/shop')
      expect([away.code, away.stderr]).to.deep.equal([
        1,
        'postgres://127.0.0.1:1/shop cannot be reached (connect ECONNREFUSED 127.0.0.1:1): start it, or correct its address.\n',
      ])
      if (other === 'postgres') {
        const { code, stderr } = await site.run('move', '--to', `${target.url}_of_none`)
        expect(code).to.equal(1)
        expect(stderr).to.match(/_of_none refuses the connection \(.*does not exist\): correct the user, password or/)

        const name = nameOf(target.url)
        await testPostgres.run(`alter database ${name} set default_transaction_read_only = on`)
        const refused = await site.run('move', '--to', target.url)
        await testPostgres.run(`alter database ${name} reset default_transaction_read_only`)
        expect(refused.code).to.equal(1)
        expect(refused.stderr).to.match(
          new RegExp(`postgres://.*/${name} takes no writes .*: point its address at the primary`),
        )
      }
      await site.ask('accounts', 'create', '--name', 'Otra')
    })

    it('lets one of two moves into the same database succeed, and changes nothing for the other', async () => {
      const second = await shop('Florería')
      try {
        const moves = [site, second].map((one) => one.runAlone(['move', '--to', target.url]))
        await expectOne(moves, /is not empty|already exists|is being filled|in progress/)
        const [winner] = await namesThere()
        const loser = winner === 'Panadería' ? second : site
        const { code, stderr } = await loser.run('accounts', 'create', '--name', 'Otra')
        expect(code, stderr).to.equal(0)
      } finally {
        await second.remove()
      }
    })

    it('lets one of two moves of the same database succeed', async () => {
      const elsewhere = await emptyDatabase(other)
      try {
        const moves = [target.url, elsewhere.url].map((to) => site.runAlone(['move', '--to', to]))
        await expectOne(moves, /Another move of this database is in progress|This database was moved to/)
      } finally {
        await elsewhere.drop()
      }
    })
  })
}

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Appliance } from '@paylink/core/composition/appliance'
import { connect } from '@paylink/core/database/connect'
import type { Engine } from '@paylink/core/database/engine'
import { SystemRandom } from '@paylink/core/kernel/random'
import { expect } from 'chai'
import { BusyShop } from '../support/busy-shop.js'
import { type Answer, type Environment, Installation, runBesideOthers } from '../support/command.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { rowMarks } from '../support/rows.js'

const KEY = Buffer.alloc(32, 7).toString('base64')
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64')
/** Written by the background at any moment, and by the test's own requests. */
const CHANGING = ['access_lines', 'instance', 'generation']

for (const engine of ENGINES) {
  describe(`backup and restore on ${engine} (I53)`, () => {
    let shop: BusyShop
    let file: string
    let report: any
    let marks = ''
    const made: TestDatabase[] = []

    const env = (databaseUrl: string, changes: Environment = {}): Environment => ({
      PAYLINK_DATA_DIR: shop.paylink.settings.dataDir,
      PAYLINK_DATABASE_URL: databaseUrl,
      PAYLINK_SECRET_KEY: KEY,
      ...changes,
    })
    const run = (args: string[], changes: Environment = {}): Promise<Answer> =>
      runBesideOthers(args, env(shop.paylink.settings.databaseUrl, changes))
    const inFolder = (name: string): string => join(shop.paylink.settings.dataDir, name)

    async function emptyOf(other: Engine): Promise<TestDatabase> {
      const database = await emptyDatabase(other)
      made.push(database)
      return database
    }

    before(async () => {
      shop = await BusyShop.open(engine)
      file = inFolder('shop.backup')
      await shop.invoices.settle()
      // Until the background was at rest while it was made.
      for (let before = 'none'; before !== marks;) {
        before = JSON.stringify(await rowMarks(shop.paylink, CHANGING))
        rmSync(file, { force: true })
        const { code, stderr, json } = await run(['backup', file, '--json'])
        expect(code, stderr).to.equal(0)
        report = json
        marks = JSON.stringify(await rowMarks(shop.paylink, CHANGING))
      }
    })
    after(async () => {
      await shop.close()
      await Promise.all(made.map((database) => database.drop()))
    })

    it('reports what it copied, and leaves the file alone', async () => {
      const [links] = await shop.paylink.db('payment_links').count({ rows: '*' })
      expect(report).to.have.all.keys('tables', 'sha256', 'seconds', 'verified')
      expect(report.tables.payment_links).to.equal(Number(links?.['rows']))
      expect(report.tables).to.not.have.any.keys('search_terms', 'search_queue')
      expect(report.verified).to.equal(true)
      expect(readdirSync(shop.paylink.settings.dataDir).filter((name) => /partial|check/.test(name))).to.deep.equal([])
    })

    it('shows neither customers nor the secret key to a reader without the key', () => {
      const bytes = readFileSync(file)
      for (const text of ['ana@example.com', 'Ana Sofía', 'Pastel de XV', KEY, shop.paylink.key])
        expect(bytes.includes(text), text).to.equal(false)
      expect(bytes.includes(Buffer.alloc(32, 7))).to.equal(false)
    })

    for (const other of ENGINES) {
      it(`is restored into ${other}, row by row, and starts in quarantine`, async () => {
        const target = await emptyOf(other)
        const answer = await run(['restore', file, '--into', target.url, '--json'])
        expect(answer.code, answer.stderr).to.equal(0)
        expect(answer.json).to.deep.include({ tables: report.tables, sha256: report.sha256, verified: true })

        const restored = connect(target.url)
        try {
          const asShop = { engine: other, db: restored.reader } as never
          if (other === engine) expect(await rowMarks(asShop, CHANGING)).to.deep.equal(JSON.parse(marks))
          const queued = await restored.reader('search_queue').pluck<string[]>('object_id')
          expect(queued).to.include.members(await shop.paylink.db('payment_links').pluck('id'))
          const [state] = await restored.reader('instance').where({ key: 'quarantine' })
          expect(JSON.parse(state.value)).to.include({ reason: 'restored' })
        } finally {
          await restored.close()
        }
      })
    }

    it('answers reads byte for byte as before', async () => {
      const target = await emptyOf(engine)
      expect((await run(['restore', file, '--into', target.url])).code).to.equal(0)
      const paths = [
        '/v1/payment_links?limit=100',
        '/v1/payments?limit=100',
        ...[...shop.made.values()].flatMap(({ link, payment }) => [
          `/v1/payment_links/${link.id}`,
          `/v1/payments/${payment.id}`,
        ]),
      ]
      const expected = await Promise.all(paths.map(async (path) => (await shop.paylink.get(path)).text))
      const { settings, clock, log, timer } = shop.paylink
      const ports = { clock, log, timer, random: new SystemRandom() }
      const port = await freePort()
      const copy = await Appliance.start(
        { ...settings, databaseUrl: target.url, port },
        { http: true, jobs: false },
        ports,
      )
      try {
        const headers = { Authorization: `Bearer ${shop.paylink.key}` }
        for (const [at, path] of paths.entries()) {
          const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
          expect(await response.text(), path).to.equal(expected[at])
        }
      } finally {
        await copy.stop()
      }
    })

    const refusals: [string, () => Promise<{ args: string[]; env?: Environment }>, RegExp][] = [
      ['a target with tables', async () => ({ args: ['restore', file] }), /is not empty\. Nothing was changed\./],
      [
        'another key',
        async () => ({
          args: ['restore', file, '--into', (await emptyOf(engine)).url],
          env: { PAYLINK_SECRET_KEY: OTHER_KEY },
        }),
        /made with the secret key [0-9a-f]{8}, and [0-9a-f]{8} is set here/,
      ],
      ['an existing file', async () => ({ args: ['backup', file] }), /shop\.backup exists\. Choose another name/],
      [
        'a folder in place of a file',
        async () => ({ args: ['backup', inFolder('.')] }),
        /is a folder: name a file in it, such as .*paylink\.backup/,
      ],
      [
        'a file that is no backup',
        async () => {
          writeFileSync(inFolder('other'), 'PK\u0003\u0004 not ours')
          return { args: ['restore', inFolder('other'), '--into', (await emptyOf(engine)).url] }
        },
        /The backup is damaged: it does not begin as a backup of PayLink does/,
      ],
      [
        'a missing file',
        async () => ({ args: ['restore', inFolder('none'), '--into', (await emptyOf(engine)).url] }),
        /there is no file .*none/,
      ],
      [
        'a folder that is missing',
        async () => ({ args: ['backup', inFolder('none/shop.backup')] }),
        /there is no folder .*none/,
      ],
      [
        'a target in a folder that is missing',
        async () => ({ args: ['restore', file, '--into', `sqlite:${inFolder('none/shop.db')}`] }),
        /there is no folder .*none/,
      ],
    ]
    for (const [what, prepare, reason] of refusals) {
      it(`refuses ${what}, in one line`, async () => {
        const { args, env: changes } = await prepare()
        const { code, stdout, stderr } = await run(args, changes)
        expect([code, stdout]).to.deep.equal([1, ''])
        expect(stderr).to.match(reason)
        expect(stderr.trim().split('\n')).to.have.length(1)
      })
    }

    it('takes a file without tables for empty', async () => {
      const path = inFolder('started.db')
      writeFileSync(path, '')
      expect((await run(['restore', file, '--into', `sqlite:${path}`])).code).to.equal(0)
    })

    it('refuses wrong usage', async () => {
      expect((await run(['restore', file, '--into', 'mysql://x'])).code).to.equal(2)
      expect((await run(['backup'])).code).to.equal(2)
    })

    it('finds every kind of damage, and then leaves the target empty', async () => {
      const intact = readFileSync(file)
      const headerEnd = intact.indexOf(10)
      const damaged: [string, Buffer][] = [
        ['a byte of the header', changed(intact, headerEnd - 5)],
        ['the first byte after the header', changed(intact, headerEnd + 1)],
        ['a byte in the middle', changed(intact, Math.floor(intact.length / 2))],
        ['the last byte', changed(intact, intact.length - 1)],
        ['half of it cut off', intact.subarray(0, Math.floor(intact.length / 2))],
        ['all but its header cut off', intact.subarray(0, headerEnd + 1)],
        ['a byte more', Buffer.concat([intact, Buffer.from([0])])],
      ]
      const target = await emptyOf(engine)
      for (const [what, bytes] of damaged) {
        const path = inFolder('damaged.backup')
        writeFileSync(path, bytes)
        const { code, stderr } = await run(['restore', path, '--into', target.url])
        expect([what, code]).to.deep.equal([what, 1])
        expect(stderr, what).to.match(/The backup is damaged|made with the secret key/)
        rmSync(path)
      }
      expect((await run(['restore', file, '--into', target.url])).code).to.equal(0)
    })

    it('copies a database that breaks an invariant, and tells', async () => {
      const { paylink } = shop
      const [link] = await paylink.db('payment_links').where({ status: 'active' })
      await paylink.change('payment_links', link.id, { status: 'processing' })
      const broken = inFolder('broken.backup')
      const { code, stderr } = await run(['backup', broken])
      await paylink.change('payment_links', link.id, { status: 'active' })
      expect(code).to.equal(1)
      expect(stderr).to.match(/broken\.backup is an exact copy, but the database breaks I2 .*Run: paylink doctor/)
      expect(existsSync(broken)).to.equal(true)
    })
  })
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

for (const engine of ENGINES) {
  describe(`a backup of an installation on ${engine}`, () => {
    let site: Installation
    before(async () => {
      site = await Installation.make(engine)
    })
    after(() => site.remove())

    it('is refused before there is a database, and needs the key that is in use', async () => {
      const nothing = await site.run('backup', site.file('a.backup'))
      expect([nothing.code, nothing.stderr]).to.deep.equal([
        1,
        engine === 'sqlite'
          ? `There is no database at ${(site.env['PAYLINK_DATABASE_URL'] ?? '').slice('sqlite:'.length)}: correct PAYLINK_DATA_DIR or PAYLINK_DATABASE_URL, or run paylink up.\n`
          : 'the database is empty: there is nothing to copy\n',
      ])
      await site.ask('migrate', 'up')
      // Its key, generated now, is the one that this installation will use.
      await site.ask('backup', site.file('first.backup'))
      await site.ask('accounts', 'create', '--name', 'Uno')
      const into = `sqlite:${site.file('first.db')}`
      const restored = await site.run('restore', site.file('first.backup'), '--into', into)
      expect(restored.code, restored.stderr).to.equal(0)
      const wrong = await site.runWith({ PAYLINK_SECRET_KEY: OTHER_KEY }, ['backup', site.file('a.backup')])
      expect([wrong.code, existsSync(site.file('a.backup'))]).to.deep.equal([1, false])
      expect(wrong.stderr).to.include('sealed with another secret key')
    })

    it('is made before migrating, which is refused without one', async () => {
      const snapshots = join(site.env['PAYLINK_DATA_DIR'] ?? '', 'snapshots')
      await site.ask('migrate', 'down')
      writeFileSync(snapshots, '')
      const refused = await site.run('migrate', 'up')
      expect(refused.code).to.equal(1)
      expect(refused.stderr).to.match(/^The database was not migrated, because the snapshot [^\n]*--no-snapshot$/m)
      const [newest] = (await site.ask('migrate', 'status')).slice(-1)
      expect(newest.applied).to.equal(false)
      rmSync(snapshots)

      const { applied, snapshot } = await site.ask('migrate', 'up')
      expect([applied, existsSync(snapshot)]).to.deep.equal([[newest.name], true])
      await site.ask('migrate', 'down')
      expect(await site.ask('migrate', 'up', '--no-snapshot')).to.deep.equal({ applied: [newest.name], snapshot: null })
      expect(await site.ask('migrate', 'up')).to.deep.equal({ applied: [], snapshot: null })
    })

    it('copies a schema that is behind; restoring brings it up to date', async () => {
      await site.ask('migrate', 'down')
      await site.ask('backup', site.file('behind.backup'))
      const target = await emptyDatabase(engine)
      try {
        await site.ask('restore', site.file('behind.backup'), '--into', target.url)
        const states = await site.runWith({ PAYLINK_DATABASE_URL: target.url }, ['migrate', 'status', '--json'])
        expect(states.json.every(({ applied }: { applied: boolean }) => applied)).to.equal(true)
        const accounts = await site.runWith({ PAYLINK_DATABASE_URL: target.url }, ['accounts', 'list', '--json'])
        expect(accounts.json).to.have.length(1)
      } finally {
        await target.drop()
        await site.ask('migrate', 'up')
      }
    })
  })
}

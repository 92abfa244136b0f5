import { join } from 'node:path'
import { Appliance } from '@paylink/core/composition/appliance'
import { COMMAND_LIMITS, connect } from '@paylink/core/database/connect'
import type { Engine } from '@paylink/core/database/engine'
import { withMoveLock } from '@paylink/core/move/move-lock'
import { MoveSource } from '@paylink/core/move/move-source'
import { SystemRandom } from '@paylink/core/kernel/random'
import { expect } from 'chai'
import { eventually, linkBody, TestAppliance } from '../support/appliance.js'
import { BusyShop } from '../support/busy-shop.js'
import { type Answer, runBesideOthers } from '../support/command.js'
import { emptyDatabase, type TestDatabase } from '../support/databases.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { nameOf } from '../support/postgres.js'
import { linesOfDatabase } from './database-lines.js'

const KEY = Buffer.alloc(32, 7).toString('base64')
const NEXT_ATTEMPT = `select nextval(pg_get_serial_sequence('webhook_attempts', 'seq'))::int as next,
  (select coalesce(max(seq), 0) from webhook_attempts)::int as last`

for (const engine of ENGINES) {
  const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite'

  describe(`move from ${engine} (I56)`, () => {
    let paylink: TestAppliance
    const made: TestDatabase[] = []

    const run = (...args: string[]): Promise<Answer> => {
      const { dataDir, databaseUrl, port } = paylink.settings
      return runBesideOthers(args, {
        PAYLINK_DATA_DIR: dataDir,
        PAYLINK_DATABASE_URL: databaseUrl,
        PAYLINK_SECRET_KEY: KEY,
        PAYLINK_PORT: String(port),
      })
    }

    async function emptyOf(kind: Engine): Promise<string> {
      const database = await emptyDatabase(kind)
      made.push(database)
      return database.url
    }

    async function withSource<T>(work: (source: MoveSource) => Promise<T>): Promise<T> {
      const { databaseUrl } = paylink.settings
      const database = connect(databaseUrl, COMMAND_LIMITS)
      try {
        return await work(await MoveSource.open(database, databaseUrl))
      } finally {
        await database.close()
      }
    }

    const create = (title: string) =>
      paylink.post('/v1/payment_links', linkBody({ title }), { idempotencyKey: title.replaceAll(' ', '-') })

    async function open(): Promise<void> {
      paylink = await TestAppliance.start(engine)
      await paylink.createLink()
      await paylink.paidQuietly()
    }

    afterEach(async () => {
      await paylink.stop()
      await Promise.all(made.splice(0).map((database) => database.drop()))
    })

    for (const target of [other, engine]) {
      it(`copies every row into ${target} while the shop is in use, and seals the source`, async () => {
        paylink = (await BusyShop.open(engine)).paylink
        const to = await emptyOf(target)
        const created: string[] = []
        let refusal: Awaited<ReturnType<typeof create>> | undefined
        const selling = (async () => {
          for (let count = 0; !refusal; count++) {
            const reply = await create(`Pan dulce ${count}`)
            if (reply.status !== 201) refusal = reply
            else if (count % 2 === 0) await paylink.post(`/v1/payment_links/${reply.body.id}/mark_paid`, {})
            if (reply.status === 201) created.push(reply.body.id)
          }
        })()
        const moved = await run('move', '--to', to, '--json')
        expect(moved.code, moved.stderr).to.equal(0)
        await selling

        expect(moved.json).to.have.all.keys('tables', 'sha256', 'seconds', 'verified')
        expect([refusal?.status, refusal?.body.code]).to.deep.equal([503, 'service_unavailable'])
        expect(Number(refusal?.headers.get('retry-after'))).to.be.greaterThan(0)
        const [before, after] = [await linesOfDatabase(paylink.settings.databaseUrl), await linesOfDatabase(to)]
        for (const [table, lines] of before) expect(after.get(table), table).to.deep.equal(lines)
        for (const [table, lines] of after) expect(moved.json.tables[table], table).to.equal(lines.length)
        const links = after.get('payment_links') ?? []
        for (const id of created) expect(links.some((line) => line.includes(id))).to.equal(true)
        const copy = connect(to)
        const queued = await copy.reader('search_queue').pluck<string[]>('object_id')
        await copy.close()
        expect(queued, 'to be searched').to.include.members(created)

        const ready = await fetch(`${paylink.url}/readyz`)
        expect([ready.status, (await ready.json()).detail]).to.deep.equal([503, 'read_only'])
        const paths = ['/v1/payment_links?limit=100', '/v1/payments?limit=100', `/v1/payment_links/${created.at(-1)}`]
        const expected = await Promise.all(paths.map(async (path) => (await paylink.get(path)).text))
        const { settings, clock, log, timer } = paylink
        const port = await freePort()
        const next = await Appliance.start(
          { ...settings, databaseUrl: to, port },
          { http: true, jobs: false },
          { clock, log, timer, random: new SystemRandom() },
        )
        try {
          for (const [at, path] of paths.entries()) {
            const response = await fetch(`http://127.0.0.1:${port}${path}`, {
              headers: { Authorization: `Bearer ${paylink.key}` },
            })
            expect(await response.text(), path).to.equal(expected[at])
          }
          const readyNow = await fetch(`http://127.0.0.1:${port}/readyz`)
          expect(readyNow.status, await readyNow.text()).to.equal(200)
        } finally {
          await next.stop()
        }
        if (target === 'postgres') {
          const database = connect(to)
          const { rows } = await database.reader.raw<{ rows: { next: number; last: number }[] }>(NEXT_ATTEMPT)
          await database.close()
          expect(rows[0]?.next).to.equal((rows[0]?.last ?? 0) + 1)
        }

        const former = ['backup', join(paylink.settings.dataDir, 'former.backup')]
        for (const args of [['keys', 'list'], ['move', '--to', await emptyOf(target)], ['doctor'], former]) {
          const refused = await run(...args)
          expect(refused.code, args.join(' ')).to.equal(1)
          expect(refused.stderr + refused.stdout).to.match(/This database was moved to .* Set PAYLINK_DATABASE_URL/)
          expect(refused.stderr + refused.stdout, 'user and password').to.not.include('@')
        }
      })
    }

    it('leaves the source as it was when the target is not empty', async () => {
      await open()
      const to = await emptyOf(other)
      expect((await run('move', '--to', to)).code).to.equal(0)
      await withSource((source) => source.release())
      const refused = await run('move', '--to', to)
      expect([refused.code, refused.stdout]).to.deep.equal([1, ''])
      expect(refused.stderr).to.match(/is not empty\. Nothing was changed\./)
      expect(await withSource((source) => source.state())).to.equal(null)
      expect((await create('afterwards')).status).to.equal(201)
      expect((await run('doctor', '--json')).json.find(({ check }: any) => check === 'database').ok).to.equal(true)
    })

    it('refuses a second move at the same time, and wrong usage', async () => {
      await open()
      const { databaseUrl } = paylink.settings
      const database = connect(databaseUrl)
      const refused = await withMoveLock(database, databaseUrl, async () => run('move', '--to', await emptyOf(other)))
      await database.close()
      expect([refused.code, refused.stderr]).to.deep.equal([
        1,
        'Another move of this database is in progress. Wait until it ends.\n',
      ])
      expect((await run('move')).code).to.equal(2)
      expect((await run('move', '--to', 'mysql://x')).code).to.equal(2)
    })

    if (engine === 'postgres') {
      it('waits until the server has noticed that the process of the last move was killed', async () => {
        await open()
        const { databaseUrl } = paylink.settings
        const to = await emptyOf(other)
        const database = connect(databaseUrl)
        let next: Promise<Answer> | undefined
        await withMoveLock(database, databaseUrl, async () => {
          next = run('move', '--to', to)
          await eventually(
            () =>
              paylink
                .db('pg_locks as l')
                .join('pg_database as d', 'd.oid', 'l.database')
                .where({ locktype: 'advisory', granted: false, datname: nameOf(databaseUrl) })
                .pluck('pid'),
            (waiting) => waiting.length === 1,
          )
        })
        await database.close()
        const moved = await next
        expect(moved?.code, moved?.stderr).to.equal(0)
      })
    }

    it('is repeated after an interruption, or canceled, and goes to one place alone', async () => {
      await open()
      const to = await emptyOf(other)
      await withSource((source) => source.begin({ id: 'one', target: 'postgres://db/shop', startedAt: 'now' }))
      expect((await create('noted')).status).to.equal(201)
      const found = (await run('doctor', '--json')).json.find(({ check }: { check: string }) => check === 'move')
      expect(found).to.include({ code: 'move.unfinished', severity: 'attention' })
      expect(found.detail).to.include('a move to postgres://db/shop began at now')
      const elsewhere = await run('move', '--to', to)
      expect([elsewhere.code, elsewhere.stderr]).to.deep.equal([
        1,
        'A move to postgres://db/shop, begun at now, was interrupted. Run paylink move --to with that address to finish it, or add --cancel to abandon it.\n',
      ])
      expect((await run('move', '--to', 'postgres://user:secret@db/shop', '--cancel')).code).to.equal(0)
      expect((await run('move', '--to', to, '--cancel')).stderr).to.equal('There is no move to cancel.\n')

      // As a process leaves it that died after it had sealed the source.
      await withSource(async (source) => {
        await source.begin({ id: 'two', target: to.replace(/\/\/.*@/, '//'), startedAt: 'now' })
        await source.seal('there', 'now')
      })
      expect((await create('sealed')).status).to.equal(503)
      expect((await run('keys', 'list')).stderr).to.match(/sealed for a move to .* that was interrupted/)
      const repeated = await run('move', '--to', to, '--json')
      expect(repeated.code, repeated.stderr).to.equal(0)
      const [before, after] = [await linesOfDatabase(paylink.settings.databaseUrl), await linesOfDatabase(to)]
      for (const [table, lines] of before) expect(after.get(table), table).to.deep.equal(lines)
    })

    it('knows a copy that arrived although its own process died', async () => {
      await open()
      const to = await emptyOf(other)
      const moved = await run('move', '--to', to, '--json')
      expect(moved.code, moved.stderr).to.equal(0)
      const database = connect(paylink.settings.databaseUrl)
      await database.writer('paylink_move').update({ finished_at: null })
      await database.close()
      const canceled = await run('move', '--to', to, '--cancel')
      expect([canceled.code, canceled.stderr]).to.deep.equal([
        1,
        `${to.replace(/\/\/.*@/, '//')} has the copy already. Run the move again without --cancel to finish it.\n`,
      ])
      const again = await run('move', '--to', to, '--json')
      expect(again.code, again.stderr).to.equal(0)
      expect([again.json.tables, again.json.sha256]).to.deep.equal([moved.json.tables, moved.json.sha256])
    })
  })
}

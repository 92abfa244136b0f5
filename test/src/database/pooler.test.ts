import { expect } from 'chai'
import { connect, REQUEST_LIMITS } from '@paylink/core/database/connect'
import { INVARIANTS } from '@paylink/core/doctor/invariants'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { METRICS_TOKEN, scrape, valueOf } from '../metrics/scrape.js'
import { eventually, TestAppliance } from '../support/appliance.js'
import { Installation, keyIn, runBesideOthers, runCommand, type RunningServer } from '../support/command.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { hasPgBouncer, PgBouncer } from '../support/pgbouncer.js'
import { nameOf, testPostgres } from '../support/postgres.js'
import { TransactionPooler } from '../support/transaction-pooler.js'

interface Pooler {
  url: string
  close(): Promise<void>
}

const POOLERS: [string, (url: string) => Promise<Pooler>][] = [
  ['a transaction pooler', (url) => TransactionPooler.before(url)],
]
if (hasPgBouncer) {
  POOLERS.push(
    ['PgBouncer in transaction mode', (url) => PgBouncer.before(url, 'transaction')],
    ['PgBouncer in session mode', (url) => PgBouncer.before(url, 'session')],
  )
}
const MANY = 12

if (ENGINES.includes('postgres')) {
  if (!hasPgBouncer) describe('PgBouncer before Postgres', () => it('was not tried: apt-get install pgbouncer'))
  for (const [title, startBefore] of POOLERS) {
    describe(`${title} before Postgres`, () => {
      let paylink: TestAppliance
      let pooler: Pooler
      before(async () => {
        const through = async (url: string): Promise<string> => {
          // What a session gets unless it asks for something else.
          await testPostgres.run(`alter database ${nameOf(url)} set timezone = 'America/Mexico_City'`)
          pooler = await startBefore(url)
          return pooler.url
        }
        paylink = await TestAppliance.start('postgres', { metricsToken: METRICS_TOKEN }, undefined, {
          through,
          isPooled: true,
        })
      })
      after(async () => {
        await paylink.stop()
        await pooler.close()
      })

      it('creates links and takes payments, many at once, and notifies of them', async () => {
        const links = await Promise.all(Array.from({ length: MANY }, () => paylink.createLink()))
        await Promise.all(links.map(async (link) => paylink.pay(await paylink.openCheckout(link), 'succeed')))
        await eventually(
          () => Promise.all(links.map(({ id }) => paylink.linkStatus(id))),
          (statuses) => statuses.every((status) => status === 'paid'),
        )
        expect(await new FindViolations(paylink.db, paylink.clock).run()).to.deep.equal([])
      })

      it('reads times as UTC', async () => {
        const { id } = await paylink.createLink()
        const [row] = await paylink
          .db('payment_links')
          .where({ id })
          .select('created_at', paylink.db.raw(`current_setting('timezone') as zone`))
        expect(Date.parse(row.created_at)).to.equal(Date.parse((await paylink.linkOf(id)).createdAt))
        expect(row.zone).to.equal('UTC')
      })

      it('checks the invariants for /metrics, which takes a session of its own', async () => {
        const samples = await eventually(
          () => scrape(paylink),
          (seen) => valueOf(seen, 'paylink_invariants_checked') !== undefined,
        )
        expect(valueOf(samples, 'paylink_invariants_checked')).to.equal(INVARIANTS.length)
      })

      it('answers 409 to a request whose row stays locked, as without one (R176)', async () => {
        const link = await paylink.createLink()
        const direct = connect(paylink.settings.databaseDirectUrl ?? '')
        try {
          await direct.writer.transaction(async (tx) => {
            await tx('payment_links').where({ id: link.id }).forUpdate()
            const reply = await paylink.post(`/v1/payment_links/${link.id}/disable`)
            expect([reply.status, reply.body.code]).to.deep.equal([409, 'request_in_flight'])
          })
        } finally {
          await direct.close()
        }
      })

      it('passes on nothing that a session keeps: settings end with their transaction', async () => {
        const { rows } = await paylink.writer.transaction((tx) => tx.raw('show lock_timeout'))
        expect(rows).to.deep.equal([{ lock_timeout: '2s' }])
        const after = await paylink.db.raw('show lock_timeout')
        expect(after.rows).to.deep.equal([{ lock_timeout: '0' }])
      })

      it('is told to the operator by doctor, and commands work through it', async () => {
        const { settings } = paylink
        const env = {
          PAYLINK_DATABASE_URL: settings.databaseUrl,
          PAYLINK_DATABASE_DIRECT_URL: settings.databaseDirectUrl ?? '',
          PAYLINK_DATA_DIR: settings.dataDir,
          PAYLINK_SECRET_KEY: Buffer.from(settings.secretKey).toString('base64'),
        }
        const keys = await runBesideOthers(['keys', 'list', '--json'], env)
        expect([keys.code, keys.json.length]).to.deep.equal([0, 1])
        const doctor = await runBesideOthers(['doctor'], env)
        expect(doctor.stdout).to.match(/database.*Postgres.*, through a pooler/)
      })

      const isSession = title.endsWith('session mode')
      it(`without the direct address ${isSession ? 'works' : 'is refused in one sentence that names the setting'}`, async () => {
        const { settings } = paylink
        const database = connect(settings.databaseUrl, REQUEST_LIMITS)
        const found = await database.reader.raw('show lock_timeout').catch((refused: unknown) => refused)
        await database.close()
        if (isSession) return expect(found.rows).to.deep.equal([{ lock_timeout: '2s' }])
        expect(found).to.include({ kind: 'pooler' })
        const env = { PAYLINK_DATABASE_URL: settings.databaseUrl, PAYLINK_DATA_DIR: settings.dataDir }
        const { code, stderr } = await runCommand(['serve'], env)
        expect(code).to.equal(1)
        const said = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
        expect(said).to.have.length(1)
        expect(said[0]).to.include('set PAYLINK_DATABASE_DIRECT_URL to the address of Postgres itself')
      })
    })
  }

  if (hasPgBouncer) {
    describe('PgBouncer in session mode, without other settings', () => {
      let site: Installation
      let pooler: Pooler
      let server: RunningServer
      let key: string
      before(async () => {
        site = await Installation.make('postgres')
        pooler = await PgBouncer.before(site.env['PAYLINK_DATABASE_URL'] ?? '', 'session')
        site.env['PAYLINK_DATABASE_URL'] = pooler.url
        server = await site.start('up')
        key = keyIn(server.said.stdout) ?? ''
      })
      after(async () => {
        await site.remove()
        await pooler.close()
      })

      it('serves, works and migrates, and logs no outage', async () => {
        const { body: link } = await site.createLink(key)
        expect(link.status).to.equal('active')
        const paid = await site.call('POST', `/v1/payment_links/${link.id}/mark_paid`, key, { method: 'spei_transfer' })
        expect(paid.body.status).to.equal('paid')
        expect(await server.stop()).to.equal(0)
        await site.ask('migrate', 'down')
        server = await site.start('up')
        expect((await site.call('GET', `/v1/payment_links/${link.id}`, key)).body.status).to.equal('paid')
        expect(server.said.stderr).to.not.include('outage')
      })

      it('is found among several hosts, one of which is down', async () => {
        const { host, hostname } = new URL(pooler.url)
        const down = `${hostname}:${await freePort()}`
        for (const hosts of [`${down},${host}`, `${host},${down}`]) {
          const database = connect(pooler.url.replace(host, hosts))
          try {
            expect((await database.reader.raw('show lock_timeout')).rows).to.deep.equal([{ lock_timeout: '2s' }])
          } finally {
            await database.close()
          }
        }
      })

      it('gives each session its settings', async () => {
        const [one, other] = [connect(pooler.url), connect(pooler.url)]
        try {
          const { rows } = await one.reader.raw('show statement_timeout')
          expect(rows).to.deep.equal([{ statement_timeout: '31s' }])
          await one.writer.transaction(async (tx) => {
            await tx.raw('select 1')
            expect((await other.reader.raw('show lock_timeout')).rows).to.deep.equal([{ lock_timeout: '2s' }])
          })
        } finally {
          await one.close()
          await other.close()
        }
      })
    })
  }
}

import { rmSync } from 'node:fs'
import { migrate } from '@paylink/core/composition/migrate'
import { connect } from '@paylink/core/database/connect'
import type { DatabaseConnection } from '@paylink/core/database/database-connection'
import type { Migration } from '@paylink/core/database/migration'
import { MigrationFailedError } from '@paylink/core/database/migration-failed'
import { Migrator } from '@paylink/core/database/migrator'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { CallProvider } from '@paylink/core/plugin-host/call-provider'
import { expect } from 'chai'
import { eventually, linkBody, type Reply, TestAppliance } from '../support/appliance.js'
import { DatabaseProxy } from '../support/database-proxy.js'
import { ENGINES } from '../support/engines.js'
import { quietPorts } from '../support/ports.js'
import { PostgresCluster } from '../support/postgres-cluster.js'
import { quickFolder } from '../support/quick-folder.js'
import { settingsFor } from '../support/settings.js'

const LIMITS = { queryMs: 1000, connectMs: 1000, acquireMs: 3000 }

/** Tells when it is reached, and waits there. */
class Halt {
  release: () => void = () => undefined
  private reach: () => void = () => undefined
  readonly reached = new Promise<void>((resolve) => (this.reach = resolve))
  private readonly released = new Promise<void>((resolve) => (this.release = resolve))

  async wait(): Promise<void> {
    this.reach()
    await this.released
  }
}

const insertStep = (table: string, halfWay: () => Promise<void> = () => Promise.resolve()): Migration => ({
  name: `0001-${table}`,
  kind: 'expand',
  up: async (on) => {
    await on.schema.createTable(table, (made) => void made.integer('id').primary())
    await on(table).insert({ id: 1 })
    await halfWay()
    await on(table).insert({ id: 2 })
  },
  down: async (on) => on.schema.dropTable(table),
})

if (ENGINES.includes('postgres') && process.platform === 'linux') {
  describe('a promotion while the primary is frozen', () => {
    let cluster: PostgresCluster
    let paylink: TestAppliance
    let folder: string
    const proxies: DatabaseProxy[] = []
    const connections: DatabaseConnection[] = []

    /** The primary behind a proxy, then the standby. */
    async function proxied(database: string): Promise<{ proxy: DatabaseProxy; url: string }> {
      const proxy = await DatabaseProxy.before(cluster.primaryUrl(database))
      proxies.push(proxy)
      const primary = new URL(cluster.primaryUrl(database)).host
      return { proxy, url: cluster.url(database).replace(primary, new URL(proxy.url).host) }
    }
    async function migratorOf(database: string, step: Migration) {
      await cluster.createDatabase(database)
      const { proxy, url } = await proxied(database)
      const connection = connect(url, LIMITS)
      connections.push(connection)
      return { proxy, connection, migrator: new Migrator(connection, [step]) }
    }

    before(async () => {
      cluster = await PostgresCluster.start('paylink')
      folder = quickFolder('promotion')
      await migrate(settingsFor(cluster.primaryUrl('paylink'), { dataDir: folder }), quietPorts())
      const through = async (): Promise<string> => {
        return (await proxied('paylink')).url
      }
      paylink = await TestAppliance.start('postgres', {}, undefined, { databaseLimits: LIMITS, through })
      paylink.timer.haste = 10
    })
    after(async () => {
      await cluster.killPrimary()
      await paylink.stop()
      await Promise.all(connections.map((connection) => connection.close()))
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const create = (title: string): Promise<Reply> =>
      paylink.post('/v1/payment_links', linkBody({ title }), { idempotencyKey: title.replaceAll(' ', '-') })
    const press = (link: { url: string }): Promise<Response> =>
      paylink.form(`${link.url}/checkout`, { provider: 'provider_a' })
    const titles = async (): Promise<string[]> =>
      (await paylink.db('payment_links').select('title').whereLike('title', 'COMMIT%').orderBy('title')).map(
        ({ title }) => title as string,
      )
    const titleOf = async (id: string): Promise<string> =>
      (await paylink.db('payment_links').where({ id }).first('title')).title as string
    const expectUnavailable = ({ status, headers }: { status: number; headers: Headers }): void => {
      expect(status).to.equal(503)
      expect(Number(headers.get('retry-after'))).to.be.greaterThan(0)
    }

    it('loses and doubles no link, checkout or migration that was under way (I1, I15, I30, I54)', async () => {
      const [proxy] = proxies as [DatabaseProxy]
      const link = await paylink.createLink()
      // The provider has opened the checkout; this process does not know yet.
      const opened = new Halt()
      const callProvider = paylink.container.get(CallProvider)
      const run = callProvider.run.bind(callProvider)
      callProvider.run = async (to, method, act) => {
        const outcome = await run(to, method, act)
        if (method === 'createCheckout') await opened.wait()
        return outcome
      }
      const pressed = press(link)
      await opened.reached
      const halfWay = new Halt()
      const step = await migratorOf(
        'half_way',
        insertStep('half_way', () => halfWay.wait()),
      )
      const failedStep = step.migrator.up().catch((error: unknown) => error)
      await halfWay.reached
      const commit = await migratorOf('committed', insertStep('written'))
      const committed = commit.proxy.loseWrite('after', 'written')
      const failedCommit = commit.migrator.up().catch((error: unknown) => error)
      await committed
      const creates: Promise<Reply>[] = []
      for (const when of ['after', 'before'] as const) {
        const lost = proxy.loseWrite(when, `COMMIT lost ${when}`)
        creates.push(create(`COMMIT lost ${when}`))
        await lost
      }

      cluster.freezePrimary()
      opened.release()
      halfWay.release()
      for (const reply of await Promise.all(creates)) expectUnavailable(reply)
      const page = await pressed
      expectUnavailable(page)
      for (const failure of await Promise.all([failedStep, failedCommit])) {
        expect(failure).to.be.instanceOf(MigrationFailedError)
        expect((failure as Error).message).to.match(/was interrupted: .* applied as a whole or not at all/)
      }
      expectUnavailable(await create('COMMIT never'))
      await eventually(
        () => paylink.get('/readyz', { key: null }),
        ({ status }) => status === 503,
      )

      // A failover manager fences the former primary before it promotes.
      await cluster.killPrimary()
      await cluster.promoteStandby()
      await eventually(
        () => paylink.get('/readyz', { key: null }),
        ({ status }) => status === 200,
      )
      expect(await titles()).to.deep.equal(['COMMIT lost after'])
      for (const title of ['COMMIT lost after', 'COMMIT lost before']) {
        const { body } = await eventually(
          () => create(title),
          ({ status }) => status === 201,
        )
        expect(await titleOf(body.id as string)).to.equal(title)
      }
      expect(await titles()).to.deep.equal(['COMMIT lost after', 'COMMIT lost before'])

      await step.migrator.up()
      await commit.migrator.up()
      for (const [{ connection }, table] of [
        [step, 'half_way'],
        [commit, 'written'],
      ] as const) {
        expect(await connection.reader(table).select('id').orderBy('id')).to.deep.equal([{ id: 1 }, { id: 2 }])
      }

      callProvider.run = run
      const again = await eventually(
        async () => {
          // The lease of what was interrupted ends with time.
          paylink.clock.advance(MINUTE_MS)
          return press(link)
        },
        ({ status }) => status === 303,
      )
      const sessions = await paylink.db('plugin_entries').whereLike('key', 'session:%')
      expect(sessions).to.have.length(1)
      await paylink.form(String(again.headers.get('location')), { outcome: 'succeed' })
      await eventually(
        () => paylink.linkStatus(link.id),
        (status) => status === 'paid',
      )
      expect(await paylink.db('payments').where({ link_id: link.id })).to.have.length(1)
    })
  })
}

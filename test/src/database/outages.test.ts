import { expect } from 'chai'
import { OutageLog } from '@paylink/core/composition/outage-log'
import { DatabaseUnavailableError, isOutage } from '@paylink/core/database/outage'
import { OutageWatch } from '@paylink/core/database/outage-watch'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { DatabaseProxy } from '../support/database-proxy.js'
import { eventually, linkBody, type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { SilentLog, TestClock, TestTimer } from '../support/ports.js'
import { nameOf, testPostgres } from '../support/postgres.js'

const LIMITS = { queryMs: 1000, connectMs: 1000, acquireMs: 3000 }
const HTTP_ONLY = { http: true, jobs: false }
const TOGETHER = 40

let count = 0
const createOn = (paylink: TestAppliance, changes: object = {}): Promise<Reply> =>
  paylink.post('/v1/payment_links', linkBody(changes), { idempotencyKey: `outage-${++count}` })

function expectUnavailable({ status, body, headers }: Reply): void {
  expect([status, body.code]).to.deep.equal([503, 'service_unavailable'])
  expect(Number(headers.get('retry-after'))).to.be.greaterThan(0)
}

if (ENGINES.includes('postgres')) {
  describe('an outage of Postgres', () => {
    let paylink: TestAppliance
    let proxy: DatabaseProxy
    let direct: string
    before(async () => {
      const through = async (url: string): Promise<string> => {
        direct = url
        proxy = await DatabaseProxy.before(url)
        return proxy.url
      }
      paylink = await TestAppliance.start('postgres', {}, HTTP_ONLY, { databaseLimits: LIMITS, through })
    })
    after(async () => {
      await paylink.stop()
      await proxy.close()
    })

    const create = (): Promise<Reply> => createOn(paylink)
    const createMany = (): Promise<Reply[]> => Promise.all(Array.from({ length: TOGETHER }, create))
    const isReady = (): Promise<number> => paylink.get('/readyz', { key: null }).then(({ status }) => status)
    const began = () => paylink.log.entries.filter(({ message }) => message === 'database outage began')
    const comesBack = () => eventually(create, ({ status }) => status === 201)

    it('that silences the open connections costs one deadline, and no restart', async () => {
      await createMany()
      expect(proxy.forgetConnections()).to.be.greaterThan(5)
      const replies = await createMany()
      expect(replies.filter(({ status }) => status !== 201).map(({ body }) => body.code)).to.deep.equal([])
    })

    it('that silences everything answers 503 to requests, pages and /readyz, and is logged once', async () => {
      const link = await paylink.createLink()
      const before = began().length
      proxy.fallSilent()
      for (const reply of await createMany()) expectUnavailable(reply)
      // Readiness is cached for a second.
      expect(await eventually(isReady, (status) => status === 503)).to.equal(503)
      const page = await fetch(link.url, { headers: { 'Accept-Language': 'es' } })
      expect([page.status, page.headers.get('retry-after')]).to.deep.equal([503, '5'])
      expect(await page.text()).to.include('no está disponible por el momento')
      proxy.speak()
      await comesBack()
      expect(await eventually(isReady, (status) => status === 200)).to.equal(200)
      const lines = paylink.log.entries.filter(({ level }) => level === 'error' || level === 'warn')
      expect(began().length).to.be.at.most(before + 1)
      expect(lines.filter(({ fields }) => 'err' in fields && isOutage(fields.err))).to.deep.equal([])
    })

    it('that leaves the connections on a read-only server ends when they are reopened', async () => {
      // All of the pool at once. A busy machine may need longer for a new connection than the limit of this test.
      const makeAllReadOnly = () =>
        Promise.all(
          Array.from({ length: 10 }, () =>
            paylink.db.raw('select pg_sleep(0.1), set_config(?, ?, false)', ['default_transaction_read_only', 'on']),
          ),
        ).then(
          () => true,
          (error: unknown) => !isOutage(error) && Promise.reject(error as Error),
        )
      expect(await eventually(makeAllReadOnly, Boolean)).to.equal(true)
      const replies = await createMany()
      for (const reply of replies) if (reply.status !== 201) expectUnavailable(reply)
      expect((await comesBack()).status).to.equal(201)
      expect((await createMany()).map(({ status }) => status)).to.deep.equal(Array(TOGETHER).fill(201))
    })

    it('that leaves only a standby answers 503 until there is a primary', async () => {
      const set = (value: string) =>
        testPostgres.run(`alter database ${nameOf(direct)} set default_transaction_read_only = ${value}`)
      const cutAll = () =>
        testPostgres.run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(direct)}'`)
      await set('on')
      await cutAll()
      for (const reply of await Promise.all([create(), create(), create()])) expectUnavailable(reply)
      // Readiness is cached for a second.
      expect(await eventually(isReady, (status) => status === 503)).to.equal(503)
      await set('off')
      await comesBack()
    })

    it('that closes every connection at once, as a balancer without a server does, is logged once', async () => {
      const before = began().length
      // The listener tries again at once.
      paylink.timer.haste = 100
      proxy.turnAway()
      for (const reply of await Promise.all([create(), create(), create()])) expectUnavailable(reply)
      const made = proxy.made
      await eventually(
        () => Promise.resolve(proxy.made),
        (now) => now > made + 5,
      )
      paylink.timer.haste = 1
      proxy.letIn()
      await comesBack()
      expect(paylink.log.entries.filter(({ message }) => /connection that listens/.test(message))).to.deep.equal([])
      expect(began().length).to.be.at.most(before + 1)
    })

    it('by exhausted connections answers 503, and no log line blames a missing transacting call', async () => {
      const held = Array.from({ length: 10 }, () => paylink.db.raw('select pg_sleep(0.39)').catch(() => undefined))
      const replies = await createMany()
      await Promise.all(held)
      for (const reply of replies) if (reply.status !== 201) expectUnavailable(reply)
      expect(JSON.stringify(paylink.log.entries)).not.to.include('transacting')
      await comesBack()
    })

    it('that ends every backend answers 503 or goes unnoticed, never 500', async () => {
      const running = createMany()
      await testPostgres.run(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(direct)}'`,
      )
      for (const reply of await running) if (reply.status !== 201) expectUnavailable(reply)
      await comesBack()
    })

    it('connections carry the application name', async () => {
      const { rows } = await paylink.db.raw<{ rows: { name: string }[] }>(
        `select distinct application_name as name from pg_stat_activity where datname = current_database()`,
      )
      expect(rows).to.deep.equal([{ name: 'paylink' }])
    })
  })
}

for (const engine of ENGINES) {
  describe(`/readyz on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, HTTP_ONLY)))
    after(() => paylink.stop())

    it('queries the database at most once a second, however many requests come', async () => {
      let writes = 0
      paylink.writer.on('query', ({ sql }: { sql: string }) => {
        if (/insert into .workers/.test(sql)) writes++
      })
      const ask = () => paylink.get('/readyz', { key: null })
      paylink.clock.stop()
      const first = await Promise.all(Array.from({ length: 50 }, ask))
      expect(first.map(({ status }) => status)).to.deep.equal(Array(50).fill(200))
      // A heartbeat may come between.
      expect(writes).to.be.within(1, 2)
    })
  })
}

if (ENGINES.includes('sqlite')) {
  describe('a full disk under SQLite', () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start('sqlite', {}, HTTP_ONLY)))
    after(() => paylink.stop())

    it('answers 503 to requests and /readyz until there is room again', async () => {
      await paylink.writer.raw('pragma max_page_count = 1')
      const full = await eventually(
        () => createOn(paylink, { description: 'x'.repeat(400) }),
        ({ status }) => status !== 201,
      )
      expectUnavailable(full)
      const ready = await eventually(
        () => paylink.get('/readyz', { key: null }),
        ({ status }) => status !== 200,
      )
      expect([ready.status, ready.body.detail]).to.deep.equal([503, 'full'])
      await paylink.writer.raw('pragma max_page_count = 1000000')
      expect((await createOn(paylink)).status).to.equal(201)
      await eventually(
        () => paylink.get('/readyz', { key: null }),
        ({ status }) => status === 200,
      )
    })
  })
}

describe('the log of an outage', () => {
  it('has one line for its start and one for its end with the duration, and none that repeat it', () => {
    const clock = new TestClock()
    const waiting: (() => void)[] = []
    const timer = new TestTimer()
    timer.after = (_ms, act) => {
      waiting.push(act)
      return () => undefined
    }
    const lines = new SilentLog()
    const watch = new OutageWatch(clock, timer)
    const log = new OutageLog(lines, watch)
    const failure = () => new DatabaseUnavailableError('timeout', 'no answer within 3 s')
    const look = () => waiting.splice(0).forEach((act) => act())
    for (let second = 0; second < 60; second++) {
      watch.recordFailure(failure())
      log.error({ err: failure() }, 'request failed')
      log.warn({ err: new Error('a task', { cause: failure() }) }, 'a periodic task failed')
      clock.advance(SECOND_MS)
      look()
    }
    watch.recordAnswer()
    clock.advance(5 * SECOND_MS)
    look()
    expect(lines.entries.map(({ message }) => message)).to.deep.equal(['database outage began'])
    clock.advance(10 * SECOND_MS)
    look()
    const [, end] = lines.entries
    expect(end?.message).to.equal('database outage ended')
    const { durationMs, ...counts } = end?.fields as { durationMs: number }
    expect(counts).to.deep.equal({ failures: 60, withheldLines: 120 })
    expect(Math.round(durationMs / SECOND_MS)).to.equal(60)
    log.error({ err: new Error('something else') }, 'request failed')
    expect(lines.entries).to.have.length(3)
  })
})

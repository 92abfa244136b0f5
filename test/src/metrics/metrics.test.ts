import { INVARIANTS } from '@paylink/core/doctor/invariants'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { FailedAssertion } from '@paylink/core/kernel/failed-assertion'
import { Payments } from '@paylink/core/payments/payments.repository'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { DatabaseProxy } from '../support/database-proxy.js'
import { ENGINES } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { answering } from '../support/receiver.js'
import { statementsDuring } from '../support/statements.js'
import { Hooks } from '../webhooks/hooks.js'
import { METRICS_TOKEN, samplesOf, scrape, valueOf } from './scrape.js'

const OPEN = { metricsToken: METRICS_TOKEN }
const HTTP_ONLY = { http: true, jobs: false }
/** Longer than a reading of the database is reused. */
const LATER_MS = 6000

for (const engine of ENGINES) {
  describe(`metrics on ${engine}`, () => {
    let hooks: Hooks
    let paylink: TestAppliance
    before(async () => {
      hooks = await Hooks.start(engine, OPEN)
      paylink = hooks.paylink
    })
    after(() => hooks.stop())

    const scrapeLater = () => {
      paylink.clock.advance(LATER_MS)
      return scrape(paylink)
    }

    it('are refused without the token', async () => {
      for (const key of [null, 'wrong', `${METRICS_TOKEN}x`, METRICS_TOKEN.slice(1), paylink.key]) {
        const { status, headers, body } = await paylink.get('/metrics', { key })
        expect([status, body.code], String(key)).to.deep.equal([401, 'unauthorized'])
        expect(headers.get('www-authenticate')).to.equal('Bearer')
      }
      const { status, headers } = await paylink.get('/metrics', { key: METRICS_TOKEN })
      expect(status).to.equal(200)
      expect(headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/)
      expect(headers.get('cache-control')).to.equal('no-store')
    })

    it('count requests by route, and never by an address that a client made up', async () => {
      const link = await paylink.createLink()
      const slug = link.url.split('/').at(-1) as string
      await paylink.get(`/v1/payment_links/${link.id}`)
      await paylink.get(`/p/${slug}`)
      await paylink.get(`/p/${slug}/nothing`)
      for (let nr = 0; nr < 20; nr++) await paylink.get(`/made-up/${nr}?token=${nr}`)
      const samples = await scrapeLater()
      const count = (labels: Record<string, string>) => valueOf(samples, 'paylink_http_requests_total', labels)
      expect(count({ method: 'GET', route: '/v1/payment_links/:id', status: '2xx' })).to.equal(1)
      expect(count({ method: 'POST', route: '/v1/payment_links', status: '2xx' })).to.equal(1)
      expect(count({ method: 'GET', route: '/p/:slug', status: '2xx' })).to.equal(1)
      expect(count({ route: 'none', status: '4xx' })).to.equal(21)
      const seconds = 'paylink_http_request_duration_seconds'
      const fastEnough = samplesOf(samples, `${seconds}_bucket`, { route: '/p/:slug', le: '+Inf' })
      expect(fastEnough.map(({ value }) => value)).to.deep.equal([1])
      expect(valueOf(samples, `${seconds}_sum`, { route: '/p/:slug' })).to.be.a('number')
    })

    it('count provider calls and webhooks by outcome', async () => {
      await hooks.register({ events: ['payment.succeeded'] })
      const { address } = await paylink.opened()
      await paylink.pay(address, 'succeed')
      await paylink.setFaults([{ kind: 'error_before', match: 'POST /v1/checkout/sessions', times: 9 }])
      await paylink.press(await paylink.createLink())
      await paylink.setFaults([])
      const samples = await eventually(scrapeLater, (seen) => {
        return valueOf(seen, 'paylink_webhook_attempts_total', { outcome: 'delivered' }) === 1
      })
      const calls = (labels: Record<string, string>): number =>
        valueOf(samples, 'paylink_provider_calls_total', { provider: 'provider_a', ...labels }) ?? 0
      expect(calls({ operation: 'createCheckout', outcome: 'ok' })).to.be.at.least(1)
      const failed = calls({ operation: 'createCheckout' }) - calls({ operation: 'createCheckout', outcome: 'ok' })
      expect(failed).to.equal(1)
      expect(calls({ operation: 'retrieve', outcome: 'ok' })).to.be.at.least(1)
      expect(valueOf(samples, 'paylink_webhook_attempts_total', { outcome: 'failed' })).to.equal(0)
    })

    it('have no secret, email address or id in them', async () => {
      const reply = await paylink.get('/metrics', { key: METRICS_TOKEN })
      const links = await paylink.db('payment_links').pluck('slug')
      const ids = ['payment_links', 'payments', 'accounts', 'api_keys', 'connections', 'webhook_endpoints']
      const found = await Promise.all(ids.map((table) => paylink.db(table).pluck('id')))
      for (const text of [METRICS_TOKEN, paylink.key, '@', 'made-up', ...links, ...found.flat()]) {
        expect(reply.text).to.not.include(text)
      }
    })

    it('tell what runs, and in what state: pool, event loop, memory, invariants', async () => {
      const samples = await eventually(scrapeLater, (seen) => valueOf(seen, 'paylink_invariants_checked') !== undefined)
      expect(valueOf(samples, 'paylink_invariants_checked')).to.equal(INVARIANTS.length)
      expect(valueOf(samples, 'paylink_invariant_violations')).to.equal(0)
      const build = samplesOf(samples, 'paylink_build_info')[0]?.labels
      expect(build).to.include({ engine, node: process.version })
      expect(build?.['version']).to.match(/^\d+\.\d+\.\d+/)
      expect(valueOf(samples, 'paylink_database_up')).to.equal(1)
      const pools = samplesOf(samples, 'paylink_database_pool_waiting').map((sample) => sample.labels['pool'])
      expect(pools).to.have.members(engine === 'sqlite' ? ['reader', 'writer'] : ['shared'])
      for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds']) {
        expect(valueOf(samples, name), name).to.be.greaterThan(0)
      }
    })

    it('do not count webhooks of an endpoint that is disabled', async () => {
      const endpoint = await hooks.register()
      hooks.receiver.conduct(endpoint.path, answering(500))
      await hooks.announce()
      const waits = (count: number) =>
        eventually(scrapeLater, (seen) => valueOf(seen, 'paylink_jobs_waiting', { queue: 'webhooks' }) === count)
      await waits(1)
      await paylink.change('webhook_endpoints', endpoint.id, { status: 'disabled' })
      await waits(0)
    })
  })

  describe(`metrics of what waits on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, OPEN, HTTP_ONLY)))
    after(() => paylink.stop())

    const scrapeAfter = (ms: number) => {
      paylink.clock.advance(ms)
      return scrape(paylink)
    }

    it('count what is due and what is late, of each queue', async () => {
      const { address, payment } = await paylink.opened()
      await paylink.pay(address, 'succeed')
      const states = (samples: Awaited<ReturnType<typeof scrape>>, queue: string) =>
        ['waiting', 'due', 'late'].map((state) => valueOf(samples, `paylink_jobs_${state}`, { queue }))
      const soon = await scrapeAfter(LATER_MS)
      expect(states(soon, 'notifications')).to.deep.equal([1, 1, 0])
      expect(states(soon, 'invoices')).to.deep.equal([0, 0, 0])
      const late = await scrapeAfter(2 * 60_000)
      expect(states(late, 'notifications')).to.deep.equal([1, 1, 1])
      expect(valueOf(late, 'paylink_jobs_oldest_due_seconds', { queue: 'notifications' })).to.be.within(120, 200)
      expect(states(late, 'verifications')[0]).to.equal(1)

      expect(valueOf(late, 'paylink_payments_in_review', { mode: 'test' })).to.equal(0)
      const since = paylink.clock.now().toISOString()
      await paylink.change('payments', payment.id, { review_reason: 'amount_mismatch', review_since: since })
      expect(valueOf(await scrapeAfter(LATER_MS), 'paylink_payments_in_review', { mode: 'test' })).to.equal(1)
    })

    it('count an impossible transition, which changes nothing (I13)', async () => {
      const { payment } = await paylink.opened()
      const payments = paylink.container.get(Payments)
      const stored = await payments.findAny(payment.id)
      const failed = async () => valueOf(await scrapeAfter(LATER_MS), 'paylink_assert_total') ?? NaN
      const before = await failed()
      const saved = paylink.container
        .get(UnitOfWork)
        .run((tx) => payments.save(tx, 'succeeded', { ...stored!, amountRefunded: 1 }))
      await saved.then(
        () => expect.fail('it was saved'),
        (error: unknown) => expect(error).to.be.instanceOf(FailedAssertion),
      )
      expect((await failed()) - before).to.equal(1)
      expect(await payments.findAny(payment.id)).to.deep.equal(stored)
    })

    it('tell how old the latest backup is, and whether it failed', async () => {
      const before = await scrapeAfter(LATER_MS)
      expect(valueOf(before, 'paylink_backup_age_seconds')).to.equal(undefined)
      expect(valueOf(before, 'paylink_backup_failed')).to.equal(0)
      const succeededAt = new Date(paylink.clock.now().getTime() - 3_600_000).toISOString()
      const failed = { startedAt: succeededAt, finishedAt: succeededAt, file: 'x', error: 'disk full', succeededAt }
      await paylink.writer('instance').insert({ key: 'backup', value: JSON.stringify(failed) })
      const samples = await scrapeAfter(LATER_MS)
      expect(valueOf(samples, 'paylink_backup_failed')).to.equal(1)
      expect(valueOf(samples, 'paylink_backup_age_seconds')).to.be.within(3600, 3700)
      expect(valueOf(samples, 'paylink_quarantine')).to.equal(0)
    })

    it('are read once, however often they are scraped', async () => {
      // What is read counts for a while, which may pass on a busy machine.
      paylink.clock.stop()
      paylink.clock.advance(LATER_MS)
      const scrapes = () => Promise.all(Array.from({ length: 30 }, () => scrape(paylink)))
      const sent = await statementsDuring(paylink, async () => {
        await scrapes()
        await scrapes()
      })
      const ofQueues = sent.filter((sql) => sql.includes('webhook_deliveries'))
      expect(ofQueues).to.have.length(1)
    })
  })
}

describe('metrics on a port of their own', () => {
  let paylink: TestAppliance
  let at: string
  before(async () => {
    const metricsPort = await freePort()
    at = `http://127.0.0.1:${metricsPort}`
    paylink = await TestAppliance.start('sqlite', { ...OPEN, metricsPort }, { http: false, jobs: true })
  })
  after(() => paylink.stop())

  it('are those of a process that only runs workers', async () => {
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` }
    const response = await fetch(`${at}/metrics`, { headers })
    expect(response.status).to.equal(200)
    expect(await response.text()).to.include('paylink_jobs_due{queue="webhooks"} 0')
    expect((await fetch(`${at}/metrics`)).status).to.equal(401)
    expect((await fetch(`${at}/v1/payment_links`, { headers })).status).to.equal(404)
  })
})

describe('metrics without the setting', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite', {}, HTTP_ONLY)))
  after(() => paylink.stop())

  it('are not there', async () => {
    for (const key of [null, 'null', METRICS_TOKEN]) {
      const { status, body } = await paylink.get('/metrics', { key })
      expect([status, body.code]).to.deep.equal([404, 'not_found'])
    }
  })
})

if (ENGINES.includes('postgres')) {
  describe('metrics while the database is silent', () => {
    let paylink: TestAppliance
    let proxy: DatabaseProxy
    before(async () => {
      const through = async (url: string): Promise<string> => (proxy = await DatabaseProxy.before(url)).url
      paylink = await TestAppliance.start('postgres', OPEN, HTTP_ONLY, { through })
    })
    after(async () => {
      proxy.speak()
      await paylink.stop()
      await proxy.close()
    })

    it('are shown without what the database knows, and whole again afterwards', async () => {
      expect(valueOf(await scrape(paylink), 'paylink_jobs_due')).to.equal(0)
      paylink.clock.advance(LATER_MS)
      proxy.fallSilent()
      const samples = await scrape(paylink)
      expect(valueOf(samples, 'paylink_database_up')).to.equal(0)
      expect(valueOf(samples, 'paylink_jobs_due')).to.equal(undefined)
      expect(valueOf(samples, 'paylink_payments_in_review')).to.equal(undefined)
      expect(valueOf(samples, 'paylink_http_requests_total')).to.be.greaterThan(0)
      expect(valueOf(samples, 'paylink_database_pool_max')).to.equal(10)
      proxy.speak()
      await eventually(
        () => {
          paylink.clock.advance(LATER_MS)
          return scrape(paylink)
        },
        (seen) => valueOf(seen, 'paylink_database_up') === 1 && valueOf(seen, 'paylink_jobs_due') === 0,
      )
    })
  })
}

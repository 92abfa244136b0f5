import { readSettings } from '@paylink/config'
import { expect } from 'chai'
import { linkBody, type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { MINUTE } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'
import { rowCounts } from '../support/rows.js'

const LIMIT = 300
const FEW = 20

const remaining = ({ headers }: Reply): number => Number(headers.get('x-ratelimit-remaining') ?? NaN)

for (const engine of ENGINES) {
  describe(`the rate limit on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, { rateLimitPerMinute: LIMIT }, { http: true, jobs: false })
    })
    beforeEach(async () => {
      paylink.clock.advance(2 * MINUTE)
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    const use = async (times: number, key: string | null = merchant.key): Promise<Reply[]> =>
      Promise.all(Array.from({ length: times }, () => paylink.get('/v1/connections', { key })))

    it('defaults to 300 (R175)', () => {
      const env = { PAYLINK_DATA_DIR: paylink.settings.dataDir }
      expect(readSettings(env).rateLimitPerMinute).to.equal(LIMIT)
    })

    it('is exactly 300 a minute for each key (R168, R175, I45)', async () => {
      const replies = await use(LIMIT)
      expect(replies.map(({ status }) => status)).to.deep.equal(Array(LIMIT).fill(200))
      const counted = replies.map(remaining).sort((a, b) => a - b)
      expect(counted).to.deep.equal(Array.from({ length: LIMIT }, (_, at) => at))
      const refused = await merchant.get('/v1/payment_links')
      expectProblem(refused, 429, 'rate_limited')
      expect(remaining(refused)).to.equal(0)
      expect(refused.headers.get('x-ratelimit-limit')).to.equal(String(LIMIT))
      expect(refused.headers.get('retry-after')).to.match(/^([1-9]|[1-5]\d|60)$/)
    })

    it('is available again after Retry-After (R168, I45)', async () => {
      const { text: key } = await merchant.newKey({ rateLimit: FEW })
      await use(FEW / 2, key)
      paylink.clock.advance(MINUTE / 2)
      await use(FEW / 2, key)
      const refused = await merchant.get('/v1/payment_links', { key })
      expectProblem(refused, 429, 'rate_limited')
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).to.be.within(1, 31)
      paylink.clock.advance(seconds * 1000)
      expect((await merchant.get('/v1/payment_links', { key })).status).to.equal(200)
      paylink.clock.advance(MINUTE)
      expect(remaining(await merchant.get('/v1/payment_links', { key }))).to.equal(FEW - 1)
    })

    it('does not count refused requests (I45)', async () => {
      const { text: key } = await merchant.newKey({ rateLimit: FEW })
      await use(FEW, key)
      for (const { status } of await use(FEW, key)) expect(status).to.equal(429)
      paylink.clock.advance(MINUTE)
      expect((await merchant.get('/v1/payment_links', { key })).status).to.equal(200)
    })

    it('does not block for long after the clock was set back', async () => {
      const { text: key } = await merchant.newKey({ rateLimit: FEW })
      await use(FEW, key)
      paylink.clock.advance(-60 * MINUTE)
      expect(remaining(await merchant.get('/v1/payment_links', { key }))).to.equal(FEW - 1)
      paylink.clock.advance(60 * MINUTE)
    })

    it('applies to a key, not to its account (R175)', async () => {
      const { text: full } = await merchant.newKey({ rateLimit: FEW })
      for (const { status } of await use(FEW, full)) expect(status).to.equal(200)
      expectProblem(await merchant.get('/v1/payment_links', { key: full }), 429, 'rate_limited')
      expect(remaining(await merchant.get('/v1/payment_links'))).to.equal(LIMIT - 1)
    })

    it('can differ for one key (R220)', async () => {
      const { text: slow } = await merchant.newKey({ rateLimit: 2 })
      const { text: quick } = await merchant.newKey({ rateLimit: 1000 })
      expect((await use(3, slow)).filter(({ status }) => status === 429)).to.have.length(1)
      const reply = await merchant.get('/v1/payment_links', { key: quick })
      expect(reply.headers.get('x-ratelimit-limit')).to.equal('1000')
      expect(remaining(reply)).to.equal(999)
    })

    it('counts requests without a key by address (R175, R244)', async () => {
      const first = remaining(await paylink.get('/v1/payment_links', { key: null }))
      expect(first).to.equal(LIMIT - 1)
      await use(LIMIT - 1, null)
      const refused = await paylink.get('/v1/payment_links', { key: 'sk_test_none' })
      expectProblem(refused, 429, 'rate_limited')
      expect(refused.headers.get('retry-after')).to.match(/^\d+$/)
      const forwarded = { key: null, headers: { 'X-Forwarded-For': '203.0.113.7', Forwarded: 'for=203.0.113.7' } }
      expectProblem(await paylink.get('/v1/payment_links', forwarded), 429, 'rate_limited')
      expect((await merchant.get('/v1/payment_links')).status).to.equal(200)
    })

    it('is in the headers of every response (R175, R244)', async () => {
      const { id } = await merchant.createLink()
      const key = merchant.key
      const asks: [number, () => Promise<Reply>][] = [
        [200, () => merchant.get('/v1/payment_links')],
        [201, () => merchant.create()],
        [400, () => merchant.get('/v1/payment_links?limit=0')],
        [400, () => merchant.get('/v1/payment_links/%00')],
        [400, () => merchant.get('/v1/payment_links/%zz')],
        [400, () => merchant.post('/v1/payment_links', undefined, { raw: '{' })],
        [401, () => paylink.get('/v1/payment_links', { key: null })],
        [401, () => paylink.get('/v1/payment_links/%zz', { key: null })],
        [404, () => merchant.get('/v1/payment_links/x')],
        [404, () => merchant.get('/v1/nowhere')],
        [404, () => merchant.get('/v1')],
        [405, () => paylink.call('DELETE', '/v1/payment_links', undefined, { key })],
        [413, () => merchant.post('/v1/payment_links', { title: 'x'.repeat(600_000) })],
        [
          415,
          () => merchant.post('/v1/payment_links', undefined, { raw: 'x', headers: { 'Content-Type': 'text/plain' } }),
        ],
        [
          409,
          async () => {
            await merchant.post(`/v1/payment_links/${id}/mark_paid`)
            return merchant.post(`/v1/payment_links/${id}/mark_paid`)
          },
        ],
      ]
      for (const [status, ask] of asks) {
        const reply = await ask()
        expect(reply.status, reply.text).to.equal(status)
        for (const name of ['x-ratelimit-remaining', 'x-ratelimit-limit', 'x-ratelimit-reset']) {
          expect(reply.headers.get(name), `${status} ${name}`).to.match(/^\d+$/)
        }
      }
    })

    it('comes before idempotency, and uses no idempotency key (R100)', async () => {
      const { text: key } = await merchant.newKey({ rateLimit: 1 })
      const options = { key, idempotencyKey: 'held-back' }
      await merchant.get('/v1/payment_links', { key })
      const before = await rowCounts(paylink)
      expectProblem(await merchant.create({}, options), 429, 'rate_limited')
      expect(await rowCounts(paylink)).to.deep.equal(before)
      paylink.clock.advance(MINUTE)
      const created = await merchant.post('/v1/payment_links', linkBody({ title: 'Otra' }), options)
      expect(created.headers.get('idempotency-replayed')).to.equal('false')
    })

    it('does not apply to the contract or the health checks (R3)', async () => {
      for (const path of ['/openapi.json', '/healthz', '/readyz']) {
        const reply = await paylink.get(path, { key: null })
        expect(reply.status).to.equal(200)
        expect(reply.headers.has('x-ratelimit-remaining')).to.equal(false)
      }
    })
  })
}

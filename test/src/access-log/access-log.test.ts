import { AccessLog } from '@paylink/core/access-log/access-log'
import { AccessLines } from '@paylink/core/access-log/access-lines.repository'
import type { AccessLine, EndedRequest } from '@paylink/core/access-log/access-line'
import { TidyAccessLines } from '@paylink/core/access-log/tidy-access-lines'
import { RevokeKey } from '@paylink/core/accounts/revoke-key'
import { actForAccount, OPERATOR } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { eventually, type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { DAY } from '../support/links.js'
import { wire } from '../support/wire.js'

const UNKNOWN_KEY = 'sk_test_0000000000000000000000000000000000000000'
const idOf = ({ headers }: Pick<Reply, 'headers'>): string => headers.get('x-request-id') ?? ''

for (const engine of ENGINES) {
  describe(`the access log on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => {
      const settings = { trustedProxies: ['127.0.0.1'], rateLimitPerMinute: 5 }
      paylink = await TestAppliance.start(engine, settings, { http: true, jobs: false })
      paylink.log.entries.length = 0
    })
    beforeEach(() => paylink.clock.advance(61_000))
    after(() => paylink.stop())

    const lines = (): AccessLines => paylink.container.get(AccessLines)
    /** Flushes now instead of waiting for the next second. */
    const storedLine = (id: string): Promise<AccessLine | undefined> =>
      eventually(
        async () => {
          await paylink.container.get(AccessLog).run()
          return lines().find(id)
        },
        (line) => line !== undefined,
      )
    const loggedLines = (): (EndedRequest & { request: string })[] =>
      paylink.log.entries.flatMap(({ message, fields }) => (message === 'request' ? [fields as never] : []))

    it('has a line for each request: logged when it ends, and stored', async () => {
      const reply = await paylink.get('/v1/payment_links?limit=7', { headers: { 'X-Forwarded-For': '203.0.113.9' } })
      const line = await storedLine(idOf(reply))
      expect(line).to.deep.include({
        method: 'GET',
        path: '/v1/payment_links',
        status: 200,
        accountId: paylink.account.id,
        livemode: false,
        problem: null,
        refusal: null,
        client: '203.0.113.9',
        protocol: 'http',
      })
      expect(line?.keyId).to.match(/^key_/)
      expect(line?.at).to.match(/Z$/)
      const logged = loggedLines().filter(({ request }) => request === idOf(reply))
      expect(logged).to.have.length(1)
      expect(logged[0]).to.include({ method: 'GET', route: '/v1/payment_links', status: 200, client: '203.0.113.9' })
      expect(logged[0]?.bytes).to.be.greaterThan(reply.text.length)
      expect(JSON.stringify(logged)).to.not.include('limit=7')
    })

    it('leaves out a health check that is answered, in the log', async () => {
      const probe = await paylink.get('/healthz', { key: null })
      expect(await storedLine(idOf(probe))).to.include({ status: 200 })
      expect(loggedLines().map(({ request }) => request)).not.to.include(idOf(probe))
    })

    it('logs failures immediately, with the problem and the key', async () => {
      const reply = await paylink.get('/v1/payments/pay_00000000000000000000000000')
      const line = await eventually(
        async () => loggedLines().find(({ request }) => request === idOf(reply)),
        (line) => line !== undefined,
      )
      expect(line).to.include({
        status: 404,
        problem: 'not_found',
        path: '/v1/payments/pay_00000000000000000000000000',
      })
      expect(await storedLine(idOf(reply))).to.include({ status: 404, accountId: paylink.account.id })
    })

    it('records why a key was refused, never the key', async () => {
      const revoked = await paylink.newKey()
      await paylink.container.get(RevokeKey).run(actForAccount(OPERATOR, paylink.account.id), revoked.key.id)
      const refusals = [
        [null, 'missing', null],
        ['nonsense', 'malformed', null],
        [UNKNOWN_KEY.slice(0, -1), 'malformed', null],
        [revoked.text, 'revoked', revoked.key.id],
      ] as const
      for (const [key, refusal, keyId] of refusals) {
        const reply = await paylink.get('/v1/payment_links', { key })
        expect(reply.status).to.equal(401)
        const line = await storedLine(idOf(reply))
        expect(line).to.include({ status: 401, problem: 'unauthorized', refusal, keyId, accountId: null })
      }
      const scoped = await paylink.newKey({ scopes: ['links:read'] })
      const forbidden = await paylink.get('/v1/payments', { key: scoped.text })
      expect(await storedLine(idOf(forbidden))).to.include({ status: 403, problem: 'forbidden', keyId: scoped.key.id })
      const kept = JSON.stringify([paylink.log.entries, await paylink.db('access_lines')])
      for (const secret of [revoked.text, scoped.text, 'nonsense']) expect(kept).to.not.include(secret)
    })

    it('contains no URL that grants access', async () => {
      const link = await paylink.createLink()
      const slug = link.url.split('/').at(-1) as string
      const asked = [
        [`/p/${slug}?m=token`, '/p/:slug'],
        [`/p/${slug}/nothing/here`, '/p/…/nothing/here'],
        [`/${paylink.key}`, '/…'],
        [`/v1/${paylink.key}`, '/v1/…'],
        ['/files/invoices/inv_00000000000000000000000000.pdf?expires=1&signature=x', '/files/invoices/:name'],
      ]
      for (const [path, logged] of asked) {
        const response = await paylink.get(path as string)
        expect(await storedLine(idOf(response)), path).to.include({ path: logged })
      }
      const kept = JSON.stringify([paylink.log.entries, await paylink.db('access_lines')])
      for (const secret of [slug, paylink.key, 'signature']) expect(kept).to.not.include(secret)
    })

    it('includes requests refused before routing, with an id and rate limit headers', async () => {
      const heads = [['GARBAGE'], ['GET / HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}`]]
      for (const [nr, head] of heads.entries()) {
        const reply = await wire(paylink.url, head)
        expect(reply.status).to.equal(nr === 0 ? 400 : 431)
        expect(reply.headers.get('x-ratelimit-remaining')).to.match(/^\d+$/)
        const line = await storedLine(reply.headers.get('x-request-id') ?? '')
        expect(line).to.include({ status: reply.status, method: null, path: null, client: '127.0.0.1' })
      }
      const noHost = await wire(paylink.url, ['GET /healthz HTTP/1.0'])
      expect(noHost.status).to.equal(200)
    })

    it('trusts the forwarded client address of a trusted proxy only', async () => {
      const from = (client: string): Promise<Reply> =>
        paylink.get('/v1/payments', { key: null, headers: { 'X-Forwarded-For': client, 'X-Forwarded-Proto': 'https' } })
      const remaining = async (client: string): Promise<number> =>
        Number((await from(client)).headers.get('x-ratelimit-remaining'))
      expect(await remaining('2001:db8:1:2::1')).to.equal(4)
      expect(await remaining('2001:db8:1:2:3::4')).to.equal(3)
      expect(await remaining('2001:db8:1:3::1')).to.equal(4)
      expect(await remaining('::ffff:198.51.100.1')).to.equal(4)
      expect(await remaining('198.51.100.1:4711')).to.equal(3)
      // Entries before the last address that is not a proxy were written by the client.
      expect(await remaining('192.0.2.1, 198.51.100.1, 127.0.0.1')).to.equal(2)
      const line = await storedLine(idOf(await from('not an address')))
      expect(line).to.include({ client: '127.0.0.1', protocol: 'https' })
    })

    it('neither slows a flood of requests down nor stores all of it', async () => {
      const { container, database } = paylink.appliance.composition
      const log = container.get(AccessLog)
      const [{ count: before }] = (await paylink.db('access_lines').count({ count: '*' })) as [{ count: number }]
      const logged = paylink.log.entries.length
      const [sample] = (await paylink.db('access_lines').limit(1)) as [{ id: string }]
      const line = (await lines().find(sample.id)) as AccessLine
      const flood = { ...line, route: null, bytes: 0, status: 401, accountId: null, problem: 'unauthorized' }
      for (let nr = 0; nr < 10_000; nr++)
        log.note({ ...flood, id: `00000000-0000-7000-8000-${String(nr).padStart(12, '0')}` })
      expect(paylink.log.entries.length - logged).to.be.below(500)
      await log.run()
      const [{ count: after }] = (await database.reader('access_lines').count({ count: '*' })) as [{ count: number }]
      expect(after - before).to.be.within(1, 2000)
    })

    it('is kept for seven days', async () => {
      const old = idOf(await paylink.get('/healthz'))
      await storedLine(old)
      paylink.clock.advance(6.9 * DAY)
      const recent = idOf(await paylink.get('/healthz'))
      await storedLine(recent)
      await paylink.container.get(TidyAccessLines).run()
      expect(await lines().find(old)).to.not.equal(undefined)
      paylink.clock.advance(0.2 * DAY)
      await paylink.container.get(TidyAccessLines).run()
      expect(await lines().find(old)).to.equal(undefined)
      expect(await lines().find(recent)).to.not.equal(undefined)
      // At most a fixed number of lines is kept, the newest.
      expect(await lines().newestBeyond(false, 0)).to.equal(recent)
      expect(await lines().newestBeyond(false, 1000)).to.equal(null)
    })
  })
}

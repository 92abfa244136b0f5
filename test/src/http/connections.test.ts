import type { ClientConnectionLimits } from '@paylink/core/http/connection-limits'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ONE_ENGINE } from '../support/engines.js'
import { freePort } from '../support/free-port.js'
import { dataUrl, pngOf } from '../support/proofs-of-payment.js'
import { Client } from './clients.js'

const LIMITS = {
  connections: 30,
  perAddress: 12,
  headersMs: 400,
  requestMs: 800,
  readResponseMs: 400,
  keepAliveMs: 20_000,
  closingMs: 200,
  checkMs: 50,
} satisfies Partial<ClientConnectionLimits>
const ROLES = { http: true, jobs: false }
const UPLOAD =
  'POST /v1/payment_links HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Type: application/json\r\n'
const LIMIT_REACHED = 'connection limit reached'

// These tests never reach the database.
for (const engine of ONE_ENGINE) {
  describe(`connections on ${engine}`, () => {
    let paylink: TestAppliance
    let clients: Client[]
    before(async () => (paylink = await TestAppliance.start(engine, {}, ROLES, { connectionLimits: LIMITS })))
    beforeEach(() => (clients = []))
    afterEach(() => clients.forEach((client) => client.end()))
    after(() => paylink.stop())

    async function join(count = 1, options: { reads?: boolean } = {}, to = paylink): Promise<Client[]> {
      const joined = await Promise.all(Array.from({ length: count }, () => Client.connect(to.url, options)))
      clients.push(...joined)
      return joined
    }
    async function one(options: { reads?: boolean } = {}): Promise<Client> {
      return (await join(1, options))[0] as Client
    }
    const warnings = (of: TestAppliance): object[] =>
      of.log.entries.flatMap(({ message, fields }) => (message === LIMIT_REACHED ? [fields] : []))

    it('of silent clients get 408, and are closed', async () => {
      const silent = await join(4)
      await Promise.all(silent.map((client) => client.waitForResponses()))
      await Promise.all(silent.map((client) => client.waitForClose()))
      for (const { statuses } of silent) expect(statuses).to.deep.equal([408])
    })

    it('with unfinished headers or bodies are closed', async () => {
      const headers = await join(3)
      for (const client of headers) client.send('GET /healthz HTTP/1.1\r\nHost: local')
      const bodies = await join(3)
      for (const client of bodies) client.send(`${UPLOAD}Authorization: Bearer ${paylink.key}\r\n\r\n{`)
      await Promise.all(
        [...headers, ...bodies].map((client) => client.waitForResponses().then(() => client.waitForClose())),
      )
      for (const { statuses } of [...headers, ...bodies]) expect(statuses).to.deep.equal([408])
    })

    it('of clients that never read are closed, but not of those that read late', async () => {
      const link = await paylink.createLink()
      const receipt = { reference: dataUrl('image/png', pngOf(700_000)) }
      await paylink.post(`/v1/payment_links/${link.id}/mark_paid`, receipt)
      const [payment] = await paylink.paymentsOf(link.id)
      const [never, late] = [await one({ reads: false }), await one()]
      // More than the socket buffers of both ends can hold.
      never.get(`/v1/payments/${payment.id}/reference`, 8, `Authorization: Bearer ${paylink.key}\r\n`)
      await late.get('/healthz').waitForResponses()
      await never.waitForClose()
      expect(late.isClosed).to.equal(false)
    })

    it('accept eight unfinished requests; the ninth is refused, and ends the connection', async () => {
      const client = await one()
      client.get('/healthz', 12)
      await client.waitForResponses(9)
      expect(client.statuses).to.deep.equal([...Array<number>(8).fill(200), 429])
      expect(client.received).to.include('"code":"rate_limited"')
      await client.waitForClose()
      const greedy = await one()
      greedy.get('/docs', 2000)
      await greedy.waitForClose()
      expect(greedy.statuses.length).to.be.at.most(9)
    })

    it('can be reused for many requests', async () => {
      const client = await one()
      for (let count = 1; count <= 20; count++) await client.get('/healthz').waitForResponses(count)
      expect(client.statuses).to.deep.equal(Array(20).fill(200))
    })

    it('of one address are limited: a new one replaces the longest idle, never one in use', async () => {
      const inUse = await one()
      inUse.send(`${UPLOAD}Authorization: Bearer ${paylink.key}\r\n\r\n{`)
      const idle = await join(LIMITS.perAddress - 1)
      for (const client of idle) await client.get('/healthz').waitForResponses()
      const [newcomer] = await join(1)
      await newcomer?.get('/healthz').waitForResponses()
      await eventually(
        async () => idle[0]?.isClosed || idle[0]?.socket.readableEnded,
        (isGone) => isGone === true,
      )
      expect(idle.slice(1).filter(({ isClosed, socket }) => isClosed || socket.readableEnded)).to.deep.equal([])
      await inUse.send('}').waitForResponses()
      expect(inUse.statuses).to.deep.equal([400])
    })

    it('that are idle, 2,000, and slow, 500, keep no other client and no probe waiting', async () => {
      const healthPort = await freePort()
      const all = { trustedProxies: ['127.0.0.0/8'], healthPort }
      const flooded = await TestAppliance.start(engine, all, ROLES)
      try {
        for (let batch = 0; batch < 8; batch++) {
          for (const client of await join(250, {}, flooded)) client.get('/healthz')
        }
        for (let batch = 0; batch < 2; batch++) {
          for (const client of await join(250, {}, flooded)) client.send('GET /healthz HTTP/1.1\r\nHost: local')
        }
        const [newcomer] = await join(1, {}, flooded)
        await newcomer?.get('/readyz').waitForResponses()
        expect(newcomer?.statuses).to.deep.equal([200])
        expect(await flooded.createLink()).to.include({ status: 'active' })
        expect((await fetch(`http://127.0.0.1:${healthPort}/readyz`)).status).to.equal(200)
        const closed = await eventually(
          async () => clients.filter(({ isClosed, socket }) => isClosed || socket.readableEnded).length,
          (count) => count >= 1500,
        )
        expect(closed).to.be.below(1510)
        const lines = await eventually(
          async () => warnings(flooded),
          (logged) => logged.length > 0,
        )
        expect(lines).to.have.length(1)
        expect(lines[0]).to.include({ refused: 0 })
      } finally {
        await flooded.stop()
      }
    })

    it('of a trusted proxy count against the total limit; reaching it is logged once', async () => {
      const behind = await TestAppliance.start(engine, { trustedProxies: ['127.0.0.0/8'] }, ROLES, {
        connectionLimits: LIMITS,
      })
      try {
        // The appliance's own client may hold a few, too.
        const idle = await join(LIMITS.connections - 4, {}, behind)
        for (const client of idle) await client.get('/healthz').waitForResponses()
        expect(warnings(behind)).to.deep.equal([])
        for (const newcomer of await join(10, {}, behind)) await newcomer.get('/healthz').waitForResponses()
        const lines = await eventually(
          async () => warnings(behind),
          (logged) => logged.length > 0,
        )
        expect(lines).to.have.length(1)
        expect(lines[0]).to.include({ refused: 0 })
        expect((lines[0] as { evicted: number }).evicted).to.be.within(1, 10)
        expect((await fetch(`${behind.url}/readyz`)).status).to.equal(200)
      } finally {
        await behind.stop()
      }
    })

    it('that the kernel has made but not handed over when the server stops are served', async () => {
      const stopping = await TestAppliance.start(engine, {}, ROLES)
      const joining = join(100, {}, stopping)
      const stopped = stopping.stop()
      const joined = await joining
      for (const client of joined) client.get('/healthz')
      await Promise.all(joined.map((client) => client.waitForResponses()))
      for (const { statuses } of joined) expect(statuses).to.deep.equal([200])
      await stopped
    })
  })
}

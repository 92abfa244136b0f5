import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { expect } from 'chai'
import { UNRELATED } from '../support/rows.js'
import { Site } from '../support/site.js'

/** `FLOOD=1000000 node test/dist/run.js checkout/flood` takes half an hour. */
const FLOOD = Number(process.env['FLOOD'] ?? 5000)
const SENDERS = 30
/** It is 260 MB after 5,000 and after 20,000. */
const MAX_MEMORY_KB = 340 * 1024
/** A page in the write-ahead log. */
const PAGE_BYTES = 4096 + 24

describe('a flood of forged notifications (B-flood, I18)', function () {
  this.timeout(600_000 + 4 * FLOOD)
  let site: Site
  let link: PaymentLinkView
  let payment: any
  let address = ''
  before(async () => {
    site = await Site.start('sqlite')
    link = await site.createLink()
    await site.openCheckout(link)
    payment = (await site.payments(link.id))[0]
    const { data } = (await site.api('GET', '/v1/connections')).body
    const connection = data.find(({ provider }: { provider: string }) => provider === 'provider_a')
    address = `${site.server.url}/hooks/provider_a/${connection.id}`
  })
  after(() => site.stop())

  const about = (session: string): string =>
    JSON.stringify({
      id: `evt_${session}`,
      type: 'checkout.session.completed',
      data: { object: { object: 'checkout.session', id: session, payment_status: 'paid', status: 'complete' } },
    })
  const signed = (body: string, at: number): string =>
    `t=${at},v1=${createHmac('sha256', 'whsec_guessed').update(`${at}.${body}`).digest('hex')}`
  const now = (): number => Math.floor(Date.now() / 1000)

  /** Each of them refused, and how. */
  const forgeries: [status: number, post: () => Promise<Response>][] = [
    [400, () => fetch(address, { method: 'POST', body: about(payment.provider_ref as string) })],
    [400, () => forged(about(payment.provider_ref as string), now())],
    [400, () => forged(about(payment.provider_ref as string), now() - 3600)],
    [400, () => forged('{', now())],
    [404, () => fetch(`${site.server.url}/hooks/provider_a/conn_unknown`, { method: 'POST', body: '{}' })],
    [404, () => fetch(`${site.server.url}/hooks/unknown/conn_unknown`, { method: 'POST', body: '{}' })],
  ]
  const forged = (body: string, at: number): Promise<Response> =>
    fetch(address, { method: 'POST', body, headers: { 'Stripe-Signature': signed(body, at) } })

  async function flood(count: number): Promise<void> {
    let sent = 0
    const sender = async (): Promise<void> => {
      while (sent < count) {
        const [status, post] = forgeries[sent++ % forgeries.length] as (typeof forgeries)[number]
        const response = await post()
        await response.arrayBuffer()
        expect(response.status).to.equal(status)
      }
    }
    await Promise.all(Array.from({ length: SENDERS }, sender))
  }

  const memoryKb = (): number =>
    Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${site.server.pid}/status`, 'utf8'))?.[1])
  const written = (): number => statSync(`${site.database.url.slice('sqlite:'.length)}-wal`).size

  /** By table; access lines come with every request, as many as their limit lets. */
  async function rowCounts(): Promise<Record<string, number>> {
    const tables = "select name from sqlite_master where type = 'table'"
    const all = (await site.view.rows<{ name: string }>(tables)).map(({ name }) => name)
    const names = all.filter((name) => !UNRELATED.includes(name))
    const counts = names.map((name) => `(select count(*) from ${name}) as ${name}`)
    const [row] = await site.view.rows<Record<string, number>>(`select ${counts.join(', ')}`)
    return row ?? {}
  }

  it(`refuses ${FLOOD}: nothing changes, nothing is written, and other requests are still served`, async () => {
    await flood(Math.min(1000, FLOOD))
    const before = { written: written(), rows: await rowCounts() }
    let isOver = false
    let others = 0
    const other = async (): Promise<void> => {
      for (; !isOver; others++) expect((await site.link(link.id)).status).to.equal('processing')
    }
    await Promise.all([flood(FLOOD).finally(() => (isOver = true)), other()])
    // One client beside as many as flood: its turn comes as often as theirs.
    expect(others).to.be.above(FLOOD / SENDERS / 4)
    // A heartbeat and a batch of access lines now and then, and no page for a notification.
    expect(written() - before.written).to.be.below((PAGE_BYTES * FLOOD) / 2)
    expect(memoryKb()).to.be.below(MAX_MEMORY_KB)
    expect(await rowCounts()).to.deep.equal(before.rows)
    expect((await site.payments(link.id))[0].status).to.equal('pending')
  })

  it('refuses an unsigned megabyte, and reads no more', async () => {
    for (const [size, status] of [
      [1024 * 1024, 400],
      [1024 * 1024 + 1, 413],
      [20 * 1024 * 1024, 413],
    ] as const) {
      const body = 'x'.repeat(size)
      for (let count = 0; count < 5; count++) {
        const response = await forged(body, now()).catch(() => null)
        // A client that sends far too much may find the connection closed before the answer.
        if (response === null) continue
        expect(response.status).to.equal(status)
        expect(response.headers.get('content-type')).to.equal('application/problem+json')
        await response.arrayBuffer()
      }
    }
    expect(memoryKb()).to.be.below(MAX_MEMORY_KB)
    expect((await site.link(link.id)).status).to.equal('processing')
  })

  it('answers a request for an unknown connection before it reads the body', async () => {
    const headers = { 'Content-Length': '1000000' }
    const sending = request(`${site.server.url}/hooks/provider_a/conn_unknown`, { method: 'POST', headers })
    sending.flushHeaders()
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    expect(answer.statusCode).to.equal(404)
    sending.destroy()
  })

  it('keeps a real one that is replayed two hundred times once', async () => {
    const session = payment.provider_ref as string
    const event = { id: 'evt_replayed', object: 'event', type: 'checkout.session.completed', created: 1 }
    const real = { ...event, data: { object: { object: 'checkout.session', id: session, payment_status: 'paid' } } }
    let sent = 0
    const sender = async (): Promise<void> => {
      while (sent++ < 200) expect((await site.notify(real)).status).to.equal(200)
    }
    await Promise.all(Array.from({ length: 10 }, sender))
    expect(await site.view.rows('select id from notifications')).to.have.length(1)
    // Its word for the money moved nothing: the provider was asked, and it is not paid.
    expect((await site.payments(link.id))[0].status).to.equal('pending')
  })
})

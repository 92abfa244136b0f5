import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { PROVIDER_DEADLINE_MS } from '@paylink/core/plugin-host/call-provider'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { LyingProvider } from '../support/lying-provider.js'

const READ = /^GET \/v1\/checkout\/sessions\/\w+$/
const CREATE = 'POST /v1/checkout/sessions'
const MEGABYTE = 1024 * 1024

const send = (response: ServerResponse, body: string, status = 200, type = 'application/json'): void =>
  void response.writeHead(status, { 'content-type': type }).end(body)

/** Writes for as long as anybody reads. Counts what was taken. */
function pour(response: ServerResponse, most: number, poured: { bytes: number }): void {
  const chunk = Buffer.alloc(MEGABYTE / 4, ' ')
  const more = (): void => {
    while (poured.bytes < most && !response.destroyed) {
      poured.bytes += chunk.length
      if (!response.write(chunk)) return void response.once('drain', more)
    }
    if (!response.destroyed) response.end()
  }
  more()
}

for (const engine of ENGINES) {
  describe(`a provider that answers incorrectly, on ${engine} (I11, I14, I18)`, () => {
    let paylink: TestAppliance
    let provider: LyingProvider
    let canary: Server
    let visits = 0

    before(async () => {
      provider = await LyingProvider.start()
      canary = createServer((_request, response) => response.end(String(visits++)))
      canary.on('connection', () => visits++)
      await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
      paylink = await TestAppliance.start(engine, { outboundAllowPrivate: true })
      await provider.connect(paylink)
    })
    after(async () => {
      await paylink.stop()
      await provider.stop()
      canary.closeAllConnections()
      await new Promise((resolve) => canary.close(resolve))
    })
    afterEach(() => (provider.lie = () => false))

    const canaryUrl = (): string => `http://127.0.0.1:${(canary.address() as AddressInfo).port}/`

    const object = (differences: object) => (session: string, response: ServerResponse) =>
      send(response, JSON.stringify(provider.paid(session, differences)))
    const text = (edit: (paid: string) => string) => (session: string, response: ServerResponse) =>
      send(response, edit(JSON.stringify(provider.paid(session))))
    const amount = (value: string) => text((paid) => paid.replace('"amount_total":15000', `"amount_total":${value}`))

    const lies: [
      what: string,
      outcome: 'retrying' | 'needs_review',
      tell: (session: string, to: ServerResponse) => void,
    ][] = [
      ['a page', 'retrying', (_, to) => send(to, '<html>paid</html>', 200, 'text/html')],
      ['half an object', 'retrying', text((paid) => paid.slice(0, -20))],
      ['bytes that are no text', 'retrying', (_, to) => send(to, '\u0000\uffff'.repeat(1000))],
      ['an amount that is NaN', 'retrying', amount('NaN')],
      ['an amount below zero', 'retrying', amount('-15000')],
      ['an amount that is a text', 'retrying', amount('"15000"')],
      ['an amount past all numbers', 'retrying', amount('1e999')],
      ['one centavo less', 'needs_review', amount('14999')],
      ['no amount', 'needs_review', amount('null')],
      ['another currency', 'needs_review', object({ currency: 'usd' })],
      ['no currency', 'needs_review', object({ currency: null })],
      ['live money in test mode', 'needs_review', object({ livemode: true })],
      ['a mode that is a text', 'retrying', object({ livemode: 'false' })],
      ['the reference of another payment', 'needs_review', object({ client_reference_id: 'pay_of_another' })],
      ['no reference', 'needs_review', object({ client_reference_id: null })],
      ['another session than was asked about', 'needs_review', object({ id: 'cs_test_another' })],
      ['a status it does not have', 'needs_review', object({ status: 'settled' })],
      ['an expiry that is no time', 'retrying', object({ expires_at: 'soon' })],
      ['that it moved', 'retrying', (_, to) => void to.writeHead(302, { location: canaryUrl() }).end()],
      ['that it broke down', 'retrying', (_, to) => send(to, '{"error":{"type":"api_error"}}', 500)],
    ]
    for (const [what, outcome, tell] of lies) {
      it(`answers ${what}: ${outcome}, and nothing moves`, async () => {
        const { link, payment, session } = await paylink.opened()
        provider.lie = (call, response) => {
          if (READ.test(call)) tell(session, response)
          return READ.test(call)
        }
        const { body } = await paylink.post(`/v1/payments/${payment.id}/sync`)
        expect(body).to.include({ status: 'pending', outcome })
        expect(await paylink.linkStatus(link.id)).to.equal('processing')
        expect(await paylink.eventTypes(payment.id)).to.deep.equal([])
        expect(visits).to.equal(0)
        // With the true answer it continues.
        provider.lie = () => false
        provider.sessions.set(session, provider.paid(session))
        expect((await paylink.post(`/v1/payments/${payment.id}/sync`)).body).to.include({ status: 'succeeded' })
        expect(await paylink.linkStatus(link.id)).to.equal('paid')
      })
    }

    const creations: [what: string, tell: (to: ServerResponse) => void][] = [
      ['a page', (to) => send(to, '<html>made</html>')],
      ['that it moved', (to) => void to.writeHead(307, { location: canaryUrl() }).end()],
      ['an object of another kind', (to) => send(to, '{"id":"re_1","object":"refund"}')],
      ['a checkout without an address', (to) => send(to, '{"id":"cs_test_x","object":"checkout.session","url":null}')],
    ]
    for (const [what, tell] of creations) {
      it(`answers ${what} when a checkout is made: the link stays reserved until it is known`, async () => {
        const link = await paylink.createLink()
        provider.lie = (call, response) => {
          if (call === CREATE) tell(response)
          return call === CREATE
        }
        expect((await paylink.press(link)).status).to.equal(409)
        const [payment] = await paylink.paymentsOf(link.id)
        expect(payment).to.include({ status: 'pending', providerRef: `creating:${payment.id}` })
        expect(await paylink.linkStatus(link.id)).to.equal('processing')
        expect(visits).to.equal(0)
        provider.lie = () => false
        await paylink.sweepAfter(MINUTE_MS)
        expect(await paylink.openCheckout(link)).to.match(/^https:\/\/checkout\.stripe\.com\/c\/cs_test_lying/)
      })
    }

    it('answers fifty megabytes: reads no more than it must, and nothing moves', async () => {
      const { payment } = await paylink.opened()
      const poured = { bytes: 0 }
      provider.lie = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        pour(response, 50 * MEGABYTE, poured)
        return true
      }
      const { body } = await paylink.post(`/v1/payments/${payment.id}/sync`)
      expect(body).to.include({ status: 'pending', outcome: 'retrying' })
      expect(poured.bytes).to.be.below(20 * MEGABYTE)
    })

    it('answers one byte after another: is not listened to past the deadline', async () => {
      const { payment } = await paylink.opened()
      let drops = 0
      let isClosed = false
      provider.lie = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const drip = setInterval(() => response.write(' ', () => drops++), 20)
        response.on('close', () => {
          clearInterval(drip)
          isClosed = true
        })
        return true
      }
      paylink.timer.hold(PROVIDER_DEADLINE_MS)
      const asking = paylink.post(`/v1/payments/${payment.id}/sync`)
      await eventually(
        () => Promise.resolve(drops),
        (count) => count >= 50,
      )
      expect(isClosed).to.equal(false)
      paylink.timer.release()
      expect((await asking).body).to.include({ status: 'pending', outcome: 'retrying' })
      await eventually(
        () => Promise.resolve(isClosed),
        (closed) => closed,
      )
    })
  })
}

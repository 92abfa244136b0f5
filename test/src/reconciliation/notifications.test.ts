import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`notifications of a provider on ${engine}`, () => {
    let paylink: TestAppliance
    let address: string
    let secret: string

    before(async () => {
      paylink = await TestAppliance.start(engine)
      const connection = await paylink.connectionOf('provider_a')
      address = `${paylink.url}/hooks/provider_a/${connection.id}`
      const row = await paylink.db('plugin_entries').whereLike('key', 'endpoint:%').first('value')
      secret = JSON.parse(row.value).secret
    })
    after(() => paylink.stop())

    const eventBody = (object: object, type = 'checkout.session.completed', id = `evt_${Math.random()}`) =>
      JSON.stringify({ id, object: 'event', type, created: 1, data: { object } })
    const sign = (body: string, at = Math.floor(paylink.clock.now().getTime() / 1000), key = secret) =>
      `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`
    const send = (body: string, signature: string | null) =>
      fetch(address, { method: 'POST', body, headers: signature === null ? {} : { 'Stripe-Signature': signature } })
    const inbox = async () => Number((await paylink.db('notifications').count({ n: '*' }).first())?.['n'])

    const forged: [string, (body: string) => string | null][] = [
      ['no signature', () => null],
      ['a signature with another secret', (body) => sign(body, undefined, 'whsec_other')],
      ['a signature of other bytes', () => sign('{}')],
      ['a stale signature', (body) => sign(body, Math.floor(paylink.clock.now().getTime() / 1000) - 301)],
      ['garbage for a signature', () => 'v1=zz'],
    ]
    for (const [name, signature] of forged) {
      it(`refuses one with ${name}, and nothing moves (I18)`, async () => {
        const { link, payment } = await paylink.opened()
        const before = await inbox()
        const body = eventBody({ id: payment.providerRef, object: 'checkout.session', payment_status: 'paid' })
        const response = await send(body, signature(body))
        expect(response.status).to.equal(400)
        expect(response.headers.get('content-type')).to.equal('application/problem+json')
        expect(await inbox()).to.equal(before)
        expect((await paylink.paymentsOf(link.id))[0].status).to.equal('pending')
      })
    }

    it('does not believe a signed one: it asks the provider (R8, R92)', async () => {
      const { link, payment } = await paylink.opened()
      const object = { id: payment.providerRef, object: 'checkout.session', status: 'complete', payment_status: 'paid' }
      const body = eventBody(object)
      expect((await send(body, sign(body))).status).to.equal(200)
      await eventually(
        () => paylink.db('notifications').whereNull('handled_at').count({ n: '*' }).first(),
        (row) => Number(row?.['n']) === 0,
      )
      expect((await paylink.paymentsOf(link.id))[0].status).to.equal('pending')
    })

    it('keeps one about an unknown session, and retries it (I18)', async () => {
      const body = eventBody({ id: 'cs_test_unknown', object: 'checkout.session' })
      expect((await send(body, sign(body))).status).to.equal(200)
      const row = await eventually(
        () => paylink.db('notifications').where({ outcome: 'about nothing we know' }).first(),
        (found) => found !== undefined,
      )
      expect(row.next_attempt_at).to.be.a('string')
    })

    it('keeps a repeated event once', async () => {
      const before = await inbox()
      const body = eventBody({ id: 'cs_test_x', object: 'checkout.session' })
      for (let i = 0; i < 3; i++) expect((await send(body, sign(body))).status).to.equal(200)
      expect(await inbox()).to.equal(before + 1)
    })

    it('answers 404 for an unknown connection or provider', async () => {
      for (const path of ['/hooks/provider_a/conn_none', '/hooks/unknown/conn_none']) {
        expect((await fetch(paylink.url + path, { method: 'POST', body: '{}' })).status).to.equal(404)
      }
    })

    it('refuses more than a megabyte', async () => {
      expect((await send('x'.repeat(1_100_000), 'v1=0')).status).to.equal(413)
    })

    it('still accepts notifications for a replaced connection (operator contract)', async () => {
      const own = await TestAppliance.start(engine)
      const link = await own.createLink()
      const checkout = await own.openCheckout(link)
      const { DisconnectProvider } = await import('@paylink/core/connections/disconnect-provider')
      const connection = await own.connectionOf('provider_a')
      const operator = actFor(OPERATOR, { accountId: own.account.id, livemode: false })
      await own.container.get(DisconnectProvider).run(operator, connection.id)
      await own.pay(checkout, 'succeed')
      await eventually(
        () => own.linkOf(link.id),
        ({ status }) => status === 'paid',
      )
      await own.stop()
    })
  })
}

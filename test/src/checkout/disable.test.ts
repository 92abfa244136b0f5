import { expect } from 'chai'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { CloseCheckout } from '@paylink/core/payment-links/close-checkout'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`disabling a link with an open checkout on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())
    afterEach(() => paylink.setFaults([]))

    const disable = (id: string, idempotencyKey?: string) =>
      paylink.post(`/v1/payment_links/${id}/disable`, undefined, { idempotencyKey })

    it('expires the checkout at the provider first (R81, I9)', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const reply = await disable(link.id, `d-${link.id}`)
      expect([reply.status, reply.body.status]).to.deep.equal([200, 'disabled'])
      const [payment] = await paylink.paymentsOf(link.id)
      expect(payment.status).to.equal('canceled')
      const session = await paylink.atProvider('GET', `/v1/checkout/sessions/${payment.providerRef}`)
      expect(session.status).to.equal('expired')
      expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.disabled'])
      const replay = await disable(link.id, `d-${link.id}`)
      expect(replay.headers.get('idempotency-replayed')).to.equal('true')
      expect(replay.text).to.equal(reply.text)
    })

    it('closes no further checkout once another process has taken its key over (I35)', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const closing = paylink.container.get(CloseCheckout)
      let closed = 0
      const close = closing.run.bind(closing)
      closing.run = async (...asked) => {
        await close(...asked)
        if (++closed > 1) return
        const lost = { owner_token: 'another:process' }
        await paylink.container.get(UnitOfWork).run((tx) => tx('idempotency_keys').where({ key: 'lost' }).update(lost))
        await paylink.openCheckout(link)
      }
      const reply = await disable(link.id, 'lost')
      closing.run = close
      expect([reply.status, reply.body.code]).to.deep.equal([409, 'request_in_flight'])
      expect([closed, await paylink.linkStatus(link.id)]).to.deep.equal([1, 'processing'])
    })

    it('records money that came first, and says so (R229)', async () => {
      const { link } = await paylink.paidQuietly()
      const reply = await disable(link.id)
      expect([reply.status, reply.body.code]).to.deep.equal([409, 'link_already_paid'])
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })

    for (const kind of ['error_before', 'reset_after'] as const) {
      it(`leaves the link as it is when the provider answers with ${kind} (R229, R170)`, async () => {
        const link = await paylink.createLink()
        await paylink.openCheckout(link)
        await paylink.setFaults([
          { kind, match: 'POST /v1/checkout/sessions/' },
          { kind: 'error_before', match: 'GET /v1/checkout/sessions/' },
        ])
        const key = `d-${link.id}`
        const reply = await disable(link.id, key)
        expect([reply.status, reply.body.code]).to.deep.equal([503, 'provider_unavailable'])
        expect(await paylink.linkStatus(link.id)).to.equal('processing')
        await paylink.setFaults([])
        // The background may be asking about the payment just then.
        const again = await eventually(
          () => disable(link.id, key),
          ({ status }) => status !== 409,
        )
        expect([again.status, again.body.status]).to.deep.equal([200, 'disabled'])
        expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.disabled'])
      })
    }

    it('cancels a voucher at the provider: it cannot be paid afterwards', async () => {
      const link = await paylink.createLink()
      const address = await paylink.openCheckout(link)
      await paylink.pay(address, 'cash_later')
      const { status } = await eventually(
        () => disable(link.id),
        ({ status }) => status !== 409,
      )
      expect([status, await paylink.linkStatus(link.id)]).to.deep.equal([200, 'disabled'])
      await paylink.pay(address, 'succeed')
      expect((await paylink.paymentsOf(link.id))[0].status).to.equal('canceled')
    })

    it('refuses to disable a link while its provider does not cancel the voucher', async () => {
      const link = await paylink.createLink()
      const address = await paylink.openCheckout(link)
      await paylink.pay(address, 'cash_later')
      await paylink.setFaults([{ kind: 'refuse', match: 'POST /v1/payment_intents/', times: 5 }])
      const reply = await disable(link.id)
      expect([reply.status, reply.body.code]).to.deep.equal([409, 'request_in_flight'])
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      await paylink.setFaults([])
      await paylink.pay(address, 'succeed')
      await eventually(
        () => paylink.linkOf(link.id),
        ({ status }) => status === 'paid',
      )
    })
  })
}

import { expect } from 'chai'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`a checkout on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    const paymentOf = async (linkId: string) => (await paylink.paymentsOf(linkId))[0]
    const settled = (linkId: string, status: string) =>
      eventually(
        () => paymentOf(linkId),
        (payment) => payment.status === status,
      )

    it('opens a pending payment and reserves the link (R7, R75, R85)', async () => {
      const link = await paylink.createLink({ metadata: { order: 'A-1' }, customerEmail: 'ana@example.com' })
      await paylink.openCheckout(link)
      const payment = await paymentOf(link.id)
      expect(payment).to.include({ status: 'pending', provider: 'provider_a', amountCentavos: 15000, currency: 'MXN' })
      expect(payment.providerRef).to.match(/^cs_test_/)
      expect(payment.metadata).to.deep.equal({ order: 'A-1' })
      expect(payment.customerEmail).to.equal('ana@example.com')
      expect(payment.paidAt).to.equal(null)
      expect(Date.parse(payment.reconcileAfter)).to.be.greaterThan(paylink.clock.now().getTime())
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
    })

    it('is paid once the provider says so, with each event once (R8, R32, R76, R145, R148, I25)', async () => {
      const link = await paylink.createLink()
      const address = await paylink.openCheckout(link)
      const response = await paylink.pay(address, 'succeed')
      expect(response.headers.get('location')).to.equal(`${link.url}/return?lang=es-MX`)
      const payment = await settled(link.id, 'succeeded')
      expect(payment).to.include({ method: 'card', reconcileAfter: null, reconcileError: null })
      expect(Date.parse(payment.paidAt)).to.be.at.most(paylink.clock.now().getTime())
      expect(await paylink.linkOf(link.id)).to.include({ status: 'paid', paidPaymentId: payment.id })
      expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.succeeded'])
      expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.paid'])
    })

    it('writes the whole Payment and PaymentLink into its events (R155, R206)', async () => {
      const link = await paylink.createLink({ metadata: { k: 'v' } })
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      const payment = await settled(link.id, 'succeeded')
      const payloads = await paylink.db('events').whereIn('object_id', [payment.id, link.id]).pluck('payload')
      const events: any[] = payloads.map((text: string) => JSON.parse(text))
      const objectOf = (type: string) => events.find((event) => event.type === type).data.object
      expect(objectOf('payment.succeeded')).to.deep.equal(payment)
      expect(objectOf('payment_link.paid')).to.deep.equal(await paylink.linkOf(link.id))
      for (const event of events) {
        expect(Object.keys(event)).to.deep.equal([
          'id',
          'object',
          'type',
          'createdAt',
          'livemode',
          'apiVersion',
          'data',
        ])
      }
    })

    it('stays open after a declined card and after the payer goes back (R88)', async () => {
      const link = await paylink.createLink()
      const address = await paylink.openCheckout(link)
      expect((await paylink.pay(address, 'decline')).status).to.equal(200)
      const back = await paylink.pay(address, 'cancel')
      expect(back.headers.get('location')).to.equal(`${link.url}?lang=es-MX`)
      const { id } = await paymentOf(link.id)
      expect((await paylink.post(`/v1/payments/${id}/sync`)).body).to.deep.equal({
        paymentId: id,
        status: 'pending',
        outcome: 'pending',
      })
      await paylink.pay(address, 'succeed')
      await settled(link.id, 'succeeded')
    })

    it('resumes the open checkout for a second visitor, and never opens a second (R230, I6)', async () => {
      const link = await paylink.createLink()
      const first = await paylink.openCheckout(link)
      expect(await paylink.openCheckout(link)).to.equal(first)
      expect(await paylink.paymentsOf(link.id)).to.have.length(1)
    })

    it('expires the open checkout before it starts over (I6)', async () => {
      const link = await paylink.createLink()
      const first = await paylink.openCheckout(link)
      const again = await paylink.form(`${link.url}/checkout`, { provider: 'provider_a', startOver: '1' })
      expect(again.status).to.equal(303)
      expect(again.headers.get('location')).to.not.equal(first)
      const payments = await paylink.paymentsOf(link.id)
      expect(payments.map(({ status }) => status)).to.deep.equal(['pending', 'canceled'])
      await paylink.pay(first, 'succeed')
      await paylink.post(`/v1/payments/${payments[1].id}/sync`)
      expect((await paylink.paymentsOf(link.id))[1].status).to.equal('canceled')
    })

    it('is free again when its checkout ends without money (R199, R147)', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      await paylink.sweepAfter(DAY_MS)
      const payment = await paymentOf(link.id)
      expect(payment.status).to.equal('canceled')
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.canceled'])
    })

    it('expires with its last attempt if its expiry has passed by then (R200)', async () => {
      const expiresAt = new Date(paylink.clock.now().getTime() + 45 * MINUTE_MS).toISOString()
      const link = await paylink.createLink({ expiresAt })
      await paylink.openCheckout(link)
      paylink.clock.advance(46 * MINUTE_MS)
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      await paylink.sweepAfter(6 * MINUTE_MS)
      expect(await paylink.linkStatus(link.id)).to.equal('expired')
    })

    it('starts no checkout within 30 minutes of the expiry, nor after it (R83, R111, R192, I8)', async () => {
      const at = (minutes: number) => new Date(paylink.clock.now().getTime() + minutes * MINUTE_MS).toISOString()
      const link = await paylink.createLink({ expiresAt: at(31) })
      paylink.clock.advance(MINUTE_MS + 1000)
      const cutOff = await paylink.press(link)
      expect(cutOff.status).to.equal(410)
      paylink.clock.advance(30 * MINUTE_MS)
      const expired = await paylink.press(link)
      expect(expired.status).to.equal(410)
      expect(await paylink.paymentsOf(link.id)).to.have.length(0)
    })

    it('keeps a voucher pending for days, then succeeds (R48, R51)', async () => {
      const link = await paylink.createLink()
      const address = await paylink.openCheckout(link)
      await paylink.pay(address, 'cash_later')
      await eventually(
        () => paylink.db('payments').where({ link_id: link.id }).first('voucher'),
        ({ voucher }) => voucher !== null,
      )
      await paylink.sweepAfter(DAY_MS + HOUR_MS)
      expect((await paymentOf(link.id)).status).to.equal('pending')
      await paylink.pay(address, 'succeed')
      const payment = await settled(link.id, 'succeeded')
      expect(payment.method).to.equal('retail_cash')
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })

    it('frees the link when a voucher was not paid (R146, R199)', async () => {
      const link = await paylink.createLink()
      const address = await paylink.openCheckout(link)
      await paylink.pay(address, 'cash_later')
      await paylink.pay(address, 'expire')
      const payment = await settled(link.id, 'canceled')
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.canceled'])
    })

    it('changes nothing for a look at the page (R231)', async () => {
      const link = await paylink.createLink()
      for (const method of ['GET', 'HEAD']) {
        expect((await fetch(link.url, { method })).status).to.equal(200)
        expect((await fetch(`${link.url}/return`, { method })).status).to.equal(200)
      }
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      expect(await paylink.paymentsOf(link.id)).to.have.length(0)
    })

    it('records money by mark_paid only while no checkout is open (R78, R79)', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const busy = await paylink.post(`/v1/payment_links/${link.id}/mark_paid`)
      expect([busy.status, busy.body.code]).to.deep.equal([409, 'request_in_flight'])
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
    })

    it('updates a link while it is processing (R84)', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const reply = await paylink.post(`/v1/payment_links/${link.id}`, { title: 'Otro' })
      expect(reply.body).to.include({ title: 'Otro', status: 'processing' })
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
    })

    it('shows a refund made at the provider, and the link stays paid (R48, R201, R234)', async () => {
      const link = await paylink.createLink()
      const address = await paylink.openCheckout(link)
      await paylink.pay(address, 'succeed')
      const payment = await settled(link.id, 'succeeded')
      await paylink.refundAtProvider(payment.providerRef, 5000)
      await paylink.post(`/v1/payments/${payment.id}/sync`)
      expect((await paymentOf(link.id)).status).to.equal('succeeded')
      await paylink.refundAtProvider(payment.providerRef, 10_000)
      await settled(link.id, 'refunded')
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })
  })
}

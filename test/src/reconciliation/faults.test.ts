import { expect } from 'chai'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { Payments } from '@paylink/core/payments/payments.repository'
import { VerifyPayment } from '@paylink/core/reconciliation/verify-payment'
import { Sandbox } from '@paylink/core/sandbox/sandbox'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const CREATE = 'POST /v1/checkout/sessions'
const READ = 'GET /v1/checkout/sessions/'

for (const engine of ENGINES) {
  describe(`a provider that fails, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())
    afterEach(() => paylink.setFaults([]))

    const paymentOf = async (linkId: string) => (await paylink.paymentsOf(linkId))[0]
    const sessionsOf = async (paymentId: string) =>
      (await paylink.atProvider('GET', '/v1/checkout/sessions?limit=100')).data.filter(
        (session: { client_reference_id: string }) => session.client_reference_id === paymentId,
      )

    for (const kind of ['reset_before', 'reset_after', 'error_before', 'error_after', 'garbage'] as const) {
      it(`keeps the reservation when creation ends in ${kind}, and finds out (R50, R91, I11, I15)`, async () => {
        const link = await paylink.createLink()
        await paylink.setFaults([{ kind, match: CREATE }])
        expect((await paylink.press(link)).status).to.equal(409)
        const pending = await paymentOf(link.id)
        expect(pending).to.include({ status: 'pending', providerRef: `creating:${pending.id}` })
        expect(pending.reconcileError).to.be.a('string')
        expect(await paylink.linkStatus(link.id)).to.equal('processing')
        const again = await paylink.press(link)
        expect(again.status).to.equal(409)
        expect(again.headers.get('content-type')).to.match(/^text\/html/)

        await paylink.sweepAfter(20 * SECOND_MS)
        const found = await paymentOf(link.id)
        expect(found).to.include({ id: pending.id, status: 'pending', reconcileError: null })
        expect(found.providerRef).to.match(/^cs_test_/)
        expect(await sessionsOf(pending.id)).to.have.length(1)
        const resumed = await paylink.openCheckout(link)
        await paylink.pay(resumed, 'succeed')
        await eventually(
          () => paylink.linkOf(link.id),
          ({ status }) => status === 'paid',
        )
      })
    }

    it('does not end an unknown creation for a refusal of its repeat (I11)', async () => {
      const link = await paylink.createLink()
      await paylink.setFaults([
        { kind: 'reset_after', match: CREATE },
        { kind: 'error_before', match: CREATE },
        { kind: 'error_before', match: 'GET /v1/checkout/sessions' },
      ])
      await paylink.press(link)
      await paylink.sweepAfter(20 * SECOND_MS)
      expect(await paymentOf(link.id)).to.include({ status: 'pending' })
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      await paylink.sweepAfter(MINUTE_MS)
      expect((await paymentOf(link.id)).providerRef).to.match(/^cs_test_/)
    })

    it('is not handled by finding the checkout alone: its state is verified again (I12, I18)', async () => {
      const link = await paylink.createLink()
      await paylink.setFaults([{ kind: 'reset_after', match: CREATE }])
      await paylink.press(link)
      const { id } = await paymentOf(link.id)
      const verify = async () =>
        paylink.container.get(VerifyPayment).run((await paylink.container.get(Payments).findAny(id))!)
      await paylink.setFaults([{ kind: 'error_before', match: READ }])
      expect(await verify()).to.include({ isKnown: false })
      expect((await paymentOf(link.id)).providerRef).to.match(/^cs_test_/)
      expect(await verify()).to.include({ isKnown: true, outcome: 'pending' })
    })

    it('needs review, and stays reserved, when nothing is known for a week (I22, R90, R237)', async () => {
      const link = await paylink.createLink()
      await paylink.setFaults([{ kind: 'error_before', match: '', times: 1000 }])
      await paylink.press(link)
      await paylink.sweepAfter(8 * DAY_MS)
      const { id } = await paymentOf(link.id)
      const { body } = await paylink.post(`/v1/payments/${id}/sync`)
      expect(body).to.include({ paymentId: id, status: 'pending', outcome: 'needs_review' })
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      await paylink.setFaults([])
    })

    it('answers retrying while the provider cannot be asked (R89, R54)', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const { id } = await paymentOf(link.id)
      await paylink.setFaults([{ kind: 'error_before', match: READ }])
      const { body } = await paylink.post(`/v1/payments/${id}/sync`)
      expect(body).to.include({ paymentId: id, status: 'pending', outcome: 'retrying' })
      expect(body.detail).to.be.a('string')
      expect((await paymentOf(link.id)).reconcileError).to.be.a('string')
    })

    it('answers updated when the provider reports a change (R87, I21)', async () => {
      const { payment } = await paylink.paidQuietly()
      const { id } = payment
      const { body } = await paylink.post(`/v1/payments/${id}/sync`)
      expect(body).to.deep.equal({ paymentId: id, status: 'succeeded', outcome: 'updated' })
      const settled = await paylink.post(`/v1/payments/${id}/sync`)
      expect(settled.body).to.include({ status: 'succeeded', outcome: 'updated', detail: 'already settled' })
    })

    it('finds money whose notification was lost within its schedule (I12)', async () => {
      const { link } = await paylink.paidQuietly()
      expect((await paymentOf(link.id)).status).to.equal('pending')
      paylink.clock.advance(2 * MINUTE_MS)
      // After the outages above one payment alone is tried first, and the next sweep takes the others.
      await paylink.sweep()
      await paylink.sweep()
      expect((await paymentOf(link.id)).status).to.equal('succeeded')
    })

    it('announces a success once when its notification comes twice (I17, I25)', async () => {
      const link = await paylink.createLink()
      await paylink.setFaults([{ kind: 'notification_twice' }])
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      await eventually(
        () => paylink.linkOf(link.id),
        ({ status }) => status === 'paid',
      )
      const payment = await paymentOf(link.id)
      expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.succeeded'])
      expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.paid'])
    })

    it('comes to the same end when notifications come out of order (I17)', async () => {
      const link = await paylink.createLink()
      const address = await paylink.openCheckout(link)
      await paylink.setFaults([{ kind: 'notification_late' }])
      await paylink.pay(address, 'cash_later')
      await paylink.pay(address, 'succeed')
      await eventually(
        () => paylink.linkOf(link.id),
        ({ status }) => status === 'paid',
      )
    })

    it('frees the link at once when the provider was never reached (I11)', async () => {
      const own = await TestAppliance.start(engine)
      const link = await own.createLink()
      // Its port is closed: nothing can have been sent.
      await own.container.get(Sandbox).stop()
      const response = await own.form(`${link.url}/checkout`, { provider: 'provider_a' })
      expect(response.status).to.equal(503)
      expect((await own.paymentsOf(link.id))[0].status).to.equal('canceled')
      expect(await own.linkStatus(link.id)).to.equal('active')
      await own.stop()
    })

    it('never concludes by time alone that a checkout was not created (R91, I11)', async () => {
      const link = await paylink.createLink()
      await paylink.setFaults([{ kind: 'reset_before', match: CREATE, times: 1000 }])
      await paylink.press(link)
      const { id } = await paymentOf(link.id)
      for (const hours of [1, 1, 20]) {
        await paylink.sweepAfter(hours * HOUR_MS)
        expect((await paymentOf(link.id)).status).to.equal('pending')
      }
      // Two complete searches more than an hour apart, after the longest life it could have had.
      await paylink.sweepAfter(3 * HOUR_MS)
      expect((await paymentOf(link.id)).status).to.equal('canceled')
      expect(await sessionsOf(id)).to.have.length(0)
      expect(await paylink.linkStatus(link.id)).to.equal('active')
    })
  })
}

import { expect } from 'chai'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`payments that do not match the request, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())
    afterEach(() => paylink.setFaults([]))

    // Seen from here it makes no difference which of the two sides is the wrong one.
    const differences: [string, object, RegExp][] = [
      ['amount', { amount_centavos: 14_999 }, /amount/],
      ['currency', { currency: 'USD' }, /currency/],
    ]
    for (const [what, changes, detail] of differences) {
      it(`needs review when the ${what} differs, and is no success (R233, I14)`, async () => {
        const { link, payment } = await paylink.paidQuietly()
        await paylink.change('payments', payment.id, changes)
        const result = await paylink.sync(payment.id)
        expect(result).to.include({ status: 'pending', outcome: 'needs_review' })
        expect(result.detail).to.match(detail)
        const [after] = await paylink.paymentsOf(link.id)
        expect(after.reconcileError).to.match(detail)
        expect(after.status).to.equal('pending')
        expect(await paylink.linkStatus(link.id)).to.equal('processing')
        expect(await paylink.eventTypes(payment.id)).to.deep.equal([])
      })
    }

    it('needs review when the reference is of another payment (R233)', async () => {
      const one = await paylink.paidQuietly()
      const { link: other, payment } = await paylink.opened()
      await paylink.change('payments', payment.id, { provider_ref: one.payment.providerRef })
      expect(await paylink.sync(payment.id)).to.include({ status: 'pending', outcome: 'needs_review' })
      expect(await paylink.linkStatus(other.id)).to.equal('processing')
    })

    for (const status of ['expired', 'disabled', 'active'] as const) {
      it(`pays a link that was ${status} when its money came (R232, I5)`, async () => {
        const { link, payment } = await paylink.paidQuietly()
        // As if the attempt had been given up, and its money then came late.
        await paylink.change('payments', payment.id, { status: 'canceled', reconcile_after: null })
        await paylink.change('payment_links', link.id, { status })
        expect(await paylink.sync(payment.id)).to.include({ status: 'succeeded', outcome: 'updated' })
        expect(await paylink.linkOf(link.id)).to.include({ status: 'paid', paidPaymentId: payment.id })
        expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.paid'])
      })
    }

    it('records a second payment of a paid link as a duplicate, and the link keeps its first (R232, I16)', async () => {
      const { link, payment } = await paylink.paidQuietly()
      await paylink.change('payments', payment.id, { status: 'canceled', reconcile_after: null })
      await paylink.change('payment_links', link.id, { status: 'active' })
      await paylink.post(`/v1/payment_links/${link.id}/mark_paid`)
      const { paidPaymentId } = await paylink.linkOf(link.id)
      expect(await paylink.sync(payment.id)).to.include({ status: 'succeeded', outcome: 'updated' })
      expect(await paylink.linkOf(link.id)).to.include({ status: 'paid', paidPaymentId })
      expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.succeeded'])
      expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.paid'])
      const row = await paylink.db('payments').where({ id: payment.id }).first('review_reason')
      expect(row.review_reason).to.equal('duplicate')
      expect(
        paylink.log.entries.some(({ level, message }) => level === 'error' && /paid already/.test(message)),
      ).to.equal(true)
    })

    it('closes an open checkout whose link was paid by late money (I6)', async () => {
      const { link, payment } = await paylink.paidQuietly()
      await paylink.change('payments', payment.id, { status: 'canceled', reconcile_after: null })
      await paylink.change('payment_links', link.id, { status: 'active' })
      await paylink.openCheckout(link)
      const [open] = await paylink.paymentsOf(link.id)
      await paylink.sync(payment.id)
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
      await paylink.sweepAfter(3 * MINUTE_MS)
      const session = await paylink.atProvider('GET', `/v1/checkout/sessions/${open.providerRef}`)
      expect(session.status).to.equal('expired')
      expect((await paylink.get(`/v1/payments/${open.id}`)).body.status).to.equal('canceled')
    })

    it('sends no payer to a checkout whose link was paid while it was being created (I6)', async () => {
      const { link, payment } = await paylink.paidQuietly()
      await paylink.change('payments', payment.id, { status: 'canceled', reconcile_after: null })
      await paylink.change('payment_links', link.id, { status: 'active' })
      await paylink.setFaults([{ kind: 'delay_after', match: 'POST /v1/checkout/sessions', ms: 1000 }])
      const pressed = paylink.press(link)
      await eventually(
        async () => (await paylink.paymentsOf(link.id)).length,
        (count) => count === 2,
      )
      expect(await paylink.sync(payment.id)).to.include({ status: 'succeeded', outcome: 'updated' })
      expect((await pressed).status).to.equal(409)
      const [late] = await paylink.paymentsOf(link.id)
      expect(late.status).to.equal('canceled')
      const session = await paylink.atProvider('GET', `/v1/checkout/sessions/${late.providerRef}`)
      expect(session.status).to.equal('expired')
      expect(await paylink.linkOf(link.id)).to.include({ status: 'paid', paidPaymentId: payment.id })
    })
  })
}

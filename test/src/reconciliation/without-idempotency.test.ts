import { expect } from 'chai'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const CREATE = 'POST /orders'
const LIST = 'GET /orders'

for (const engine of ENGINES) {
  describe(`a provider without idempotency, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())
    afterEach(() => paylink.setFaults([], 'provider_b'))

    const paymentOf = async (linkId: string) => (await paylink.paymentsOf(linkId))[0]
    const expiringLink = () =>
      paylink.createLink({ expiresAt: new Date(paylink.clock.now().getTime() + HOUR_MS).toISOString() })
    const ordersWith = async (paymentId: string) => {
      const orders = paylink.db('plugin_entries').where({ space: 'sandbox:provider_b' }).whereLike('key', 'order:%')
      return (await orders.pluck('value')).filter((order: string) => order.includes(paymentId))
    }

    for (const kind of ['reset_after', 'error_after'] as const) {
      it(`is asked once, and what a creation that ended in ${kind} made is found (R50, I11, I15)`, async () => {
        const link = await paylink.createLink()
        await paylink.setFaults([{ kind, match: CREATE }], 'provider_b')
        expect((await paylink.press(link, 'provider_b')).status).to.equal(409)
        const pending = await paymentOf(link.id)
        expect(pending).to.include({ status: 'pending', providerRef: `creating:${pending.id}` })
        expect((await paylink.press(link, 'provider_b')).status).to.equal(409)
        await paylink.sweepAfter(20 * SECOND_MS)
        expect((await paymentOf(link.id)).providerRef).to.match(/^ord_/)
        expect(await ordersWith(pending.id)).to.have.length(1)
        await paylink.pay(await paylink.openCheckout(link, 'provider_b'), 'succeed')
        await eventually(
          () => paylink.linkOf(link.id),
          ({ status }) => status === 'paid',
        )
        expect(await paymentOf(link.id)).to.include({ id: pending.id, status: 'succeeded', method: 'card' })
      })
    }

    it('keeps the reservation until nothing that was missed could be paid, then frees it (I11)', async () => {
      const link = await expiringLink()
      await paylink.setFaults([{ kind: 'reset_before', match: CREATE }], 'provider_b')
      expect((await paylink.press(link, 'provider_b')).status).to.equal(409)
      const { id } = await paymentOf(link.id)
      await paylink.setFaults([{ kind: 'garbage', match: LIST, times: 2 }], 'provider_b')
      await paylink.sweepAfter(20 * SECOND_MS)
      await paylink.sweepAfter(20 * MINUTE_MS)
      expect(await paymentOf(link.id)).to.include({ status: 'pending', providerRef: `creating:${id}` })
      // The first search that found nothing, after its expiry: it might have been listed late.
      await paylink.sweepAfter(HOUR_MS)
      expect((await paymentOf(link.id)).status).to.equal('pending')
      await paylink.sweepAfter(HOUR_MS)
      expect((await paymentOf(link.id)).status).to.equal('canceled')
      expect(await paylink.linkStatus(link.id)).not.to.equal('processing')
      expect(await ordersWith(id)).to.have.length(0)
    })

    it('raises a review as soon as two searches found nothing, though the checkout could live for a year (R238)', async () => {
      const link = await paylink.createLink()
      await paylink.setFaults([{ kind: 'reset_before', match: CREATE }], 'provider_b')
      expect((await paylink.press(link, 'provider_b')).status).to.equal(409)
      const { id } = await paymentOf(link.id)
      await paylink.sweepAfter(20 * SECOND_MS)
      const sync = async () => (await paylink.post(`/v1/payments/${id}/sync`)).body
      expect(await sync()).to.include({ status: 'pending', outcome: 'retrying' })
      await paylink.sweepAfter(HOUR_MS + MINUTE_MS)
      expect(await sync()).to.include({ status: 'pending', outcome: 'needs_review' })
      await paylink.container.get(ResolveReview).run(id, { kind: 'failed' }, 'no payer got an address', OPERATOR)
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      await paylink.openCheckout(link, 'provider_b')
    })

    it('settles cash and transfers when they come, and tells how they were paid (R48, R197)', async () => {
      for (const [outcome, method] of [
        ['cash_later', 'retail_cash'],
        ['transfer_later', 'spei_transfer'],
      ] as const) {
        const link = await paylink.createLink()
        const checkout = await paylink.openCheckout(link, 'provider_b')
        await paylink.pay(checkout, outcome)
        await paylink.setFaults([{ kind: 'refuse', match: 'POST /orders/', times: 5 }], 'provider_b')
        const disabled = await eventually(
          () => paylink.post(`/v1/payment_links/${link.id}/disable`),
          ({ body }) => body.detail !== 'The checkout of this link is being looked at.',
        )
        expect([disabled.status, disabled.body.code]).to.deep.equal([409, 'request_in_flight'])
        await paylink.setFaults([], 'provider_b')
        await paylink.pay(checkout, 'succeed')
        await eventually(
          () => paylink.linkOf(link.id),
          ({ status }) => status === 'paid',
        )
        expect(await paymentOf(link.id)).to.include({ status: 'succeeded', method })
      }
    })

    it('closes the checkout of a disabled link, so that it cannot be paid (I6, I9)', async () => {
      const link = await paylink.createLink()
      const checkout = await paylink.openCheckout(link, 'provider_b')
      expect((await paylink.post(`/v1/payment_links/${link.id}/disable`)).status).to.equal(200)
      await paylink.pay(checkout, 'succeed')
      expect(await paymentOf(link.id)).to.include({ status: 'canceled' })
    })

    it('tells of a refund made in its dashboard (R24, R201)', async () => {
      const link = await paylink.createLink()
      const checkout = await paylink.openCheckout(link, 'provider_b')
      await paylink.pay(checkout, 'succeed')
      await eventually(
        () => paylink.linkOf(link.id),
        ({ status }) => status === 'paid',
      )
      await paylink.pay(checkout, 'refund')
      const refunded = await eventually(
        () => paymentOf(link.id),
        ({ status }) => status === 'refunded',
      )
      expect(refunded.id).to.equal((await paylink.linkOf(link.id)).paidPaymentId)
    })
  })
}

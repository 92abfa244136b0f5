import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { expect } from 'chai'
import { HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { nextVerification } from '@paylink/core/payments/verification-schedule'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`notifications about a settled payment, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())
    afterEach(() => paylink.setFaults([]))

    async function paid(): Promise<{ link: PaymentLinkView; payment: any }> {
      const link = await paylink.createLink()
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      const payment = await eventually(
        async () => (await paylink.paymentsOf(link.id))[0],
        ({ status }) => status === 'succeeded',
      )
      return { link, payment }
    }

    it('are not handled before the provider has answered (I5, I12)', async () => {
      const { payment } = await paid()
      await paylink.setFaults([{ kind: 'error_before', match: 'GET /v1/checkout/sessions/cs', times: 1 }])
      // Refunded at the provider: its notification finds the provider out of order.
      const intent = await refundQuietly(payment.providerRef)
      expect(intent).to.match(/^pi_/)
      await eventually(
        async () => (await paylink.get(`/v1/payments/${payment.id}`)).body,
        ({ status }) => status === 'refunded',
      )
    })

    it('are handled soon, although the clock was set back after their next attempt was planned', async () => {
      const { payment } = await paid()
      const later = new Date(paylink.clock.now().getTime() + 2 * HOUR_MS).toISOString()
      const named = () => paylink.db('notifications').whereLike('subjects', `%"${payment.id}"%`)
      const ids: string[] = await named().pluck('id')
      expect(ids).not.to.deep.equal([])
      await paylink.container
        .get(UnitOfWork)
        .run((tx) => tx('notifications').whereIn('id', ids).update({ handled_at: null, next_attempt_at: later }))
      const open = () => paylink.db('notifications').whereIn('id', ids).whereNull('handled_at').pluck('id')
      await eventually(open, (rest) => rest.length === 0)
    })

    async function refundQuietly(session: string): Promise<string> {
      await paylink.setFaults([])
      const { payment_intent } = await paylink.atProvider('GET', `/v1/checkout/sessions/${session}`)
      await paylink.setFaults([{ kind: 'error_before', match: 'GET /v1/checkout/sessions/cs', times: 1 }])
      await paylink.atProvider('POST', '/v1/refunds', { payment_intent, amount: '15000' })
      return payment_intent
    }

    it('do not make a payment due forever that once had a mismatch', async () => {
      const { payment } = await paid()
      const past = new Date(paylink.clock.now().getTime() - HOUR_MS).toISOString()
      await paylink.change('payments', payment.id, {
        reconcile_after: past,
        review_reason: 'unrecognized',
        review_since: past,
      })
      await paylink.setFaults([{ kind: 'error_before', match: 'GET /v1/checkout/sessions/cs', times: 1 }])
      await paylink.sweep()
      const later = await paylink.db('payments').where({ id: payment.id }).first('reconcile_after')
      expect(Date.parse(later.reconcile_after)).to.be.greaterThan(paylink.clock.now().getTime())
      await paylink.post(`/v1/payments/${payment.id}/sync`)
      const row = await paylink.db('payments').where({ id: payment.id }).first('reconcile_after', 'review_reason')
      // Only the watch for refunds is left.
      expect(Date.parse(row.reconcile_after)).to.be.greaterThan(paylink.clock.now().getTime() + 20 * HOUR_MS)
      expect(row.review_reason).to.equal(null)
    })

    it('disables a link that expired while its checkout was open (R81)', async () => {
      const expiresAt = new Date(paylink.clock.now().getTime() + 40 * MINUTE_MS).toISOString()
      const link = await paylink.createLink({ expiresAt })
      await paylink.openCheckout(link)
      paylink.clock.advance(41 * MINUTE_MS)
      const reply = await paylink.post(`/v1/payment_links/${link.id}/disable`)
      expect([reply.status, reply.body.status]).to.deep.equal([200, 'disabled'])
      expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.disabled'])
    })
  })
}

describe('the schedule of verifications (R237)', () => {
  const createdAt = '2026-03-01T12:00:00.000Z'
  const payment = { id: 'pay_x', createdAt, checkoutExpiresAt: '2026-03-02T12:00:00.000Z' }

  /** Minutes after creation at which the provider is asked, for the first hours. */
  function asked(waiting: 'creating' | 'open' | 'delayed', minutes: number): number[] {
    const start = Date.parse(createdAt)
    const times: number[] = []
    for (let now = start; now < start + minutes * MINUTE_MS;) {
      now = nextVerification(payment, waiting, new Date(now)).getTime()
      times.push((now - start) / MINUTE_MS)
    }
    return times
  }

  const cases = [
    ['creating', 16, [0.25, 0.5, 1, 2, 5, 15]],
    ['open', 41, [2, 5, 10, 20, 40]],
  ] as const
  for (const [waiting, minutes, points] of cases) {
    it(`asks about one that is ${waiting} once for each point, a little before it`, () => {
      const times = asked(waiting, minutes)
      points.forEach((point, index) => {
        expect(times[index]).to.be.within(point * 0.9 - 0.001, point)
      })
    })
  }

  const afterDays = [
    ['open', 6, 1],
    ['open', 8, 6],
    ['open', 300, 6],
    ['delayed', 0.5, 1],
    ['delayed', 2, 6],
    ['creating', 20, 1],
  ] as const
  for (const [waiting, days, hours] of afterDays) {
    it(`asks about one that is ${waiting} every ${hours} h after ${days} days`, () => {
      const now = new Date(Date.parse(createdAt) + days * 1440 * MINUTE_MS)
      const yearLong = { ...payment, checkoutExpiresAt: '2027-03-01T12:00:00.000Z' }
      const minutes = (nextVerification(yearLong, waiting, now).getTime() - now.getTime()) / MINUTE_MS
      expect(minutes).to.be.within(hours * 60 * 0.9 - 1, hours * 60)
    })
  }
})

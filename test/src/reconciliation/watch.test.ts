import { expect } from 'chai'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { CircuitBreaker } from '@paylink/core/reconciliation/circuit-breaker'
import { Sandbox } from '@paylink/core/sandbox/sandbox'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`watching without notifications, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())
    afterEach(() => paylink.setFaults([]))

    const paymentOf = async (id: string) => (await paylink.get(`/v1/payments/${id}`)).body
    const rowOf = (id: string) => paylink.db('payments').where({ id }).first()
    const setSilence = () => paylink.setFaults([{ kind: 'notification_lost', times: 1000 }])

    async function paid(): Promise<any> {
      const link = await paylink.createLink()
      await setSilence()
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      const [payment] = await paylink.paymentsOf(link.id)
      await paylink.post(`/v1/payments/${payment.id}/sync`)
      return paymentOf(payment.id)
    }

    it('finds an unannounced refund a day, a week or thirty days after the payment (R92, R234)', async () => {
      const payment = await paid()
      expect(payment.status).to.equal('succeeded')
      paylink.clock.advance(DAY_MS)
      await paylink.refundAtProvider(payment.providerRef, 5000)
      await paylink.sweep()
      expect((await rowOf(payment.id)).amount_refunded).to.equal(5000)
      expect((await paymentOf(payment.id)).status).to.equal('succeeded')
      paylink.clock.advance(5 * DAY_MS)
      await paylink.refundAtProvider(payment.providerRef, 5000)
      await paylink.sweep()
      expect((await rowOf(payment.id)).amount_refunded, 'not due between the days').to.equal(5000)
      await paylink.sweepAfter(DAY_MS)
      expect((await rowOf(payment.id)).amount_refunded).to.equal(10_000)
      paylink.clock.advance(23 * DAY_MS)
      await paylink.refundAtProvider(payment.providerRef, 5000)
      await paylink.sweep()
      expect((await paymentOf(payment.id)).status).to.equal('refunded')
      expect((await rowOf(payment.id)).reconcile_after).to.equal(null)
    })

    it('asks again about a settled payment when the provider did not answer', async () => {
      const payment = await paid()
      paylink.clock.advance(DAY_MS)
      await paylink.refundAtProvider(payment.providerRef, 15_000)
      await paylink.setFaults([{ kind: 'error_before', match: `GET /v1/checkout/sessions/${payment.providerRef}` }])
      await paylink.sweep()
      expect((await paymentOf(payment.id)).status).to.equal('succeeded')
      await paylink.sweepAfter(MINUTE_MS)
      expect((await paymentOf(payment.id)).status).to.equal('refunded')
    })

    it('spares a provider that does not answer: five tries, an interval, one more (I12)', async () => {
      const links = await Promise.all(Array.from({ length: 12 }, () => paylink.createLink()))
      for (const link of links) await paylink.openCheckout(link)
      await paylink.setFaults([{ kind: 'error_before', match: 'GET /v1/checkout/sessions/', times: 1000 }])
      const faults = paylink.container.get(Sandbox).faultsOf('provider_a')
      let left = 1000
      const asked = async (): Promise<number> => {
        const [fault] = await faults.list()
        const count = left - (fault?.times ?? 0)
        left -= count
        return count
      }
      await paylink.sweepAfter(2 * MINUTE_MS + SECOND_MS)
      // Four lanes may be under way when the fifth failure opens the circuit; two at one moment may count as one.
      expect(await asked()).to.be.within(4, 8)
      await paylink.sweep()
      expect(await asked(), 'while it pauses').to.equal(0)
      const [payment] = await paylink.paymentsOf(links[11]?.id ?? '')
      await paylink.post(`/v1/payments/${payment.id}/sync`)
      expect(await asked(), 'a person goes through').to.equal(1)
      await paylink.sweepAfter(31 * SECOND_MS)
      expect(await asked(), 'one alone after the pause').to.equal(1)
      await paylink.setFaults([])
      left = 0
      await paylink.sweepAfter(61 * SECOND_MS)
      await paylink.sweep()
      const late = await eventually(
        () => paylink.db('payments').where('reconcile_after', '<=', paylink.clock.now().toISOString()).pluck('id'),
        (due) => due.length === 0,
      )
      expect(late).to.deep.equal([])
    })

    it('opens its circuit for no longer when the clock is set back', () => {
      const breaker = new CircuitBreaker(paylink.clock)
      for (let failure = 0; failure < 5; failure++) breaker.recordFailure('conn_1')
      expect(breaker.openConnections()).to.deep.equal(['conn_1'])
      paylink.clock.advance(-HOUR_MS)
      expect(breaker.openConnections()).to.deep.equal([])
      expect(breaker.admit('conn_1')).to.equal('probe')
      paylink.clock.advance(HOUR_MS)
    })
  })
}

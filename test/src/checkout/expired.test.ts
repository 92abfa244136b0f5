import { expect } from 'chai'
import { DAY_MS } from '@paylink/core/kernel/clock'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`a checkout that ran out unpaid, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    for (const provider of ['provider_a', 'provider_b']) {
      it(`is the same event for every provider: payment.canceled of ${provider} (R207)`, async () => {
        const expiresAt = new Date(paylink.clock.now().getTime() + DAY_MS).toISOString()
        const link = await paylink.createLink({ expiresAt, providers: [provider] })
        await paylink.openCheckout(link, provider)
        await paylink.sweepAfter(2 * DAY_MS)
        const [payment] = await eventually(
          () => paylink.paymentsOf(link.id),
          ([one]) => one.status !== 'pending',
        )
        expect(payment.status).to.equal('canceled')
        expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.canceled'])
      })
    }
  })
}

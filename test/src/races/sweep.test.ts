import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const ROUNDS = 10

for (const engine of ENGINES) {
  describe(`background work during client requests, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    it('settles a payment once with sync and notification (I20, I25)', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const { link, payment, address } = await paylink.opened()
        // Due at once: the sweep asks too.
        paylink.clock.advance(3 * 60_000)
        const [, synced] = await Promise.all([
          paylink.pay(address, 'succeed'),
          paylink.post(`/v1/payments/${payment.id}/sync`),
          paylink.sweep(),
        ])
        expect(synced.status).to.be.oneOf([200, 409])
        await eventually(
          () => paylink.linkOf(link.id),
          ({ status }) => status === 'paid',
        )
        expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.succeeded'])
        expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.paid'])
      }
    })
  })
}

import { expect } from 'chai'
import { OPERATOR } from '@paylink/core/audit/audit-entry'
import { RegisterEndpoint } from '@paylink/core/webhooks/register-endpoint'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Receiver, verifies } from '../support/receiver.js'

for (const engine of ENGINES) {
  describe(`webhooks on ${engine}`, () => {
    let paylink: TestAppliance
    let receiver: Receiver
    before(async () => {
      receiver = await Receiver.start()
      paylink = await TestAppliance.start(engine, { outboundAllowPrivate: true })
    })
    after(async () => {
      await paylink.stop()
      await receiver.stop()
    })

    const register = (path: string, events: string[] | null = null) =>
      paylink.appliance.composition.container
        .get(RegisterEndpoint)
        .run({ accountId: paylink.account.id, livemode: false }, { url: receiver.url(path), events }, OPERATOR)

    it('brings each event of a payment to the endpoint, signed', async () => {
      const { secret } = await register('/a')
      const link = await paylink.createLink()
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      const came = await receiver.came('/a', 2)
      expect(came.map(({ event }) => event.type)).to.have.members(['payment.succeeded', 'payment_link.paid'])
      for (const one of came) expect(verifies(secret, one)).to.equal(true)
      await eventually(
        () => paylink.db('webhook_deliveries').pluck('status'),
        (statuses) => statuses.every((status) => status === 'delivered'),
      )
      expect(await paylink.db('webhook_attempts').pluck('status')).to.deep.equal([200, 200])
    })
  })
}

import { RecheckConnections } from '@paylink/core/connections/recheck-connections'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { hang } from '../support/hang.js'
import { Merchant } from '../support/merchants.js'

for (const engine of ENGINES) {
  describe(`the hourly check of connections, on ${engine} (R204)`, () => {
    it('waits for many connections that hang together, not one after another', async () => {
      const paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      await Promise.all(Array.from({ length: 20 }, () => Merchant.join(paylink)))
      const provider = paylink.container.get(Plugins).provider('payment-provider', 'provider_a')!
      const { release, count } = hang(provider, 'checkConnection')
      try {
        const checked = paylink.container.get(RecheckConnections).run()
        await eventually(
          () => Promise.resolve(count()),
          (hanging) => hanging >= 16,
        )
        expect(count()).to.equal(16)
        release()
        await checked
        expect(count()).to.equal(21)
      } finally {
        release()
        await paylink.stop()
      }
    })
  })
}

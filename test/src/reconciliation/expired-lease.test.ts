import { expect } from 'chai'
import { ReserveLink } from '@paylink/core/checkout/reserve-link'
import { MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import type { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { LyingProvider } from '../support/lying-provider.js'

/** A machine that is put to sleep, say: longer than a lease lasts. */
const STILL_MS = 31 * SECOND_MS
const CREATE = 'POST /v1/checkout/sessions'

for (const engine of ENGINES) {
  describe(`standing still for longer than a lease lasts, on ${engine} (I20)`, () => {
    let paylink: TestAppliance
    let provider: LyingProvider
    let calls: string[]
    beforeEach(async () => {
      calls = []
      ;({ provider, paylink } = await LyingProvider.withAppliance(engine))
    })
    afterEach(async () => {
      await paylink.stop()
      await provider.stop()
    })

    it('between two calls, the second is left to the next worker', async () => {
      const link = await paylink.createLink()
      provider.lie = (call, response) => {
        calls.push(call)
        if (call === CREATE && calls.length > 1) paylink.clock.advance(STILL_MS)
        return Boolean(response.writeHead(500).end('{}'))
      }
      expect((await paylink.press(link)).status).to.equal(409)
      const [payment] = await paylink.paymentsOf(link.id)
      const { body } = await paylink.post(`/v1/payments/${payment.id}/sync`)
      expect(body).to.deep.include({
        outcome: 'retrying',
        detail: 'the lease expired before the call: nothing was sent',
      })
      expect(calls).to.deep.equal([CREATE, CREATE])
      provider.lie = () => false
      await paylink.sweepAfter(2 * MINUTE_MS)
      expect((await paylink.paymentsOf(link.id))[0].providerRef).to.match(/^cs_test_/)
    })

    it('before the first, no checkout was asked for, and the link is free again', async () => {
      const link = await paylink.createLink()
      const reserve = paylink.container.get(ReserveLink)
      const run = reserve.run.bind(reserve)
      reserve.run = async (...asked) => {
        const reservation = await run(...asked)
        paylink.clock.advance(STILL_MS)
        return reservation
      }
      expect((await paylink.press(link)).status).to.equal(503)
      expect(provider.sessions.size).to.equal(0)
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      reserve.run = run
      expect((await paylink.press(link)).status).to.equal(303)
    })
  })
}

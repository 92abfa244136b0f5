import { expect } from 'chai'
import { PROVIDER_DEADLINE_MS } from '@paylink/core/plugin-host/call-provider'
import { MINUTE_MS } from '@paylink/core/kernel/clock'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

// A deadline has nothing to do with the engine: one tells all there is to tell.
describe('a provider that answers too late', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite')))
  after(() => paylink.stop())

  it('leaves the payment unknown, and the checkout that it made is found (I11, I15)', async () => {
    const link = await paylink.createLink()
    await paylink.setFaults([
      { kind: 'delay_after', match: 'POST /v1/checkout/sessions', ms: PROVIDER_DEADLINE_MS + 1000 },
    ])
    paylink.timer.haste = 4
    const pressed = paylink.press(link)
    const [concurrent] = await Promise.all([paylink.press(link), pressed])
    expect([concurrent.status, (await pressed).status]).to.deep.equal([409, 409])
    paylink.timer.haste = 1
    const [payment] = await paylink.paymentsOf(link.id)
    expect(payment).to.include({ status: 'pending', providerRef: `creating:${payment.id}` })
    await paylink.sweepAfter(MINUTE_MS)
    const [found] = await paylink.paymentsOf(link.id)
    expect(found.providerRef).to.match(/^cs_test_/)
    expect(await paylink.openCheckout(link)).to.include(found.providerRef)
  })
})

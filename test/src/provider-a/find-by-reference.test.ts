import { expect } from 'chai'
import { rejection, Sandbox } from './harness.js'

describe('finding a Stripe checkout by our payment id', () => {
  const sandbox = new Sandbox()
  const refs: string[] = []
  before(async () => {
    await sandbox.start()
    for (let index = 0; index < 205; index++) {
      const paymentId = `pay_find_${index}`
      const expiresAt = new Date(sandbox.now + 7200_000).toISOString()
      refs.push((await sandbox.open({ paymentId, expiresAt })).handle.providerRef)
      if (index % 3 === 0) sandbox.pass(1)
    }
  })
  after(() => sandbox.stop())

  const find = (paymentId: string, createdAfter = sandbox.now - 600_000) => sandbox.find(paymentId, createdAfter)

  for (const index of [204, 105, 104, 5, 0]) {
    it(`finds one with ${204 - index} newer ones`, async () => {
      const found = await find(`pay_find_${index}`)
      expect(found).to.deep.include({ providerRef: refs[index], paymentId: `pay_find_${index}`, status: 'open' })
      expect(found!.redirectUrl).to.contain(refs[index])
    })
  }

  it('reads every page before it returns null', async () => {
    const asked = sandbox.requests.length
    expect(await find('pay_of_another')).to.equal(null)
    expect(sandbox.requests.length - asked).to.equal(3)
  })

  it('searches from ten minutes earlier, because clocks differ', async () => {
    expect(await find('pay_find_0', sandbox.now + 520_000)).not.to.equal(null)
    expect(await find('pay_find_0', sandbox.now + 1_200_000)).to.equal(null)
  })

  it('ignores sessions of more than a day later, to bound the search', async () => {
    const [asked, day] = [sandbox.requests.length, 86_400_000]
    expect(await find('pay_find_0', sandbox.now - day)).not.to.equal(null)
    expect(await find('pay_find_0', sandbox.now - day - 1_200_000)).to.equal(null)
    const looked = sandbox.requests.slice(asked).filter(({ path }) => path === '/v1/checkout/sessions')
    expect(looked).to.have.length(3 + 1)
  })

  it('is unavailable, never null, when a page fails', async () => {
    sandbox.cut = 'mid-answer'
    expect((await rejection(find('pay_of_another'))).fault).to.equal('unavailable')
  })

  it('finds nothing of another account', async () => {
    const ctx = sandbox.context({ secretKey: 'sk_test_sandboxsomeoneelse' })
    const reference = { paymentId: 'pay_find_3', createdAfter: new Date(sandbox.now - 600_000).toISOString() }
    expect(await sandbox.provider.findByReference!(reference, ctx)).to.equal(null)
    const error = await rejection(sandbox.provider.retrieve({ providerRef: refs[3]!, paymentId: 'pay_find_3' }, ctx))
    expect(error).to.deep.include({ fault: 'unavailable' })
    expect(error.info.providerCode).to.equal('resource_missing')
  })
})

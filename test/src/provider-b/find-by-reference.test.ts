import plugin from '@paylink/provider-b'
import { expect } from 'chai'
import { contextOf, CREDENTIALS, rejection, Sandbox, scriptedHttp, START } from './harness.js'

describe('finding a Conekta checkout by our payment id', () => {
  const sandbox = new Sandbox()
  const refs: string[] = []
  before(async () => {
    await sandbox.start()
    for (let index = 0; index < 105; index++) {
      const expiresAt = new Date(sandbox.now + 7200_000).toISOString()
      refs.push((await sandbox.open({ paymentId: `pay_find_${index}`, expiresAt })).ref.providerRef)
      if (index % 3 === 0) sandbox.pass(1)
    }
  })
  after(() => sandbox.stop())

  const find = (paymentId: string, createdAfter = START - 600_000) => sandbox.find(paymentId, createdAfter)

  for (const index of [104, 55, 54, 5, 0]) {
    it(`finds one with ${104 - index} newer ones`, async () => {
      const found = await find(`pay_find_${index}`)
      expect(found).to.deep.include({ providerRef: refs[index], paymentId: `pay_find_${index}`, status: 'open' })
      expect(found!.redirectUrl).to.contain('/sandbox/provider_b/checkout/')
    })
  }

  it('reads every page before it returns null', async () => {
    const asked = sandbox.requests.length
    expect(await find('pay_of_another')).to.equal(null)
    expect(sandbox.requests.length - asked).to.equal(3)
  })

  it('searches from ten minutes earlier, because clocks differ, to a day later', async () => {
    expect(await find('pay_find_0', START + 599_000)).not.to.equal(null)
    expect(await find('pay_find_0', START + 660_000)).to.equal(null)
    expect(await find('pay_find_0', START - 86_400_000)).not.to.equal(null)
    expect(await find('pay_find_0', START - 86_401_000)).to.equal(null)
  })

  it('is unavailable, never null, when a page fails', async () => {
    sandbox.cut = 'mid-answer'
    expect((await rejection(find('pay_of_another'))).fault).to.equal('unavailable')
  })

  const list = (changes: object) => ({ object: 'list', has_more: true, data: [], ...changes })
  const pages: [title: string, page: object][] = [
    ['no word on whether there is more', list({ has_more: undefined })],
    ['no list', list({ data: null })],
    ['more, and no way to it', list({ next_page_url: null })],
    ['more, at an address that is none', list({ next_page_url: 'next' })],
    ['the same page for ever', list({ next_page_url: 'https://api.conekta.io/orders?next=ord_1' })],
  ]
  for (const [title, body] of pages) {
    it(`is unavailable for ${title}`, async () => {
      const { http } = scriptedHttp(() => ({ status: 200, body }))
      const reference = { paymentId: 'pay_1', createdAfter: new Date(START).toISOString() }
      const search = plugin.create().findByReference!(reference, contextOf(CREDENTIALS, http))
      expect((await rejection(search)).fault).to.equal('unavailable')
    })
  }

  it('finds nothing of another account', async () => {
    const ctx = sandbox.context({ privateKey: 'key_sandboxsomeoneelse' })
    const reference = { paymentId: 'pay_find_3', createdAfter: new Date(START).toISOString() }
    expect(await sandbox.provider.findByReference!(reference, ctx)).to.equal(null)
    const error = await rejection(sandbox.provider.retrieve({ providerRef: refs[3]!, paymentId: 'pay_find_3' }, ctx))
    expect(error).to.deep.include({ fault: 'unavailable' })
    expect(error.info.providerCode).to.equal('conekta.errors.resource_not_found.entity')
  })
})

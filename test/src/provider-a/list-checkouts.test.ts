import { expect } from 'chai'
import { rejection, Sandbox } from './harness.js'

describe('listing the Stripe checkouts of a period', () => {
  const sandbox = new Sandbox()
  let from = 0
  before(async () => {
    await sandbox.start()
    await sandbox.open({ paymentId: 'pay_of_yesterday' })
    sandbox.pass(86_400)
    from = sandbox.now
    const { status } = await sandbox.api('POST', '/v1/checkout/sessions', {
      mode: 'payment',
      success_url: 'https://shop.example/',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'mxn',
      'line_items[0][price_data][unit_amount]': '5000',
      'line_items[0][price_data][product_data][name]': 'Of another application',
    })
    expect(status).to.equal(200)
    for (let index = 0; index < 105; index++)
      await sandbox.open({ paymentId: `pay_list_${index}`, linkId: `plink_${index}`, instanceId: 'this one' })
  })
  after(() => sandbox.stop())

  const list = (page?: string) => sandbox.list(from, page)

  it('has all of them with their ids over its pages, and none of another application', async () => {
    const first = await list()
    const second = await list(first.next)
    expect([first.checkouts.length <= 200, second.next]).to.deep.equal([true, undefined])
    const all = [...first.checkouts, ...second.checkouts]
    const ids = all.map(({ paymentId, linkId, instanceId }) => `${paymentId} ${linkId} ${instanceId}`)
    const expected = Array.from({ length: 105 }, (_, index) => `pay_list_${index} plink_${index} this one`)
    expect(ids.sort()).to.deep.equal(expected.sort())
    expect(Math.abs(Date.parse(all[0]?.createdAt ?? '') - from)).to.be.lessThan(1000)
  })

  it('is unavailable when a page fails', async () => {
    sandbox.cut = 'mid-answer'
    expect((await rejection(list())).fault).to.equal('unavailable')
  })
})

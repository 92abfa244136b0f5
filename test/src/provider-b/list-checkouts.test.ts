import { expect } from 'chai'
import { rejection, Sandbox } from './harness.js'

describe('listing the Conekta checkouts of a period', () => {
  const sandbox = new Sandbox()
  let from = 0
  before(async () => {
    await sandbox.start()
    await sandbox.open({ paymentId: 'pay_of_yesterday' })
    sandbox.pass(86_400)
    from = sandbox.now
    const ofAnother = {
      ...{ currency: 'MXN', customer_info: { name: 'Ana', email: 'ana@example.com', phone: '5555555555' } },
      line_items: [{ name: 'Of another application', quantity: 1, unit_price: 5000 }],
      checkout: {
        ...{ type: 'HostedPayment', name: 'Of another application', allowed_payment_methods: ['card'] },
        ...{ expires_at: Math.floor(sandbox.now / 1000) + 7200 },
        ...{ success_url: 'https://shop.example/', failure_url: 'https://shop.example/' },
      },
    }
    const { status } = await sandbox.api('POST', '/orders', ofAnother)
    expect(status).to.be.lessThan(300)
    for (let index = 0; index < 105; index++)
      await sandbox.open({ paymentId: `pay_list_${index}`, linkId: `plink_${index}`, instanceId: 'this one' })
  })
  after(() => sandbox.stop())

  const list = (page?: string) => sandbox.list(from, page)

  it('has all of them with their ids over its pages, and none of another application', async () => {
    const all = []
    for (let next: string | undefined, pages = 0; pages === 0 || next !== undefined; pages++) {
      const page = await list(next)
      all.push(...page.checkouts)
      next = page.next
    }
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

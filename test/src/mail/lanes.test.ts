import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { Emails } from '@paylink/core/mail/emails.repository'
import { QueueEmail } from '@paylink/core/mail/queue-email'
import { Lanes } from '@paylink/core/work/lanes'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { MailShop } from '../support/mail-shop.js'

const MANY = 300
/** As many as leave before a second account has its turn, with room for those that overtake it on their way. */
const FIRST_FEW = 8

for (const engine of ENGINES) {
  describe(`mail of several accounts at one mail server (${engine}, I29)`, () => {
    let shop: MailShop
    beforeEach(async () => (shop = await MailShop.open(engine)))
    afterEach(() => shop.close())

    it('takes turns: the backlog of one delays no other', async () => {
      const other = await MailShop.over(shop.paylink, shop.server)
      const [link, otherLink] = [await shop.link(), await other.link()]
      const queue = shop.paylink.container.get(QueueEmail)
      const input = { kind: 'request' as const, livemode: true, about: 'x' }
      await shop.paylink.container.get(UnitOfWork).run(async (tx) => {
        for (let index = 0; index < MANY; index++) {
          await queue.run(tx, shop.merchant.account, { ...input, linkId: link.id, to: `ana+${index}@example.com` })
        }
        shop.paylink.clock.advance(1)
        await queue.run(tx, other.merchant.account, { ...input, linkId: otherLink.id, to: 'leo@example.com' })
      })
      const position = await eventually(
        () => Promise.resolve(shop.server.mails.findIndex(({ envelope }) => envelope.to.includes('leo@example.com'))),
        (index) => index >= 0,
      )
      expect(position).to.be.below(FIRST_FEW)
    })
  })
}

for (const engine of ENGINES) {
  describe(`the lanes with due mail (${engine})`, () => {
    it('are each named once, however much is due in it, and none that waits', async () => {
      const shop = await MailShop.open(engine, {}, { http: true, jobs: false })
      try {
        const { container } = shop.paylink
        const { account: waiting } = (await MailShop.over(shop.paylink, shop.server)).merchant
        const { account: last } = (await MailShop.over(shop.paylink, shop.server)).merchant
        const { account: first } = shop.merchant
        const input = { kind: 'alert' as const, to: 'ana@example.com', about: 'x' }
        const queue = container.get(QueueEmail)
        const emails = container.get(Emails)
        expect(await emails.lanesWithDue()).to.deep.equal([])
        await container.get(UnitOfWork).run(async (tx) => {
          for (const account of [first, first, waiting, last])
            await queue.run(tx, account, { ...input, livemode: true })
          await queue.run(tx, first, { ...input, livemode: false })
          await queue.run(tx, first, { ...input, livemode: true, via: 'provider' })
          const later = new Date(shop.paylink.clock.now().getTime() + 1000).toISOString()
          await tx('email_deliveries').where({ account_id: waiting.id }).update({ next_attempt_at: later })
        })
        const due = [`smtp:${first.id}`, `smtp:${last.id}`, `test:${first.id}`, `provider:${first.id}`]
        expect(await emails.lanesWithDue()).to.have.members(due)
        shop.paylink.clock.advance(1000)
        expect(await emails.lanesWithDue()).to.have.members([...due, `smtp:${waiting.id}`])
      } finally {
        await shop.close()
      }
    })
  })
}

describe('lanes of one server (I29)', () => {
  const lanes = (): Lanes =>
    new Lanes({ perLane: 3, perSlowLane: 3, serverOf: (lane) => (lane.startsWith('s') ? 'server' : lane) })
  const plan = (on: Lanes, nowMs: number): [string, number][] => on.plan(nowMs).map(({ lane, quota }) => [lane, quota])

  it('have its calls together, and other lanes theirs', () => {
    const on = lanes()
    on.call(['s1', 's2', 's3', 's4', 'other'])
    expect(plan(on, 0)).to.deep.equal([
      ['s1', 1],
      ['s2', 1],
      ['s3', 1],
      ['other', 3],
    ])
  })

  it('get no more when its calls are slow, while other lanes go on', () => {
    const on = lanes()
    for (let call = 0; call < 3; call++) on.begin('s1', 0)
    on.call(['s1', 's2', 'other'])
    expect(plan(on, 60_000)).to.deep.equal([['other', 3]])
  })

  it('get one call at a time in turns once a call of one has failed', () => {
    const on = lanes()
    on.begin('s1', 0)(true)
    on.call(['s2', 's1'])
    expect(plan(on, 0)).to.deep.equal([['s2', 1]])
    on.begin('s2', 0)(true)
    on.call(['s2', 's1'])
    expect(plan(on, 0)).to.deep.equal([['s1', 1]])
    on.begin('s1', 0)(false)
    on.call(['s1', 's2'])
    expect(plan(on, 0)).to.deep.equal([
      ['s2', 2],
      ['s1', 1],
    ])
  })
})

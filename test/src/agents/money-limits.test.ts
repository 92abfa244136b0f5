import { LimitKey } from '@paylink/core/agents/limit-key'
import { DAY_MS } from '@paylink/core/kernel/clock'
import { localDay, startOfDay, addDays } from '@paylink/core/kernel/local-day'
import { actFor, type Controls, OPERATOR } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { callTool, connectAgent } from '../mcp/agent.js'
import { linkBody, type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const NONE: Controls = { currency: 'MXN', dailyLimit: null, linkLimit: null, askFirst: [] }

const asking = (pesos: number, changes: object = {}): object =>
  linkBody({ items: [{ name: 'Pastel', quantity: 1, unitPriceCentavos: pesos * 100 }], ...changes })

for (const engine of ENGINES) {
  describe(`limits of money for a key, on ${engine}`, () => {
    let paylink: TestAppliance
    let count = 0

    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      paylink.clock.stop()
    })
    after(() => paylink.stop())

    async function limited(limits: Partial<Controls>) {
      const { key, text } = await paylink.newKey({ controls: { ...NONE, ...limits } })
      const create = (pesos: number, idempotencyKey = `k-${++count}`, changes: object = {}): Promise<Reply> =>
        paylink.post('/v1/payment_links', asking(pesos, changes), { key: text, idempotencyKey })
      /** What its links ask for together, whatever became of them. */
      const asked = async (): Promise<number> => {
        const rows = await paylink.db('payment_links').where({ created_by: `key:${key.id}` })
        return rows.reduce((sum, row) => sum + Number(row.amount_centavos), 0) / 100
      }
      return { key, text, create, asked }
    }

    const statusesOf = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort()

    it('hold for links that are created at the same time', async () => {
      const { create, asked } = await limited({ dailyLimit: 100_000 })
      const replies = await Promise.all(Array.from({ length: 12 }, () => create(300)))
      expect(statusesOf(replies)).to.deep.equal([201, 201, 201, ...Array<number>(9).fill(403)])
      expect(await asked()).to.equal(900)
      expect((await create(100)).status, 'what was refused is not counted').to.equal(201)
      expect((await create(10)).status).to.equal(403)
    })

    it('hold for /v1 and /mcp together', async () => {
      const { text, create, asked } = await limited({ dailyLimit: 100_000 })
      const agent = await connectAgent(paylink, { key: text })
      const call = async () => {
        const given = { ...asking(300), idempotencyKey: `k-${++count}` }
        return (await callTool(agent, 'create_payment_link', given)).isError ? 403 : 201
      }
      const statuses = await Promise.all(
        Array.from({ length: 4 }, () => [create(300).then(({ status }) => status), call()]).flat(),
      )
      expect(statuses.sort()).to.deep.equal([201, 201, 201, 403, 403, 403, 403, 403])
      expect(await asked()).to.equal(900)
    })

    it('count a link once, however often its request is repeated', async () => {
      const { create, asked } = await limited({ dailyLimit: 100_000 })
      const together = await Promise.all([1, 2, 3, 4, 5].map(() => create(600, 'k-same')))
      expect(together.filter(({ status }) => ![201, 409].includes(status))).to.deep.equal([])
      expect((await create(600, 'k-same')).status).to.equal(201)
      expect(await asked()).to.equal(600)
      expect((await create(400)).status).to.equal(201)
      expect((await create(600, 'k-same')).status, 'a repeated request is no new link').to.equal(201)
    })

    it('count a link that was disabled: its customer has seen what it asks for', async () => {
      const { text, create } = await limited({ dailyLimit: 100_000 })
      const { body } = await create(1000)
      expect((await paylink.post(`/v1/payment_links/${body.id}/disable`, undefined, { key: text })).status).to.equal(
        200,
      )
      const refused = await create(10)
      expect([refused.status, refused.body.code]).to.deep.equal([403, 'forbidden'])
      expect(refused.body.detail).to.include('at most MXN 1000.00 a day').and.include('0.00 is left today')
    })

    it('begin anew with the day of the account', async () => {
      const { create } = await limited({ dailyLimit: 100_000 })
      expect((await create(1000)).status).to.equal(201)
      const { timeZone } = paylink.account.brand
      const now = paylink.clock.now()
      const midnight = startOfDay(addDays(localDay(now, timeZone), 1), timeZone)
      paylink.clock.advance(midnight.getTime() - now.getTime() - 1)
      expect((await create(10)).status).to.equal(403)
      paylink.clock.advance(1)
      expect((await create(1000)).status).to.equal(201)
      paylink.clock.advance(DAY_MS)
      expect((await create(1000)).status).to.equal(201)
    })

    it('for one link: refused above it, and in any other currency', async () => {
      const { create, asked } = await limited({ linkLimit: 50_000 })
      const over = await create(500.01)
      expect([over.status, over.body.detail]).to.deep.equal([
        ...[403, 'A link of this key may ask for at most MXN 500.00; this one asks for 500.01.'],
      ])
      const dollars = await create(10, undefined, { currency: 'USD' })
      expect([dollars.status, dollars.body.code]).to.deep.equal([403, 'forbidden'])
      expect((await create(500)).status).to.equal(201)
      expect(await asked()).to.equal(500)
    })

    it('are of each key alone', async () => {
      const [one, other] = [await limited({ dailyLimit: 100_000 }), await limited({ dailyLimit: 100_000 })]
      expect((await one.create(1000)).status).to.equal(201)
      expect((await other.create(1000)).status).to.equal(201)
      expect((await paylink.createLink()).id).to.match(/^plink_/)
    })

    it('hold from the next request after they were changed', async () => {
      const { key, create } = await limited({ dailyLimit: 100_000 })
      const limit = (controls: Controls | null): Promise<void> =>
        paylink.container.get(LimitKey).run(actFor(OPERATOR, key), key.id, controls)
      expect((await create(700)).status).to.equal(201)
      await limit({ ...NONE, dailyLimit: 70_000 })
      expect((await create(10)).status, 'what it asked for before counts').to.equal(403)
      await limit({ ...NONE, dailyLimit: 80_000 })
      expect((await create(100)).status).to.equal(201)
      await limit(null)
      expect((await create(5000)).status).to.equal(201)
    })
  })
}

import { expect } from 'chai'
import { type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { expireLinks, inMs, linkThatIs, MINUTE, type Situation } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'

const idsOf = (reply: Reply): string[] => (reply.body.data as { id: string }[]).map(({ id }) => id)

for (const engine of ENGINES) {
  describe(`reading links on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())

    const withLinks = async (count: number): Promise<{ merchant: Merchant; newestFirst: string[] }> => {
      const merchant = await Merchant.join(paylink)
      const ids: string[] = []
      for (let i = 0; i < count; i++) ids.push((await merchant.createLink({ title: `Nr. ${i}` })).id)
      return { merchant, newestFirst: ids.reverse() }
    }

    const walk = async (merchant: Merchant, limit: number, filter = ''): Promise<string[]> => {
      const seen: string[] = []
      for (let after = ''; ; after = `&starting_after=${seen.at(-1)}`) {
        const reply = await merchant.get(`/v1/payment_links?limit=${limit}${filter}${after}`)
        seen.push(...idsOf(reply))
        expect(idsOf(reply).length).to.be.at.most(limit)
        if (!reply.body.has_more) return seen
        expect(idsOf(reply).length).to.equal(limit)
      }
    }

    it('answers an empty list where nothing exists (R68, R102)', async () => {
      const { merchant } = await withLinks(0)
      const reply = await merchant.get('/v1/payment_links')
      expect(reply.body).to.deep.equal({ object: 'list', data: [], has_more: false })
    })

    it('lists 20 at a time, newest first, with the same fields as retrieving each (R23, R102, R104, R179)', async () => {
      const { merchant, newestFirst } = await withLinks(21)
      const reply = await merchant.get('/v1/payment_links')
      expect(idsOf(reply)).to.deep.equal(newestFirst.slice(0, 20))
      expect(reply.body.has_more).to.equal(true)
      const one = await merchant.get(`/v1/payment_links/${newestFirst[0]}`)
      expect(one.status).to.equal(200)
      expect(reply.body.data[0]).to.deep.equal(one.body)
    })

    it('pages through every link once, whatever the page size (R23, R102, R179)', async () => {
      const { merchant, newestFirst } = await withLinks(12)
      for (const limit of [1, 5, 6, 11, 12, 13, 100]) expect(await walk(merchant, limit)).to.deep.equal(newestFirst)
    })

    it('orders links of the same moment by id (R240)', async () => {
      const { merchant, newestFirst } = await withLinks(7)
      await paylink
        .writer('payment_links')
        .whereIn('id', newestFirst)
        .update({ created_at: '2026-01-01T00:00:00.000Z' })
      const byId = [...newestFirst].sort().reverse()
      for (const limit of [1, 2, 3, 7]) expect(await walk(merchant, limit)).to.deep.equal(byId)
    })

    it('keeps its position while new links arrive (R23)', async () => {
      const { merchant, newestFirst } = await withLinks(4)
      const first = await merchant.get('/v1/payment_links?limit=2')
      await merchant.createLink()
      const next = await merchant.get(`/v1/payment_links?limit=2&starting_after=${idsOf(first)[1]}`)
      expect([...idsOf(first), ...idsOf(next)]).to.deep.equal(newestFirst)
      expect(next.body.has_more).to.equal(false)
    })

    it('refuses a cursor that is not a link of this account and mode (R239)', async () => {
      const { merchant, newestFirst } = await withLinks(1)
      await merchant.change({ verifiedAt: inMs(paylink, 0), subscription: 'active' })
      await merchant.connect(true)
      const live = (await merchant.newKey({ livemode: true })).text
      const liveLink = await merchant.createLink({}, { key: live })
      const foreign = await paylink.createLink()
      await merchant.post(`/v1/payment_links/${newestFirst[0]}/mark_paid`)
      const payment = idsOf(await merchant.get('/v1/payments'))[0]
      const cursors = [foreign.id, liveLink.id, payment, 'plink_00000000000000000000000000', 'x', '', '%20', "'"]
      for (const cursor of cursors) {
        const reply = await merchant.get(`/v1/payment_links?starting_after=${cursor}`)
        expectProblem(reply, 400, 'validation_error', 'starting_after')
      }
    })

    it('does not find links of other accounts and modes (R161)', async () => {
      const { merchant } = await withLinks(0)
      const foreign = await paylink.createLink()
      for (const id of [foreign.id, 'plink_00000000000000000000000000', 'x', '__proto__', '%20']) {
        expectProblem(await merchant.get(`/v1/payment_links/${id}`), 404, 'not_found')
      }
    })

    const limits = ['0', '-1', '101', '1e2', '1.5', '', 'x', '٣', '%2B5', '99999999999999999999', '1&limit=2', 'null']
    it('accepts a limit from 1 to 100 (R102, R179)', async () => {
      const { merchant } = await withLinks(1)
      for (const limit of limits) {
        expectProblem(await merchant.get(`/v1/payment_links?limit=${limit}`), 400, 'validation_error', 'limit')
      }
      for (const limit of [1, 100])
        expect((await merchant.get(`/v1/payment_links?limit=${limit}`)).status).to.equal(200)
    })

    it('refuses an unknown status (R28, R102)', async () => {
      const { merchant } = await withLinks(0)
      for (const status of ['pending', 'ACTIVE', '', 'active,paid', 'active&status=paid']) {
        expectProblem(await merchant.get(`/v1/payment_links?status=${status}`), 400, 'validation_error', 'status')
      }
    })

    describe('by status', () => {
      const situations: Situation[] = ['active', 'processing', 'paid', 'disabled', 'expired', 'lapsed']
      const ids = {} as Record<Situation, string>
      let merchant: Merchant
      before(async () => {
        merchant = await Merchant.join(paylink)
        for (const situation of situations) ids[situation] = await linkThatIs(situation, paylink, merchant)
      })

      const expected: [string, Situation[]][] = [
        ['active', ['active']],
        ['processing', ['processing']],
        ['paid', ['paid']],
        ['disabled', ['disabled']],
        ['expired', ['lapsed', 'expired']],
      ]
      for (const [status, names] of expected) {
        it(`lists links that are ${status} now, before and after the sweep (R28, R83, R102)`, async () => {
          const reply = await merchant.get(`/v1/payment_links?status=${status}`)
          expect(idsOf(reply)).to.deep.equal(names.map((name) => ids[name]))
          for (const link of reply.body.data) expect(link.status).to.equal(status)
        })
      }

      it('pages through swept and unswept links in one order (R23, R83)', async () => {
        const more: string[] = []
        for (const situation of ['expired', 'lapsed', 'lapsed'] as const) {
          more.push(await linkThatIs(situation, paylink, merchant))
        }
        const all = [...more.reverse(), ids.lapsed, ids.expired]
        for (const limit of [1, 2, 3, 5]) expect(await walk(merchant, limit, '&status=expired')).to.deep.equal(all)
        await expireLinks(paylink)
        expect(await walk(merchant, 2, '&status=expired')).to.deep.equal(all)
        expect(await walk(merchant, 2, '&status=active')).to.deep.equal([ids.active])
      })
    })

    it('is expired from expiresAt on (R83)', async () => {
      const { merchant } = await withLinks(0)
      const { id } = await merchant.createLink({ expiresAt: inMs(paylink, MINUTE) })
      expect((await merchant.get(`/v1/payment_links/${id}`)).body.status).to.equal('active')
      paylink.clock.advance(MINUTE)
      expect((await merchant.get(`/v1/payment_links/${id}`)).body.status).to.equal('expired')
      await expireLinks(paylink)
      expect((await merchant.get(`/v1/payment_links/${id}`)).body.status).to.equal('expired')
    })
  })
}

import { expect } from 'chai'
import { type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'

const idsOf = (reply: Reply): string[] => (reply.body.data as { id: string }[]).map(({ id }) => id)

const MEMBERS = [
  ...['object', 'id', 'linkId', 'livemode', 'status', 'provider', 'providerRef', 'method', 'amountCentavos'],
  ...['currency', 'customerEmail', 'customerName', 'paidAt', 'createdAt', 'note', 'hasReference'],
  ...['reconcileAfter', 'reconcileError', 'metadata'],
]

for (const engine of ENGINES) {
  describe(`payments on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())

    const pay = async (merchant: Merchant): Promise<string> => {
      const { id } = await merchant.createLink()
      return (await merchant.post(`/v1/payment_links/${id}/mark_paid`)).body.paidPaymentId
    }
    const withPayments = async (count: number): Promise<{ merchant: Merchant; newestFirst: string[] }> => {
      const merchant = await Merchant.join(paylink)
      const ids: string[] = []
      for (let i = 0; i < count; i++) ids.push(await pay(merchant))
      return { merchant, newestFirst: ids.reverse() }
    }
    const walk = async (merchant: Merchant, limit: number, filter = ''): Promise<string[]> => {
      const seen: string[] = []
      for (let after = ''; ; after = `&starting_after=${seen.at(-1)}`) {
        const reply = await merchant.get(`/v1/payments?limit=${limit}${filter}${after}`)
        seen.push(...idsOf(reply))
        if (!reply.body.has_more) return seen
        expect(idsOf(reply).length).to.equal(limit)
      }
    }

    it('are listed 20 at a time, newest first, with the same fields as retrieving each (R12, R23, R47, R123-R124)', async () => {
      const { merchant, newestFirst } = await withPayments(21)
      const reply = await merchant.get('/v1/payments')
      expect(idsOf(reply)).to.deep.equal(newestFirst.slice(0, 20))
      expect(reply.body).to.include({ object: 'list', has_more: true })
      const one = (await merchant.get(`/v1/payments/${newestFirst[0]}`)).body
      expect(reply.body.data[0]).to.deep.equal(one)
      expect(Object.keys(one)).to.have.members(MEMBERS)
    })

    it('are paged through once, whatever the page size, even those of the same moment (R123, R179, R240)', async () => {
      const { merchant, newestFirst } = await withPayments(7)
      for (const limit of [1, 3, 6, 7, 100]) expect(await walk(merchant, limit)).to.deep.equal(newestFirst)
      await paylink.writer('payments').whereIn('id', newestFirst).update({ created_at: '2026-01-01T00:00:00.000Z' })
      const byId = [...newestFirst].sort().reverse()
      for (const limit of [1, 2, 7]) expect(await walk(merchant, limit)).to.deep.equal(byId)
      for (const limit of [1, 2]) expect(await walk(merchant, limit, '&status=succeeded')).to.deep.equal(byId)
    })

    it('are listed by status (R48, R123)', async () => {
      const { merchant, newestFirst } = await withPayments(2)
      const link = await merchant.createLink()
      await paylink.openCheckout(link)
      const pending = await merchant.get('/v1/payments?status=pending')
      expect(pending.body.data).to.have.length(1)
      expect(pending.body.data[0]).to.include({ linkId: link.id, provider: 'provider_a', status: 'pending' })
      expect(idsOf(await merchant.get('/v1/payments?status=succeeded'))).to.deep.equal(newestFirst)
      for (const status of ['failed', 'refunded', 'canceled']) {
        expect(idsOf(await merchant.get(`/v1/payments?status=${status}`))).to.deep.equal([])
      }
      for (const status of ['paid', 'SUCCEEDED', '', 'pending&status=failed']) {
        expectProblem(await merchant.get(`/v1/payments?status=${status}`), 400, 'validation_error', 'status')
      }
    })

    it('have a cursor that is a payment of this account and mode (R239)', async () => {
      const { merchant } = await withPayments(1)
      const foreign = await withPayments(1)
      const link = await merchant.createLink()
      const cursors = [foreign.newestFirst[0], link.id, 'pay_00000000000000000000000000', 'x', '', '%20']
      for (const cursor of cursors) {
        const reply = await merchant.get(`/v1/payments?starting_after=${cursor}`)
        expectProblem(reply, 400, 'validation_error', 'starting_after')
      }
    })

    it('have a limit from 1 to 100 (R123, R179)', async () => {
      const { merchant } = await withPayments(0)
      for (const limit of ['0', '101', '-1', '1e2', '', 'x', '1&limit=2']) {
        expectProblem(await merchant.get(`/v1/payments?limit=${limit}`), 400, 'validation_error', 'limit')
      }
      for (const limit of [1, 100]) expect((await merchant.get(`/v1/payments?limit=${limit}`)).status).to.equal(200)
    })

    it('of a checkout are pending, with the time of the next verification (R7, R47, R50, R54, R75, R85)', async () => {
      const merchant = await Merchant.join(paylink)
      const link = await merchant.createLink({ metadata: { a: 1 } })
      await paylink.openCheckout(link)
      const [payment] = (await merchant.get('/v1/payments')).body.data
      expect(payment).to.deep.include({ status: 'pending', paidAt: null, note: null, metadata: { a: 1 } })
      expect(payment.reconcileAfter > paylink.clock.now().toISOString()).to.equal(true)
      expect(payment.providerRef).to.not.match(/^(creating|manual):/)
      expect((await merchant.get(`/v1/payment_links/${link.id}`)).body.status).to.equal('processing')
    })

    it('recorded by the merchant stay settled after a sync (R69, R125, I24)', async () => {
      const { merchant, newestFirst } = await withPayments(1)
      const id = newestFirst[0]
      const before = (await merchant.get(`/v1/payments/${id}`)).body
      for (let i = 0; i < 2; i++) {
        const reply = await merchant.post(`/v1/payments/${id}/sync`)
        expect(reply.status).to.equal(200)
        expect(reply.body).to.deep.equal({
          paymentId: id,
          status: 'succeeded',
          outcome: 'updated',
          detail: 'already settled',
        })
      }
      expect((await merchant.get(`/v1/payments/${id}`)).body).to.deep.equal(before)
    })

    it('accept no body or an empty one for sync (R125)', async () => {
      const { merchant, newestFirst } = await withPayments(1)
      const path = `/v1/payments/${newestFirst[0]}/sync`
      expect((await merchant.post(path, {})).status).to.equal(200)
      for (const body of [{ force: true }, [1], 'x', null]) {
        expectProblem(await merchant.post(path, body), 400, 'validation_error', 'body')
      }
    })

    it('are visible to their own account only (R161, I46)', async () => {
      const { merchant } = await withPayments(0)
      const foreign = (await withPayments(1)).newestFirst[0] ?? ''
      for (const id of [foreign, 'pay_00000000000000000000000000', 'x', '__proto__']) {
        expectProblem(await merchant.get(`/v1/payments/${id}`), 404, 'not_found')
        expectProblem(await merchant.post(`/v1/payments/${id}/sync`), 404, 'not_found')
        expectProblem(await merchant.get(`/v1/payments/${id}/reference`), 404, 'not_found')
      }
    })
  })

  describe(`connections on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())

    it('are those of the key’s mode, newest first, with their current status (R14, R56-R57, R129)', async () => {
      const merchant = await Merchant.join(paylink)
      await merchant.change({ verifiedAt: paylink.clock.now().toISOString() })
      const live = (await merchant.newKey({ livemode: true })).text
      expect((await merchant.get('/v1/connections', { key: live })).body).to.deep.equal({
        object: 'list',
        data: [],
        has_more: false,
      })
      const [first] = (await merchant.get('/v1/connections')).body.data
      expect(Object.keys(first)).to.have.members([
        ...['id', 'provider', 'status', 'livemode', 'externalAccountId', 'displayName', 'lastError'],
        ...['lastCheckedAt', 'createdAt', 'updatedAt'],
      ])
      expect(first).to.include({ provider: 'provider_a', status: 'active', livemode: false, lastError: null })
      await merchant.disconnect(first.id)
      const [ended] = (await merchant.get('/v1/connections')).body.data
      expect(ended).to.include({ id: first.id, status: 'disconnected' })
      // The same account at the provider keeps its connection.
      expect(await merchant.connect()).to.equal(first.id)
      const liveId = await merchant.connect(true)
      const shown = (await merchant.get('/v1/connections')).body.data
      expect(shown.map(({ id, status }: any) => [id, status])).to.deep.equal([[first.id, 'active']])
      expect(idsOf(await merchant.get('/v1/connections', { key: live }))).to.deep.equal([liveId])
    })

    it('contain no secrets (R140, I48)', async () => {
      const merchant = await Merchant.join(paylink)
      expect((await merchant.get('/v1/connections')).text).to.not.match(/sk_|whsec_|secret|sealed/i)
    })
  })
}

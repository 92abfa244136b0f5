import type { ApiScope } from '@paylink/core/kernel/principal'
import { expect } from 'chai'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { inMs } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'

const SCOPES: ApiScope[] = [
  ...(['links:read', 'links:write', 'payments:read', 'payments:write'] as const),
  ...(['invoices:read', 'invoices:write', 'email:send', 'connections:read'] as const),
]

/** The scope that each operation needs, and its status with that scope. */
const NEEDS: [string, string, ApiScope | ApiScope[], number][] = [
  ['GET', '/v1/payment_links', 'links:read', 200],
  ['POST', '/v1/payment_links', 'links:write', 201],
  ['GET', '/v1/payment_links/x', 'links:read', 404],
  ['POST', '/v1/payment_links/x', 'links:write', 404],
  ['POST', '/v1/payment_links/x/mark_paid', ['links:write', 'payments:write'], 404],
  ['POST', '/v1/payment_links/x/disable', 'links:write', 404],
  ['GET', '/v1/payments', 'payments:read', 200],
  ['GET', '/v1/payments/x', 'payments:read', 404],
  ['POST', '/v1/payments/x/sync', 'payments:write', 404],
  ['GET', '/v1/payments/x/reference', 'payments:read', 404],
  ['GET', '/v1/connections', 'connections:read', 200],
]

const bodyOf = (method: string, path: string): object | undefined => {
  if (method === 'GET' || path.endsWith('/disable') || path.endsWith('/sync')) return undefined
  return path === '/v1/payment_links' ? linkBody() : {}
}

for (const engine of ENGINES) {
  describe(`what a key may do on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    it('is everything in its mode, without scopes (R18, R215)', async () => {
      for (const [method, path, , status] of NEEDS) {
        const options = { key: merchant.key, idempotencyKey: `all ${path}`.replace(/\W/g, '-') }
        const reply = await paylink.call(method, path, bodyOf(method, path), options)
        expect(reply.status, `${method} ${path}`).to.equal(status)
      }
    })

    for (const scope of SCOPES) {
      it(`with ${scope} is limited to that scope (R160, R215)`, async () => {
        const key = (await merchant.newKey({ scopes: [scope] })).text
        for (const [method, path, needed, status] of NEEDS) {
          const options = { key, idempotencyKey: `${scope}${path}` }
          const reply = await paylink.call(method, path, bodyOf(method, path), options)
          if (String(needed) === scope) expect(reply.status, `${method} ${path}`).to.equal(status)
          else expectProblem(reply, 403, 'forbidden')
        }
      })
    }

    it('includes marking a link as paid only with both scopes: it closes a link and creates a payment (R215)', async () => {
      const key = (await merchant.newKey({ scopes: ['links:write', 'payments:write'] })).text
      const { id } = await merchant.createLink()
      const paid = await merchant.post(`/v1/payment_links/${id}/mark_paid`, {}, { key })
      expect(paid.body).to.include({ status: 'paid' })
    })

    it('is nothing with an empty list of scopes (R215)', async () => {
      const { key: made, text: key } = await merchant.newKey()
      await paylink.appliance.composition.database.writer('api_keys').where({ id: made.id }).update({ scopes: '[]' })
      for (const [method, path] of NEEDS) {
        expectProblem(await paylink.call(method, path, bodyOf(method, path), { key }), 403, 'forbidden')
      }
    })

    it('is nothing while the account is suspended (R160, R215)', async () => {
      const suspended = await Merchant.join(paylink)
      await suspended.change({ suspendedAt: inMs(paylink, 0) })
      for (const path of ['/v1/payment_links', '/v1/payments', '/v1/connections', '/v1/nowhere']) {
        expectProblem(await suspended.get(path), 403, 'forbidden')
      }
      expectProblem(await suspended.create(), 403, 'forbidden')
      await suspended.change({ suspendedAt: null })
      expect((await suspended.create()).status).to.equal(201)
    })

    describe('live', () => {
      let trader: Merchant
      let key: string
      before(async () => {
        trader = await Merchant.join(paylink, { changes: { verifiedAt: inMs(paylink, 0) } })
        key = (await trader.newKey({ livemode: true })).text
      })

      it('needs a verified profile to create a key (R139, R223)', async () => {
        const unknown = await Merchant.join(paylink, { connected: false })
        const refusal = await unknown.newKey({ livemode: true }).catch((error: { code: string }) => error.code)
        expect(refusal).to.equal('forbidden')
      })

      it('needs an active subscription to create links, and for nothing else (R115, R139, R159, R223)', async () => {
        expectProblem(await trader.create({}, { key }), 402, 'subscription_required')
        for (const path of ['/v1/payment_links', '/v1/payments', '/v1/connections']) {
          expect((await trader.get(path, { key })).status).to.equal(200)
        }
        expect((await trader.create()).status).to.equal(201)
      })

      it('needs a connection in live mode once it may create links (R112, R224)', async () => {
        await trader.change({ subscription: 'active' })
        expectProblem(await trader.create({}, { key }), 409, 'no_active_connection')
        await trader.connect(true)
        const link = await trader.createLink({}, { key })
        expect(link).to.include({ livemode: true, status: 'active' })
        expect((await trader.get(`/v1/payment_links/${link.id}`, { key })).body.livemode).to.equal(true)
      })

      it('continues for existing links when the subscription ends (R115)', async () => {
        const { id } = await trader.createLink({}, { key })
        const options = { key, idempotencyKey: 'before-the-end' }
        const created = await trader.create({}, options)
        await trader.change({ subscription: 'inactive' })
        expectProblem(await trader.create({}, { key }), 402, 'subscription_required')
        expect((await trader.create({}, options)).text).to.equal(created.text)
        expect((await trader.post(`/v1/payment_links/${id}`, { title: 'Otra' }, { key })).status).to.equal(200)
        const paid = await trader.post(`/v1/payment_links/${id}/mark_paid`, undefined, { key })
        expect(paid.body).to.include({ status: 'paid', livemode: true })
        const payment = (await trader.get(`/v1/payments/${paid.body.paidPaymentId}`, { key })).body
        expect(payment.livemode).to.equal(true)
      })

      it('ends when the profile is no longer verified; test mode stays (R139, R215, R223)', async () => {
        await trader.change({ verifiedAt: null })
        expectProblem(await trader.get('/v1/payment_links', { key }), 403, 'forbidden')
        expectProblem(await trader.create({}, { key }), 403, 'forbidden')
        expect((await trader.get('/v1/payment_links')).status).to.equal(200)
      })
    })
  })
}

import { RunOnce } from '@paylink/core/idempotency/run-once'
import { expect } from 'chai'
import { linkBody, type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { DAY, HOUR, inMs, MINUTE } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'
import { rowCounts } from '../support/rows.js'

const CREATE = '/v1/payment_links'

const replayed = ({ headers }: Reply): string | null => headers.get('idempotency-replayed')

const same: [string, string][] = [
  ['the order of keys', '{"items":[{"unitPriceCentavos":15000,"quantity":1,"name":"Taza"}],"title":"Renta"}'],
  ['white space', '{ "title" : "Renta",\n\t"items" : [ { "name":"Taza","quantity":1,"unitPriceCentavos":15000 } ] }'],
  ['escapes', '{"title":"\\u0052enta","items":[{"name":"Taza","quantity":1,"unitPriceCentavos":15000}]}'],
  ['how a number is written', '{"title":"Renta","items":[{"name":"Taza","quantity":1.0,"unitPriceCentavos":1.5e4}]}'],
  [
    'a key given twice',
    '{"title":"x","title":"Renta","items":[{"name":"Taza","quantity":1,"unitPriceCentavos":15000}]}',
  ],
  [
    'defaults spelt out',
    JSON.stringify({
      title: 'Renta',
      items: [{ name: 'Taza', quantity: 1, unitPriceCentavos: 15000, tax: 'iva_included' }],
      currency: 'mxn',
      metadata: {},
      providers: [],
      invoiceable: false,
    }),
  ],
]
const FIRST = '{"title":"Renta","items":[{"name":"Taza","quantity":1,"unitPriceCentavos":15000}]}'

const others: [string, object][] = [
  ['title', { title: 'Otra' }],
  ['a price', { items: [{ name: 'Taza azul', quantity: 1, unitPriceCentavos: 15_001 }] }],
  ['a tax', { items: [{ name: 'Taza azul', quantity: 1, unitPriceCentavos: 15_000, tax: 'exempt' }] }],
  ['currency', { currency: 'USD' }],
  ['description', { description: '' }],
  ['customerEmail', { customerEmail: 'ana@example.com' }],
  ['customerName', { customerName: 'Ana' }],
  ['expiresAt', { expiresAt: '2099-01-01T00:00:00Z' }],
  ['metadata', { metadata: { a: 1 } }],
  ['the kind of a value', { metadata: { a: '1' } }],
  ['providers', { providers: ['provider_a'] }],
]

for (const engine of ENGINES) {
  describe(`repeating a request with its key on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    const linksOf = async (of: Merchant): Promise<number> =>
      (await of.get(`${CREATE}?limit=100`)).body.data.length as number

    it('returns the same response byte for byte, and creates nothing (R101, R116, I30-I31)', async () => {
      const options = { idempotencyKey: 'same' }
      const changes = { metadata: { b: 1, 10: 'x', a: 1e-21, c: 0.1, d: -0 }, customerName: 'Ñandú 🧾' }
      const first = await merchant.create(changes, options)
      const before = await rowCounts(paylink)
      for (let i = 0; i < 3; i++) {
        const again = await merchant.create(changes, options)
        expect([again.status, again.text, replayed(again)]).to.deep.equal([201, first.text, 'true'])
        expect(again.headers.get('content-type')).to.equal(first.headers.get('content-type'))
      }
      expect(replayed(first)).to.equal('false')
      expect(await rowCounts(paylink)).to.deep.equal(before)
    })

    it('returns the stored response, whatever became of the link (R116, I31)', async () => {
      const options = { idempotencyKey: 'then' }
      const first = await merchant.create({}, options)
      await merchant.post(`${CREATE}/${first.body.id}`, { metadata: { a: 1 } })
      await merchant.post(`${CREATE}/${first.body.id}/disable`)
      expect((await merchant.create({}, options)).text).to.equal(first.text)
    })

    it('ignores property order, white space and explicit defaults (R116, R241)', async () => {
      const first = await merchant.post(CREATE, undefined, { raw: FIRST, idempotencyKey: 'spelling' })
      for (const [name, raw] of same) {
        const again = await merchant.post(CREATE, undefined, { raw, idempotencyKey: 'spelling' })
        expect([again.text, replayed(again)], name).to.deep.equal([first.text, 'true'])
      }
    })

    it('is another request with another body: 422 (R166, I32)', async () => {
      const options = { idempotencyKey: 'other-body' }
      const first = await merchant.create({ metadata: { z: 1 } }, options)
      for (const [name, changes] of others) {
        const reply = await merchant.create(changes, options)
        expect(reply.status, name).to.equal(422)
        expectProblem(reply, 422, 'idempotency_key_reuse')
      }
      expect((await merchant.create({ metadata: { z: 1 } }, options)).text).to.equal(first.text)
    })

    it('is another request at another address: 422 (R166, R243, I32)', async () => {
      const options = { idempotencyKey: 'other-operation' }
      const { id } = (await merchant.create({}, options)).body
      const other = await merchant.createLink()
      for (const path of [`/${id}`, `/${other.id}`, `/${id}/mark_paid`, `/${id}/disable`, '/unknown/disable']) {
        const body = path.includes('/disable') ? undefined : {}
        expectProblem(await merchant.post(`${CREATE}${path}`, body, options), 422, 'idempotency_key_reuse')
      }
      expect((await merchant.get(`${CREATE}/${id}`)).body.status).to.equal('active')
    })

    it('validates the request before looking up the key (R100)', async () => {
      const options = { idempotencyKey: 'validated' }
      await merchant.create({}, options)
      expectProblem(await merchant.create({ title: '' }, options), 400, 'validation_error', 'title')
      expectProblem(await merchant.create({}, { ...options, key: 'sk_test_x' }), 401, 'unauthorized')
      const restricted = (await merchant.newKey({ scopes: ['links:read'] })).text
      expectProblem(await merchant.create({}, { ...options, key: restricted }), 403, 'forbidden')
    })

    it('is a new request after an error: only successes are stored (R241, I34)', async () => {
      const alone = await Merchant.join(paylink, { connected: false })
      const options = { idempotencyKey: 'refused' }
      expectProblem(await alone.create({}, options), 409, 'no_active_connection')
      expectProblem(await alone.create({ title: '' }, options), 400, 'validation_error', 'title')
      await alone.connect()
      expectProblem(await alone.create({ expiresAt: inMs(paylink, -1) }, options), 400, 'validation_error', 'expiresAt')
      const created = await alone.create({ title: 'Otra' }, options)
      expect([created.status, replayed(created)]).to.deep.equal([201, 'false'])
    })

    it('replays even if the provider has been disconnected since (R112, R116, I33)', async () => {
      const other = await Merchant.join(paylink, { connected: false })
      const connection = await other.connect()
      const options = { idempotencyKey: 'disconnected' }
      const input = { providers: ['provider_a'], expiresAt: inMs(paylink, MINUTE) }
      const first = await other.create(input, options)
      await other.disconnect(connection)
      paylink.clock.advance(2 * MINUTE)
      const again = await other.create(input, options)
      expect([again.status, again.text, replayed(again)]).to.deep.equal([201, first.text, 'true'])
      expectProblem(await other.create({ ...input, title: 'x' }, options), 422, 'idempotency_key_reuse')
    })

    it('replays for 24 hours, then is a new request (R177, I35)', async () => {
      const other = await Merchant.join(paylink)
      const options = { idempotencyKey: 'a-day' }
      const first = await other.create({}, options)
      paylink.clock.advance(DAY - MINUTE)
      expect((await other.create({}, options)).text).to.equal(first.text)
      paylink.clock.advance(MINUTE + 1)
      const later = await other.create({ title: 'Otra' }, options)
      expect([later.status, replayed(later)]).to.deep.equal([201, 'false'])
      expect(await linksOf(other)).to.equal(2)
      expect((await other.create({ title: 'Otra' }, options)).text).to.equal(later.text)
    })

    it('is deleted eventually (R177, R263)', async () => {
      const other = await Merchant.join(paylink)
      await other.create({}, { idempotencyKey: 'forgotten' })
      const kept = (): Promise<unknown[]> => paylink.db('idempotency_keys').where({ account_id: other.account.id })
      const once = paylink.container.get(RunOnce)
      paylink.clock.advance(DAY)
      await once.deleteExpired()
      expect(await kept()).to.have.length(1)
      paylink.clock.advance(HOUR + 1)
      await once.deleteExpired()
      expect(await kept()).to.have.length(0)
    })

    it('is scoped to one account and mode (R141, R243)', async () => {
      const changes = { verifiedAt: inMs(paylink, 0), subscription: 'active' as const }
      const [one, two] = [await Merchant.join(paylink, { changes }), await Merchant.join(paylink)]
      await one.connect(true)
      const live = (await one.newKey({ livemode: true })).text
      const options = { idempotencyKey: 'shared' }
      const replies = [
        await one.create({}, options),
        await two.create({ title: 'Otra' }, options),
        await one.create({ title: 'Viva' }, { ...options, key: live }),
      ]
      expect(replies.map(replayed)).to.deep.equal(['false', 'false', 'false'])
      expect(new Set(replies.map(({ body }) => body.id)).size).to.equal(3)
      const second = (await one.newKey()).text
      expect(replayed(await one.create({}, { ...options, key: second }))).to.equal('true')
    })

    describe('with an optional key', () => {
      const operations: [string, (id: string) => string, object | undefined, object][] = [
        ['update', (id) => `${CREATE}/${id}`, { title: 'Otra' }, { title: 'Más' }],
        ['mark_paid', (id) => `${CREATE}/${id}/mark_paid`, { note: 'a' }, { note: 'b' }],
      ]
      for (const [name, path, body, other] of operations) {
        it(`${name} replays, and refuses another body (R101, R105-R106, R177)`, async () => {
          const options = { idempotencyKey: `optional-${name}` }
          const { id } = await merchant.createLink()
          const first = await merchant.post(path(id), body, options)
          expect([first.status, replayed(first)]).to.deep.equal([200, 'false'])
          const before = await rowCounts(paylink)
          const again = await merchant.post(path(id), body, options)
          expect([again.status, again.text, replayed(again)]).to.deep.equal([200, first.text, 'true'])
          expectProblem(await merchant.post(path(id), other, options), 422, 'idempotency_key_reuse')
          const { id: second } = await merchant.createLink()
          expectProblem(await merchant.post(path(second), body, options), 422, 'idempotency_key_reuse')
          expect((await rowCounts(paylink))['idempotency_keys']).to.equal((before['idempotency_keys'] ?? 0) + 1)
        })
      }

      it('update replays after the link was paid (I33)', async () => {
        const options = { idempotencyKey: 'update-then-paid' }
        const { id } = await merchant.createLink()
        const first = await merchant.post(`${CREATE}/${id}`, { title: 'Otra' }, options)
        await merchant.post(`${CREATE}/${id}/mark_paid`)
        expect((await merchant.post(`${CREATE}/${id}`, { title: 'Otra' }, options)).text).to.equal(first.text)
        const fresh = await merchant.post(`${CREATE}/${id}`, { title: 'Otra' }, { idempotencyKey: 'update-fresh' })
        expectProblem(fresh, 409, 'link_already_paid')
      })

      it('mark_paid ignores explicit defaults (R121, R241)', async () => {
        const options = { idempotencyKey: 'mark-paid-defaults' }
        const { id } = await merchant.createLink()
        const first = await merchant.post(`${CREATE}/${id}/mark_paid`, undefined, options)
        const again = await merchant.post(`${CREATE}/${id}/mark_paid`, { method: 'other' }, options)
        expect([again.text, replayed(again)]).to.deep.equal([first.text, 'true'])
        expectProblem(await merchant.post(`${CREATE}/${id}/mark_paid`), 409, 'link_already_paid')
      })

      it('disable replays (R101, R107, R177)', async () => {
        const options = { idempotencyKey: 'disable' }
        const { id } = await merchant.createLink()
        const first = await merchant.post(`${CREATE}/${id}/disable`, undefined, options)
        await merchant.post(`${CREATE}/${id}/mark_paid`)
        const again = await merchant.post(`${CREATE}/${id}/disable`, undefined, options)
        expect([again.text, replayed(again)]).to.deep.equal([first.text, 'true'])
        expectProblem(await merchant.post(`${CREATE}/${id}/disable`), 409, 'link_already_paid')
        expect(await paylink.eventTypes(id)).to.deep.equal(['payment_link.disabled', 'payment_link.paid'])
      })

      it('stores no error, and frees the key (R241, I34)', async () => {
        const { id } = await merchant.createLink()
        await merchant.post(`${CREATE}/${id}/mark_paid`)
        for (const action of ['', '/mark_paid', '/disable']) {
          const options = { idempotencyKey: 'given-back' }
          const body = action === '/disable' ? undefined : {}
          expectProblem(await merchant.post(`${CREATE}/${id}${action}`, body, options), 409, 'link_already_paid')
        }
        expect((await merchant.post(CREATE, linkBody(), { idempotencyKey: 'given-back' })).status).to.equal(201)
      })

      it('sends no replay header when no key was sent (R101)', async () => {
        const { id } = await merchant.createLink()
        for (const reply of [
          await merchant.post(`${CREATE}/${id}`, {}),
          await merchant.post(`${CREATE}/${id}/disable`),
        ]) {
          expect(replayed(reply)).to.equal(null)
        }
      })
    })
  })
}

import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { inMs, linkThatIs, MINUTE, type Situation } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'

const FULL_LINK = {
  description: 'Con flores',
  customerEmail: 'ana@example.com',
  customerName: 'Ana',
  expiresAt: '2099-01-01T00:00:00.000Z',
  metadata: { order: 'A-1', size: 3 },
  providers: ['provider_a'],
}

/** A change, and the fields of the link afterwards. */
const changes: [string, object, object][] = [
  ['title', { title: 'Otra taza' }, { title: 'Otra taza' }],
  ['description', { description: 'Nueva' }, { description: 'Nueva' }],
  ['description cleared', { description: null }, { description: null }],
  ['customerEmail', { customerEmail: 'eva@example.com' }, { customerEmail: 'eva@example.com' }],
  ['customerEmail cleared', { customerEmail: null }, { customerEmail: null }],
  ['customerName', { customerName: 'Eva' }, { customerName: 'Eva' }],
  ['customerName cleared', { customerName: null }, { customerName: null }],
  ['expiresAt', { expiresAt: '2098-01-01T00:00:00-06:00' }, { expiresAt: '2098-01-01T06:00:00.000Z' }],
  ['expiresAt removed', { expiresAt: null }, { expiresAt: null }],
  ['metadata as a whole', { metadata: { size: 4 } }, { metadata: { size: 4 } }],
  ['metadata emptied', { metadata: {} }, { metadata: {} }],
  ['metadata cleared', { metadata: null }, { metadata: {} }],
  ['providers emptied', { providers: [] }, { providers: [] }],
  ['providers', { providers: ['provider_a'] }, { providers: ['provider_a'] }],
  ['invoiceable', { invoiceable: false }, { invoiceable: false }],
  ['nothing', {}, {}],
  [
    'everything at once',
    { title: 'T', description: 'D', customerEmail: 'o@example.com', customerName: 'O', metadata: { a: true } },
    { title: 'T', description: 'D', customerEmail: 'o@example.com', customerName: 'O', metadata: { a: true } },
  ],
]

const refused: [Situation, number, string][] = [
  ['paid', 409, 'link_already_paid'],
  ['expired', 410, 'link_expired'],
  ['lapsed', 410, 'link_expired'],
  ['disabled', 400, 'validation_error'],
]

const immutable = [
  'items',
  'amountCentavos',
  'currency',
  'status',
  'slug',
  'id',
  'livemode',
  'channel',
  'url',
  'createdAt',
]

for (const engine of ENGINES) {
  describe(`changing a link on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    const at = (id: string): string => `/v1/payment_links/${id}`
    const read = async (id: string): Promise<any> => (await merchant.get(at(id))).body

    for (const [name, change, shown] of changes) {
      it(`changes ${name}, and leaves the rest (R31, R46, R105, R117-R119)`, async () => {
        const { id } = await merchant.createLink(FULL_LINK)
        const before = await read(id)
        const reply = await merchant.post(at(id), change)
        expect(reply.status, reply.text).to.equal(200)
        expect(reply.body).to.deep.equal({ ...before, ...shown })
        expect(await read(id)).to.deep.equal(reply.body)
        expect(await paylink.eventTypes(id)).to.deep.equal([])
      })
    }

    it('changes a link while its checkout is open (R84)', async () => {
      const id = await linkThatIs('processing', paylink, merchant)
      const reply = await merchant.post(at(id), { title: 'Otra', expiresAt: null })
      expect(reply.body).to.include({ title: 'Otra', status: 'processing' })
    })

    for (const [situation, status, code] of refused) {
      it(`does not change a link that is ${situation}: ${status} ${code} (R84, R226-R227)`, async () => {
        const id = await linkThatIs(situation, paylink, merchant)
        const before = await read(id)
        const paths = code === 'validation_error' ? ['status'] : []
        for (const change of [{ title: 'Otra' }, { expiresAt: null }, {}]) {
          expectProblem(await merchant.post(at(id), change), status, code, ...paths)
        }
        expect(await read(id)).to.deep.equal(before)
      })
    }

    for (const field of immutable) {
      it(`rejects ${field} (R73, R120, I7)`, async () => {
        const { id } = await merchant.createLink()
        const before = await read(id)
        const reply = await merchant.post(at(id), { title: 'Otra', [field]: before[field] })
        expectProblem(reply, 400, 'validation_error', field)
        expect(await read(id)).to.deep.equal(before)
      })
    }

    it('refuses an expiry in the past (R118)', async () => {
      const { id } = await merchant.createLink()
      for (const ms of [0, -1, -MINUTE]) {
        const reply = await merchant.post(at(id), { expiresAt: inMs(paylink, ms) })
        expectProblem(reply, 400, 'validation_error', 'expiresAt')
      }
      expect((await merchant.post(at(id), { expiresAt: inMs(paylink, MINUTE) })).status).to.equal(200)
    })

    it('extends or removes the expiry before the link expires (R118)', async () => {
      const { id } = await merchant.createLink({ expiresAt: inMs(paylink, MINUTE) })
      await merchant.post(at(id), { expiresAt: null })
      paylink.clock.advance(MINUTE)
      expect((await read(id)).status).to.equal('active')
    })

    it('accepts connected providers only (R112, R119, R163)', async () => {
      const other = await Merchant.join(paylink)
      const { id } = await other.createLink()
      const [connection] = (await other.get('/v1/connections')).body.data
      await other.disconnect(connection.id)
      expectProblem(await other.post(at(id), { providers: ['provider_a'] }), 409, 'no_active_connection')
      expect((await other.post(at(id), { providers: [], title: 'Otra' })).status).to.equal(200)
    })

    it('refuses invoiceable without tax codes or an invoicing connection (R113, R119)', async () => {
      const plain = await merchant.createLink()
      const reply = await merchant.post(at(plain.id), { invoiceable: true })
      expectProblem(reply, 400, 'validation_error', 'items[0].satProductCode', 'items[0].satUnitCode')
      const item = {
        name: 'Renta',
        quantity: 1,
        unitPriceCentavos: 5000,
        satProductCode: '83101800',
        satUnitCode: 'E48',
      }
      const coded = await merchant.createLink({ items: [{ ...item, tax: 'exempt' }] })
      expectProblem(await merchant.post(at(coded.id), { invoiceable: true }), 400, 'validation_error', 'invoiceable')
    })

    it('applies a change completely or not at all (I7)', async () => {
      const { id } = await merchant.createLink()
      const before = await read(id)
      for (const bad of [
        { customerEmail: 'no-address' },
        { expiresAt: inMs(paylink, -1) },
        { providers: ['provider_z'] },
      ]) {
        expect((await merchant.post(at(id), { title: 'Otra', ...bad })).status).to.equal(400)
      }
      expect(await read(id)).to.deep.equal(before)
    })

    it('requires a body (R105)', async () => {
      const { id } = await merchant.createLink()
      expectProblem(await merchant.post(at(id)), 400, 'validation_error', 'body')
      const typed = { headers: { 'Content-Type': 'application/json' } }
      expectProblem(await merchant.post(at(id), undefined, typed), 400, 'validation_error', 'body')
      expectProblem(await merchant.post(at(id), null), 400, 'validation_error', 'body')
    })

    it('answers 404 for an unknown link (R161)', async () => {
      const foreign = await paylink.createLink()
      for (const id of [foreign.id, 'plink_00000000000000000000000000', 'x']) {
        expectProblem(await merchant.post(at(id), { title: 'Mine' }), 404, 'not_found')
      }
    })

    it('does not change earlier payments (R55)', async () => {
      const link = await merchant.createLink({ metadata: { a: 1 } })
      await paylink.openCheckout(link)
      await merchant.post(at(link.id), { metadata: { a: 2 }, customerName: 'Eva' })
      const { data } = (await merchant.get('/v1/payments?limit=1')).body
      expect(data[0]).to.deep.include({ linkId: link.id, metadata: { a: 1 }, customerName: null })
    })
  })
}

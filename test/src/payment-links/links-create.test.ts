import { expect } from 'chai'
import fc from 'fast-check'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { inMs, MINUTE } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'

const CREATED = ['object', 'id', 'livemode', 'status', 'url', 'amountCentavos', 'currency', 'expiresAt', 'metadata']
const FULL = [
  ...CREATED,
  ...['slug', 'title', 'description', 'items', 'customerEmail', 'customerName', 'createdAt', 'paidPaymentId'],
  ...['channel', 'providers', 'invoiceable'],
]

for (const engine of ENGINES) {
  describe(`creating a link on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    const kept = async (changes: object): Promise<any> => {
      const { id } = await merchant.createLink(changes)
      return (await merchant.get(`/v1/payment_links/${id}`)).body
    }

    it('answers 201 with exactly the fields of a created link (R20, R27, R74, R103)', async () => {
      const reply = await merchant.create({ metadata: { a: 1 } })
      expect(reply.status).to.equal(201)
      expect(reply.headers.get('content-type')).to.match(/^application\/json/)
      expect(Object.keys(reply.body)).to.deep.equal(CREATED)
      expect(reply.body).to.deep.include({
        object: 'payment_link',
        livemode: false,
        status: 'active',
        amountCentavos: 15_000,
        currency: 'MXN',
        expiresAt: null,
        metadata: { a: 1 },
      })
      expect(reply.body.id).to.match(/^plink_[0-7][0-9a-z]{25}$/)
      expect(reply.headers.get('idempotency-replayed')).to.equal('false')
    })

    it('fills in the defaults (R22, R31, R33, R41, R108-R113)', async () => {
      const before = paylink.clock.now().toISOString()
      const link = await kept({})
      expect(Object.keys(link)).to.have.members(FULL)
      expect(link).to.deep.include({
        title: 'Taza de barro',
        description: null,
        items: [{ name: 'Taza azul', quantity: 1, unitPriceCentavos: 15_000, tax: 'iva_included' }],
        customerEmail: null,
        customerName: null,
        expiresAt: null,
        metadata: {},
        paidPaymentId: null,
        channel: 'api',
        providers: [],
        invoiceable: false,
        currency: 'MXN',
      })
      expect(link.createdAt >= before && link.createdAt <= paylink.clock.now().toISOString()).to.equal(true)
    })

    it('stores every field unchanged (R36-R45, R108-R112)', async () => {
      const given = {
        title: 'Renta de mayo',
        description: 'Piso 3\r\nPuerta B',
        items: [
          { name: 'Renta', quantity: 2, unitPriceCentavos: 70_000, tax: 'exempt' },
          {
            name: 'Luz',
            quantity: 1,
            unitPriceCentavos: 10_000,
            satProductCode: '83101800',
            satUnitCode: 'E48',
            tax: 'iva_added',
          },
        ],
        currency: 'USD',
        customerEmail: 'ana.lopez+renta@example.com.mx',
        customerName: 'Ana López',
        expiresAt: '2099-12-31T18:00:00.000Z',
        metadata: { order: 'A-1', paid: false, count: 3.5 },
        providers: ['provider_a'],
        invoiceable: false,
      }
      const link = await kept(given)
      expect(link).to.deep.include(given)
      expect(link.amountCentavos).to.equal(151_600)
    })

    it('gives the page a URL that cannot be guessed (R6, R198, I10)', async () => {
      const links = await Promise.all(Array.from({ length: 20 }, () => merchant.createLink()))
      const slugs = links.map(({ url }) => String(url).replace(`${paylink.url}/p/`, ''))
      for (const slug of slugs) expect(slug).to.match(/^[1-9A-HJ-NP-Za-km-z]{22}$/)
      expect(new Set(slugs).size).to.equal(20)
      expect((await merchant.get(`/v1/payment_links/${links[0]?.id}`)).body.slug).to.equal(slugs[0])
    })

    it('creates no payment and no event (R9)', async () => {
      const { id } = await merchant.createLink()
      expect((await merchant.get('/v1/payments')).body.data).to.deep.equal([])
      expect(await paylink.eventTypes(id)).to.deep.equal([])
    })

    it('returns currencies in upper case (R30, R109)', async () => {
      expect((await merchant.createLink({ currency: 'usd' })).currency).to.equal('USD')
      expect((await merchant.createLink({ currency: 'eUr' })).currency).to.equal('EUR')
    })

    const refusedCurrencies = [
      ...['JPY', 'CLP', 'KRW', 'VND', 'XAF', 'PYG', 'UGX'],
      ...['BHD', 'JOD', 'KWD', 'OMR', 'TND', 'IQD', 'LYD'],
      ...['XXX', 'ZZZ', 'HUF'],
    ]
    it(`refuses currencies without two decimals, or that no provider supports (R109)`, async () => {
      for (const currency of refusedCurrencies) {
        expectProblem(await merchant.create({ currency }), 400, 'validation_error', 'currency')
      }
    })

    const moments = [
      ['2099-12-31T18:00:00-06:00', '2100-01-01T00:00:00.000Z'],
      ['2099-12-31T18:00:00.5Z', '2099-12-31T18:00:00.500Z'],
      ['2099-12-31t18:00:00z', '2099-12-31T18:00:00.000Z'],
      ['2096-02-29T00:00:00+14:00', '2096-02-28T10:00:00.000Z'],
      ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ] as const
    for (const [given, expected] of moments) {
      it(`reads expiresAt ${given} as ${expected} (R26, R111)`, async () => {
        expect((await merchant.createLink({ expiresAt: given })).expiresAt).to.equal(expected)
      })
    }

    it('accepts an expiry in the near future, none in the past (R111)', async () => {
      expect((await merchant.createLink({ expiresAt: inMs(paylink, MINUTE) })).status).to.equal('active')
      for (const ms of [0, -1, -365 * 24 * 60 * MINUTE]) {
        const refused = await merchant.create({ expiresAt: inMs(paylink, ms) })
        expectProblem(refused, 400, 'validation_error', 'expiresAt')
      }
    })

    it('needs an active connection for the mode, or for each provider named (R112, R163, R224-R225)', async () => {
      const alone = await Merchant.join(paylink, { connected: false })
      expectProblem(await alone.create(), 409, 'no_active_connection')
      expectProblem(await alone.create({ providers: ['provider_a'] }), 409, 'no_active_connection')
      const connection = await alone.connect()
      expect((await alone.create({ providers: ['provider_a'] })).status).to.equal(201)
      await alone.disconnect(connection)
      expectProblem(await alone.create({ providers: [] }), 409, 'no_active_connection')
    })

    it('stores metadata unchanged (R43, R45)', async () => {
      const text = (maxLength: number, minLength = 0): fc.Arbitrary<string> =>
        fc.string({ unit: 'binary', minLength, maxLength }).filter((made) => !made.includes('\0'))
      const key = text(40, 1)
      const isKept = (number: number): boolean => !Number.isInteger(number) || Number.isSafeInteger(number)
      const finite = fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .filter(isKept)
        .map((number) => number + 0)
      const value = fc.oneof(text(500), finite, fc.integer(), fc.boolean())
      const metadata = fc.dictionary(key, value, { maxKeys: 50, noNullPrototype: true })
      await fc.assert(
        fc.asyncProperty(metadata, async (given) => {
          const sent = JSON.parse(JSON.stringify(given)) as object
          expect((await kept({ metadata: given })).metadata).to.deep.equal(sent)
        }),
        { numRuns: 40 },
      )
    })

    const texts = [
      'a',
      '  ',
      'é',
      'e\u0301',
      '👩‍👩‍👧',
      'مرحبا',
      '<script>alert(1)</script>',
      "'; drop table x",
      '\r\n\t\u2028',
    ]
    it('stores texts of any script unchanged (R108)', async () => {
      for (const title of texts) expect((await kept({ title, customerName: title })).title).to.equal(title)
    })

    it('counts code points, not UTF-16 units (R186-R188)', async () => {
      const emoji = '🧾'
      const given = {
        title: emoji.repeat(200),
        description: emoji.repeat(2000),
        customerName: emoji.repeat(200),
        items: [{ name: emoji.repeat(200), quantity: 1, unitPriceCentavos: 5000 }],
        metadata: { [emoji.repeat(40)]: emoji.repeat(500) },
      }
      expect((await kept(given)).title).to.equal(given.title)
      for (const [changes, path] of [
        [{ title: emoji.repeat(201) }, 'title'],
        [{ description: emoji.repeat(2001) }, 'description'],
        [{ customerName: emoji.repeat(201) }, 'customerName'],
        [{ metadata: { a: emoji.repeat(501) } }, 'metadata.a'],
      ] as const) {
        expectProblem(await merchant.create(changes), 400, 'validation_error', path)
      }
    })

    describe('that is invoiceable', () => {
      const coded = { satProductCode: '83101800', satUnitCode: 'E48', tax: 'exempt' }
      const item = { name: 'Renta', quantity: 1, unitPriceCentavos: 70_000 }

      it('reports each missing code with its path (R39-R41, R113)', async () => {
        const items = [{ ...item, ...coded }, item, { ...item, ...coded, satUnitCode: undefined }]
        expectProblem(
          await merchant.create({ invoiceable: true, items }),
          400,
          'validation_error',
          'items[1].satProductCode',
          'items[1].satUnitCode',
          'items[1].tax',
          'items[2].satUnitCode',
        )
      })

      it('needs an invoicing connection in this mode (R60, R113)', async () => {
        const refused = await merchant.create({ invoiceable: true, items: [{ ...item, ...coded }] })
        expectProblem(refused, 400, 'validation_error', 'invoiceable')
      })
    })

    it('requires an idempotency key of any visible ASCII characters (R101, R103, R178)', async () => {
      expectProblem(await merchant.post('/v1/payment_links', linkBody()), 400, 'validation_error', 'Idempotency-Key')
      const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => 0x21 + at))
      for (const idempotencyKey of ['!', '~', visible, 'k'.repeat(255)]) {
        expect((await merchant.create({}, { idempotencyKey })).status).to.equal(201)
      }
    })
  })
}

import { expect } from 'chai'
import { updateLink, createLink, Twins } from './twins.js'
import {
  currency,
  email,
  EMOJI,
  moment,
  NAMES,
  oneOf,
  own,
  text,
  UNKEEPABLE,
  type Values,
  whole,
  yesOrNo,
} from './values.js'

const item = { name: 'Taza', quantity: 1, unitPriceCentavos: 15_000 }
const inItem = (name: string) => (value: unknown) => ({ items: [{ ...item, ...own(name, value) }, item] })
const field = (name: string) => (value: unknown) => own(name, value)

/** A field's path, how to set it, the values to try, and whether it is optional. */
const fields: [string, (value: unknown) => object, Values, 'required' | 'optional'][] = [
  ['title', field('title'), text(1, 200), 'required'],
  ['description', field('description'), text(0, 2000), 'optional'],
  ['currency', field('currency'), currency, 'optional'],
  ['customerEmail', field('customerEmail'), email, 'optional'],
  ['customerName', field('customerName'), text(1, 200), 'optional'],
  ['expiresAt', field('expiresAt'), { ...moment, bad: [...moment.bad, '2000-01-01T00:00:00Z'] }, 'optional'],
  ['invoiceable', field('invoiceable'), yesOrNo, 'optional'],
  ['items[0].name', inItem('name'), text(1, 200), 'required'],
  ['items[0].quantity', inItem('quantity'), whole(1, 999), 'required'],
  [
    'items[0].unitPriceCentavos',
    inItem('unitPriceCentavos'),
    { ...whole(1, 999_999_999), good: [1, 99_000_000] },
    'required',
  ],
  ['items[0].tax', inItem('tax'), oneOf('iva_included', 'iva_added', 'exempt'), 'optional'],
  [
    'items[0].satProductCode',
    inItem('satProductCode'),
    {
      bad: [
        1,
        12_345_678,
        '',
        '1234567',
        '123456789',
        '1234567a',
        '１２３４５６７８',
        '12345678\n',
        ' 2345678',
        ...UNKEEPABLE,
      ],
      good: ['00000000', '99999999'],
    },
    'optional',
  ],
  [
    'items[0].satUnitCode',
    inItem('satUnitCode'),
    { bad: [1, '', 'e48', 'ABCDEF', 'E 8', 'É', 'E48\n', 'Ｅ48', ...UNKEEPABLE], good: ['A', '0', 'ABCDE', 'H87'] },
    'optional',
  ],
  ['metadata', field('metadata'), { bad: ['', 'x', 0, true, [], [1], [['a', 1]]], good: [{}] }, 'optional'],
  [
    'metadata.a',
    (value) => ({ metadata: { a: value } }),
    {
      bad: [
        null,
        [],
        {},
        { b: 1 },
        ['x'],
        'x'.repeat(501),
        EMOJI.repeat(501),
        '@raw:1e400',
        '@raw:-1e999',
        ...UNKEEPABLE,
      ],
      good: [
        '',
        'x'.repeat(500),
        EMOJI.repeat(500),
        0,
        -0,
        0.1,
        1e-21,
        Number.MIN_SAFE_INTEGER,
        -1e-300,
        '@raw:1.7e-308',
        true,
        false,
      ],
    },
    'optional',
  ],
  [
    'providers',
    field('providers'),
    {
      bad: ['', 'provider_a', 0, true, {}, ['provider_a', 'provider_a'], ['provider_a', 'provider_a', 'provider_a']],
      good: [[], ['provider_a']],
    },
    'optional',
  ],
  [
    'providers[0]',
    (value) => ({ providers: [value] }),
    {
      bad: [null, 0, '', [], {}, 'manual', 'provider_z', 'PROVIDER_A', '__proto__', 'constructor', ...UNKEEPABLE],
      good: [],
    },
    'optional',
  ],
  [
    'items',
    field('items'),
    {
      bad: ['', 'x', 0, true, {}, [], { 0: item, length: 1 }, Array(21).fill(item), Array(5000).fill(1)],
      good: [[item], Array(20).fill(item)],
    },
    'required',
  ],
  ['items[0]', (value) => ({ items: [value] }), { bad: [null, 0, '', 'x', [], [item], true], good: [] }, 'required'],
]

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'nothing'

describe('creating a link from bad input', () => {
  let twins: Twins
  before(async () => (twins = await Twins.start()))
  after(() => twins.stop())

  for (const [path, put, values, need] of fields) {
    it(`refuses ${values.bad.length} values as ${path}, at that path on every engine (R36-R44, R108-R113, R157)`, async () => {
      const missing = need === 'required' && !path.endsWith(']') ? [undefined] : []
      const bad = [...values.bad, null, ...missing]
      await twins.expectRefused(
        bad.map((value) => ({ ...createLink(`${path} = ${show(value)}`, put(value)), paths: [path] })),
      )
    })

    if (values.good.length > 0) {
      it(`accepts ${values.good.length} edge cases as ${path} (R36-R44, R108-R113)`, async () => {
        await twins.expectAccepted(values.good.map((value) => createLink(`${path} = ${show(value)}`, put(value))))
      })
    }
  }

  it('refuses unknown properties at any depth (R73)', async () => {
    await twins.expectRefused([
      ...NAMES.map((name) => ({ ...createLink(name, own(name, 1)), paths: [name] })),
      ...NAMES.map((name) => ({ ...createLink(`items[0].${name}`, inItem(name)(1)), paths: [`items[0].${name}`] })),
      ...[
        'id',
        'status',
        'amountCentavos',
        'livemode',
        'slug',
        'url',
        'channel',
        'createdAt',
        'paidPaymentId',
        'object',
      ].map((name) => ({ ...createLink(name, own(name, null)), paths: [name] })),
      { ...createLink('no name', own('', 1)), paths: ['body'] },
    ])
  })

  it('refuses keys of metadata that are empty or too long (R43-R44, R188)', async () => {
    const keys = ['', 'k'.repeat(41), EMOJI.repeat(41)]
    await twins.expectRefused(
      keys.map((key) => ({ ...createLink(`key ${key}`, { metadata: own(key, 1) }), paths: [`metadata.${key}`] })),
    )
    await twins.expectRefused(
      UNKEEPABLE.map((key) => ({ ...createLink(`key ${show(key)}`, { metadata: own(key, 1) }), paths: ['metadata'] })),
    )
    const nestedProto = { metadata: { a: own('__proto__', { polluted: true }) } }
    await twins.expectRefused([{ ...createLink('nested __proto__', nestedProto), paths: ['metadata.a'] }])
  })

  it('refuses integers in metadata that would lose digits', async () => {
    const numbers = [
      '9007199254740993',
      '9007199254740992',
      '-9007199254740992',
      '1e21',
      '-1e300',
      '9007199254740992.5',
    ]
    for (const ask of [createLink, updateLink]) {
      const asks = numbers.map((number) => ({
        ...ask(number, { metadata: { ok: 1, folio: `@raw:${number}` } }),
        paths: ['metadata.folio'],
      }))
      await twins.expectRefused(asks)
    }
    const kept = {
      most: Number.MAX_SAFE_INTEGER,
      least: Number.MIN_SAFE_INTEGER,
      part: 0.1,
      sum: 0.1 + 0.2,
      tiny: 1e-7,
    }
    for (const { body } of (await twins.expectAccepted([createLink('numbers', { metadata: kept })])).flat()) {
      expect(body.metadata).to.deep.equal(kept)
    }
  })

  it('keeps metadata keys that are special in JavaScript, from the link to its payment', async () => {
    const metadata = JSON.parse('{"__proto__":"a","constructor":"b","prototype":"c","toString":1}') as object
    const [links = []] = await twins.expectAccepted([createLink('names', { metadata })])
    for (const [nr, side] of twins.sides.entries()) {
      const { id } = links[nr]?.body ?? {}
      const key = { key: side.merchant.key }
      const { body: paid } = await side.paylink.post(`/v1/payment_links/${id}/mark_paid`, undefined, key)
      const { text } = await side.paylink.get(`/v1/payments/${paid.paidPaymentId}`, key)
      expect(text).to.include(JSON.stringify(metadata))
      expect(links[nr]?.text).to.include(JSON.stringify(metadata))
    }
  })

  it('accepts 50 metadata keys, even names that look reserved (R43, R188)', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nr) => [`k${nr}`, nr]))
    await twins.expectAccepted([
      createLink('50 keys', { metadata: many(50) }),
      createLink('40 characters', { metadata: { ['k'.repeat(40)]: 1, [EMOJI.repeat(40)]: 2 } }),
      createLink('other names', {
        metadata: { toString: 'a', hasOwnProperty: 'b', __proto: 'c', length: 1, 0: 'zero' },
      }),
    ])
    await twins.expectRefused([{ ...createLink('51 keys', { metadata: many(51) }), paths: ['metadata'] }])
    await twins.expectRefused([{ ...createLink('5000 keys', { metadata: many(5000) }), paths: ['metadata'] }])
  })

  it('refuses totals beyond the integers of the contract (R29, R184)', async () => {
    const dearest = { ...item, quantity: 999, unitPriceCentavos: 999_999_999, tax: 'iva_added' }
    await twins.expectRefused([
      { ...createLink('twenty of the dearest', { items: Array(20).fill(dearest) }), paths: ['items'] },
      { ...createLink('one of them', { items: [dearest] }), paths: ['items'] },
      {
        ...createLink('one above the maximum', { items: [{ ...item, unitPriceCentavos: 100_000_000 }] }),
        paths: ['items'],
      },
      { ...createLink('one below the minimum', { items: [{ ...item, unitPriceCentavos: 999 }] }), paths: ['items'] },
    ])
  })
})

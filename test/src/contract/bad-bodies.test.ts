import { pngOf, dataUrl, PROOFS } from '../support/proofs-of-payment.js'
import { updateLink, markPaid, Twins } from './twins.js'
import { email, EMOJI, moment, NAMES, oneOf, own, text, UNKEEPABLE, type Values, yesOrNo } from './values.js'

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'nothing'

/** Null clears these fields, so it is a valid value. */
const CLEARED = new Set(['description', 'customerEmail', 'customerName', 'expiresAt', 'metadata'])

const changes: [string, (value: unknown) => object, Values][] = [
  ['title', (title) => ({ title }), text(1, 200)],
  ['description', (description) => ({ description }), text(0, 2000)],
  ['customerEmail', (customerEmail) => ({ customerEmail }), email],
  ['customerName', (customerName) => ({ customerName }), text(1, 200)],
  ['expiresAt', (expiresAt) => ({ expiresAt }), { ...moment, bad: [...moment.bad, '2000-01-01T00:00:00Z'] }],
  ['metadata', (metadata) => ({ metadata }), { bad: ['', 'x', 0, true, [], [1]], good: [{}] }],
  [
    'metadata.a',
    (a) => ({ metadata: { a } }),
    { bad: [null, [], {}, 'x'.repeat(501), EMOJI.repeat(501), '@raw:1e400', ...UNKEEPABLE], good: [''] },
  ],
  [
    'providers',
    (providers) => ({ providers }),
    { bad: ['', 'provider_a', {}, ['provider_a', 'provider_a']], good: [[]] },
  ],
  [
    'providers[0]',
    (one) => ({ providers: [one] }),
    { bad: [null, 0, 'manual', 'provider_z', ...UNKEEPABLE], good: ['provider_a'] },
  ],
  ['invoiceable', (invoiceable) => ({ invoiceable }), yesOrNo],
]

const png = dataUrl('image/png', PROOFS['image/png'])
const marks: [string, (value: unknown) => object, unknown[]][] = [
  ['method', (method) => ({ method }), [...oneOf('card', 'retail_cash', 'spei_transfer', 'other').bad, 'cash', null]],
  ['note', (note) => ({ note }), [...text(0, 1000).bad, null]],
  ['paidAt', (paidAt) => ({ paidAt }), [...moment.bad, '2099-01-01T00:00:00Z', null]],
  [
    'reference',
    (reference) => ({ reference }),
    [
      0,
      true,
      [],
      {},
      null,
      '',
      'x',
      [png],
      png.slice(5),
      `${png} `,
      `${png}\n`,
      `x${png}`,
      `${png},${png}`,
      ...UNKEEPABLE,
      `${png}\0`,
      dataUrl('image/png', pngOf(716_801)),
    ],
  ],
]

describe('changing a link with bad input', () => {
  let twins: Twins
  before(async () => (twins = await Twins.start()))
  after(() => twins.stop())

  for (const [path, put, values] of changes) {
    it(`refuses ${values.bad.length} values as ${path}, at that path on every engine (R117-R119, R157)`, async () => {
      const bad = [...values.bad, ...(CLEARED.has(path) ? [] : [null])]
      await twins.expectRefused(
        bad.map((value) => ({ ...updateLink(`${path} = ${show(value)}`, put(value)), paths: [path] })),
      )
    })

    if (values.good.length > 0) {
      it(`accepts ${values.good.length} edge cases as ${path} (R117-R119)`, async () => {
        await twins.expectAccepted(values.good.map((value) => updateLink(`${path} = ${show(value)}`, put(value))))
      })
    }
  }

  it('refuses an unknown property beside a known one (R73, R120)', async () => {
    const names = [
      ...NAMES,
      'items',
      'currency',
      'amountCentavos',
      'status',
      'id',
      'slug',
      'livemode',
      'channel',
      'url',
    ]
    await twins.expectRefused(
      names.map((name) => ({ ...updateLink(name, { title: 'Otra', ...own(name, 1) }), paths: [name] })),
    )
  })
})

describe('marking a link paid with bad input', () => {
  let twins: Twins
  before(async () => (twins = await Twins.start()))
  after(() => twins.stop())

  for (const [path, put, bad] of marks) {
    it(`refuses ${bad.length} values as ${path}, at that path on every engine (R121-R122, R157)`, async () => {
      await twins.expectRefused(
        bad.map((value) => ({ ...markPaid(`${path} = ${show(value)}`, put(value)), paths: [path] })),
      )
    })
  }

  it('refuses unknown properties (R73)', async () => {
    const names = [...NAMES, 'amountCentavos', 'status', 'provider', 'customerEmail', 'Method']
    await twins.expectRefused(names.map((name) => ({ ...markPaid(name, own(name, 1)), paths: [name] })))
  })

  it('accepts the longest note, of any characters (R121, R189)', async () => {
    await twins.expectAccepted([markPaid('1000 characters', { note: EMOJI.repeat(1000) })])
  })
})

import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { Canaries } from './canaries.js'
import { CanaryShop } from './canary-shop.js'
import { copy, fail, look, startWrongly } from './copies.js'
import { beRefused, connectAgent, CUSTOMER, mail, sell, signIn } from './exercise.js'
import { formsOf } from './forms-of.js'
import { EXPECTED, NOWHERE, PUBLIC } from './expected.js'

for (const engine of ENGINES) {
  describe(`the secrets of an installation on ${engine}`, () => {
    let shop: CanaryShop
    before(async function () {
      this.timeout(600_000)
      shop = await CanaryShop.open(engine)
      await sell(shop)
      const live = await beRefused(shop)
      await signIn(shop)
      await connectAgent(shop)
      await mail(shop, live)
      await fail(shop)
      await look(shop)
      await copy(shop)
      await startWrongly(shop)
      shop.keepProcess()
      await shop.site.server.stop()
      await shop.gather()
      shop.canaries.learn(shop.evidence)
    })
    after(() => shop.close())

    it('were all seen', () => {
      const shown = EXPECTED.map(([secret]) => secret)
      expect(shop.canaries.known).to.have.members([...new Set([...shown, ...NOWHERE])])
    })

    it('are where they belong, and nowhere else in any form', () => {
      const ofPostgres = engine === 'postgres' ? [] : [/^the write-ahead log$/]
      const expected = EXPECTED.flatMap(([secret, places]) =>
        places.filter((place) => !ofPostgres.some((one) => one.test(place))).map((place) => `${secret} in ${place}`),
      )
      expect(shop.canaries.in(shop.evidence)).to.deep.equal(expected.sort())
    })

    it('and names of customers are in no log, trace, metric or other file', () => {
      const customer = new Canaries()
      customer.add('the customer', ...Object.values(CUSTOMER))
      const evidence = shop.evidence.filter(({ place }) => PUBLIC.test(place))
      expect(evidence.map(({ place }) => place)).to.include.members([
        ...['the log', 'traces', 'the answer of GET /metrics', 'shop.backup', 'standard error of keys list'],
      ])
      expect(customer.in(evidence)).to.deep.equal([])
    })
  })
}

describe('the search for secrets', () => {
  const secret = 'cañón/"+& x?>~'

  it('knows every form in which one may be written', () => {
    const canaries = new Canaries()
    canaries.add('it', secret)
    const login = Buffer.from(`ab:${secret}:c`)
    const forms: Record<string, string> = {
      ...{ raw: secret, hex: Buffer.from(secret).toString('hex'), 'of a URL': encodeURIComponent(secret) },
      ...{ JSON: JSON.stringify({ a: secret }), 'JSON twice': JSON.stringify(JSON.stringify({ a: secret })) },
      ...{ base64: login.toString('base64'), base64url: login.subarray(1).toString('base64url') },
      ...{
        'of a form': new URLSearchParams({ a: secret }).toString(),
        aligned: Buffer.from(secret).toString('base64'),
      },
    }
    for (const [form, text] of Object.entries(forms)) {
      const bytes = Buffer.from(`${'x'.repeat(1000)}${text}y`)
      expect(canaries.in([{ place: form, bytes }])).to.deep.equal([`it in ${form}`])
    }
    const others = Buffer.from(`cañón/"+& x?> ${Buffer.from('another').toString('base64')}`)
    expect(canaries.in([{ place: 'others', bytes: others }])).to.deep.equal([])
  })

  it('finds each of many that overlap', () => {
    const canaries = new Canaries()
    for (const text of ['abcdefgh-one', 'bcdefgh-one-two', 'fgh-one-', 'zzzzzzzzzz']) canaries.add(text, text)
    const found = canaries.in([{ place: 'a text', bytes: Buffer.from('abcdabcdefgh-one-two') }])
    expect(found).to.deep.equal(['abcdefgh-one in a text', 'bcdefgh-one-two in a text', 'fgh-one- in a text'])
    expect(formsOf('abc')).to.deep.equal([])
  })
})

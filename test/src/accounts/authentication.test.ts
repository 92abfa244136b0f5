import { newKeyText } from '@paylink/core/accounts/api-key'
import { SystemRandom } from '@paylink/core/kernel/random'
import { expect } from 'chai'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { DAY, HOUR, inMs } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'
import { rowCounts } from '../support/rows.js'
import { wire } from '../support/wire.js'

const OPERATIONS: [string, string][] = [
  ['GET', '/v1/payment_links'],
  ['POST', '/v1/payment_links'],
  ['GET', '/v1/payment_links/plink_x'],
  ['POST', '/v1/payment_links/plink_x'],
  ['POST', '/v1/payment_links/plink_x/mark_paid'],
  ['POST', '/v1/payment_links/plink_x/disable'],
  ['GET', '/v1/payments'],
  ['GET', '/v1/payments/pay_x'],
  ['POST', '/v1/payments/pay_x/sync'],
  ['GET', '/v1/payments/pay_x/reference'],
  ['GET', '/v1/connections'],
]

for (const engine of ENGINES) {
  describe(`authentication on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    const ask = (authorization: string): Promise<any> =>
      paylink.get('/v1/payment_links', { key: null, headers: { Authorization: authorization } })

    for (const [method, path] of OPERATIONS) {
      it(`is required by ${method} ${path} (R99, R136, R158)`, async () => {
        const reply = await paylink.call(method, path, undefined, { key: null })
        expectProblem(reply, 401, 'unauthorized')
        expect(reply.headers.get('www-authenticate')).to.equal('Bearer')
      })
    }

    const variants: [string, (key: string) => string, number][] = [
      ['Bearer and the key', (key) => `Bearer ${key}`, 200],
      ['bearer in lower case', (key) => `bearer ${key}`, 200],
      ['BEARER in upper case', (key) => `BEARER ${key}`, 200],
      ['two spaces', (key) => `Bearer  ${key}`, 200],
      ['the key alone', (key) => key, 401],
      ['no key', () => 'Bearer', 401],
      ['Basic', (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`, 401],
      ['another scheme', (key) => `Token ${key}`, 401],
      ['no space', (key) => `Bearer${key}`, 401],
      ['quotes', (key) => `Bearer "${key}"`, 401],
      ['two keys', (key) => `Bearer ${key} ${key}`, 401],
      ['a comma', (key) => `Bearer ${key},`, 401],
      ['the key in lower case', (key) => `Bearer ${key.toLowerCase()}`, 401],
      ['one character less', (key) => `Bearer ${key.slice(0, -1)}`, 401],
      ['one character more', (key) => `Bearer ${key}0`, 401],
      ['a wrong checksum', (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 401],
      ['another mode', (key) => `Bearer ${key.replace('sk_test_', 'sk_live_')}`, 401],
      ['a prefix of no mode', (key) => `Bearer ${key.replace('sk_test_', 'sk_prod_')}`, 401],
      ['an unknown key', () => `Bearer ${newKeyText(new SystemRandom(), false)}`, 401],
      ['8 KB', () => `Bearer sk_test_${'a'.repeat(8000)}`, 401],
      ['the hash', () => `Bearer ${'0'.repeat(64)}`, 401],
      ['nothing', () => '', 401],
    ]
    for (const [name, header, status] of variants) {
      it(`with ${name} answers ${status} (R136, R138, R158, R259)`, async () => {
        const reply = await ask(header(merchant.key))
        if (status === 200) expect(reply.status, reply.text).to.equal(200)
        else expectProblem(reply, 401, 'unauthorized')
      })
    }

    it('does not reveal why a key was refused (R158)', async () => {
      const texts = [
        await ask(''),
        await ask('Bearer x'),
        await ask(`Bearer ${newKeyText(new SystemRandom(), false)}`),
        await ask(`Bearer ${newKeyText(new SystemRandom(), true)}`),
      ].map(({ text }) => text as string)
      expect(new Set(texts).size).to.equal(1)
    })

    it('refuses two Authorization headers (R136)', async () => {
      const good = `Authorization: Bearer ${merchant.key}`
      const line = 'GET /v1/payment_links HTTP/1.1'
      expect((await wire(paylink.url, [line, good])).status).to.equal(200)
      for (const pair of [
        [good, good],
        [good, 'Authorization: Bearer x'],
        ['authorization: x', good],
      ]) {
        const reply = await wire(paylink.url, [line, ...pair])
        expect(reply.status).to.equal(401)
        expect(JSON.parse(reply.text).code).to.equal('unauthorized')
      }
    })

    it('accepts a key in the header only (R136, R140)', async () => {
      for (const path of [`/v1/payment_links?key=${merchant.key}`, `/v1/payment_links?access_token=${merchant.key}`]) {
        expectProblem(await paylink.get(path, { key: null }), 401, 'unauthorized')
      }
      const headers = { Cookie: `key=${merchant.key}`, 'X-Api-Key': merchant.key }
      expectProblem(await paylink.get('/v1/payment_links', { key: null, headers }), 401, 'unauthorized')
    })

    it('ends the moment a key is revoked (I49)', async () => {
      const { text, key } = await merchant.newKey()
      expect((await ask(`Bearer ${text}`)).status).to.equal(200)
      await merchant.revoke(key.id)
      expectProblem(await ask(`Bearer ${text}`), 401, 'unauthorized')
      expect((await ask(`Bearer ${merchant.key}`)).status).to.equal(200)
    })

    it('ends when a key expires (R259)', async () => {
      const { text, key } = await merchant.newKey()
      await paylink
        .writer('api_keys')
        .where({ id: key.id })
        .update({ expires_at: inMs(paylink, HOUR) })
      expect((await ask(`Bearer ${text}`)).status).to.equal(200)
      paylink.clock.advance(HOUR)
      expectProblem(await ask(`Bearer ${text}`), 401, 'unauthorized')
    })

    it('comes before any other check of the request (R100)', async () => {
      const bad = { key: null, idempotencyKey: 'has a space', raw: '{"broken' }
      expectProblem(await paylink.post('/v1/payment_links', undefined, bad), 401, 'unauthorized')
      expectProblem(await paylink.get('/v1/payment_links?limit=0', { key: null }), 401, 'unauthorized')
      expectProblem(await paylink.get('/v1/nowhere', { key: null }), 401, 'unauthorized')
      expectProblem(await paylink.call('PUT', '/v1/payment_links', {}, { key: null }), 401, 'unauthorized')
    })

    it('changes nothing when refused (R136)', async () => {
      const before = await rowCounts(paylink)
      const options = { key: newKeyText(new SystemRandom(), false), idempotencyKey: 'refused' }
      expectProblem(await paylink.post('/v1/payment_links', linkBody(), options), 401, 'unauthorized')
      expect(await rowCounts(paylink)).to.deep.equal(before)
    })

    it('records when a key was last used, to the minute, and stores no key (R137, R259, I48)', async () => {
      const { text, key } = await merchant.newKey()
      const row = (): Promise<any> => paylink.db('api_keys').where({ id: key.id }).first()
      expect((await row()).last_used_at).to.equal(null)
      await ask(`Bearer ${text}`)
      for (let i = 0; i < 100 && (await row()).last_used_at === null; i++) await ask('')
      expect((await row()).last_used_at).to.be.a('string')
      expect(Object.values((await row()) as object).join(' ')).to.not.include(text.slice(12, -4))
    })

    it('keeps accepting keys that never expire (R259)', async () => {
      paylink.clock.advance(30 * DAY + HOUR)
      expect((await ask(`Bearer ${merchant.key}`)).status).to.equal(200)
    })
  })
}

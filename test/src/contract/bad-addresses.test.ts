import type { Contract } from '@paylink/core/contract/contract'
import { expect } from 'chai'
import { type TestRequest, Twins } from './twins.js'

const ABOVE_V1 = ['/v1/payment_links', '/v1/payments']

/** Malformed URLs. */
const BROKEN = ['%', '%z', '%zz', '%0', '%00', 'a%00b', '%ff', '%ED%A0%80', '%c0%80', '%F5%80%80%80', '%E2%82', 'x%']
const STRANGE = [
  ...['x', '.', '%2e%2e', '..%2f..%2fetc', '%2F', '%5c', 'a%20b', '%0d%0aX:%20y', "'%20or%201=1--", '%25', '%2500'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '0', '-1', '[object Object]', '%F0%9F%A7%BE'],
  ...['plink_00000000000000000000000000', 'pay_00000000000000000000000000', 'PLINK_X', 'x'.repeat(8000), '%EF%BB%BF'],
]

const LIMITS = [
  '0',
  '-1',
  '101',
  '1000',
  '1e2',
  '1.0',
  '0x10',
  '',
  '%20',
  '1%20',
  'x',
  'true',
  '٣',
  '１',
  '%2B1',
  '1,2',
  '9'.repeat(400),
  '-0',
  'Infinity',
  'NaN',
  '1&limit=2',
  '%00',
]
const CURSORS = [
  'x',
  '',
  '%20',
  'null',
  '__proto__',
  'x'.repeat(8000),
  '1&starting_after=2',
  '%F0%9F%A7%BE',
  "'",
  '%25',
]
const STATUSES = [
  'x',
  '',
  'ACTIVE',
  'Paid',
  'active%20',
  'active,paid',
  '__proto__',
  'toString',
  'paid&status=paid',
  '0',
]

const get = (path: string): TestRequest => ({ name: path.slice(0, 80), method: 'GET', path })

/** A query, and the end of its fault's message. */
const UNKNOWN_PARAMETERS: [string, string, RegExp][] = [
  ['staus=paid', 'staus', /did you mean status\?$/],
  ['Limit=5', 'Limit', /did you mean limit\?$/],
  ['startingAfter=plink_x', 'startingAfter', /did you mean starting_after\?$/],
  ['starting-after=x&limit=3', 'starting-after', /did you mean starting_after\?$/],
  ['lmiit=5', 'lmiit', /did you mean limit\?$/],
  ['linkId=plink_x', 'linkId', /which takes limit, starting_after, status$/],
  ['linkId=a&linkId=b', 'linkId', /which takes limit, starting_after, status$/],
  ['x', 'x', /which takes limit, starting_after, status$/],
  ['__proto__=1', '__proto__', /which takes limit/],
  ['=1', 'query', /which takes limit/],
  [`${'x'.repeat(5000)}=1`, 'x'.repeat(100), /which takes limit/],
  ['status=paid&status=paid', 'status', /^must be given once$/],
]

describe('bad addresses', () => {
  let twins: Twins
  before(async () => (twins = await Twins.start()))
  after(() => twins.stop())

  for (const list of ABOVE_V1) {
    it(`below ${list} that are malformed answer 400 at url on every engine (R99, R157)`, async () => {
      await twins.expectRefused(BROKEN.map((id) => ({ ...get(`${list}/${id}`), paths: ['url'] })))
      await twins.expectRefused(BROKEN.map((text) => ({ ...get(`${list}?starting_after=${text}`), paths: ['url'] })))
      await twins.expectRefused(BROKEN.map((text) => ({ ...get(`${list}?${text}=1`), paths: ['url'] })))
    })

    it(`below ${list} that do not exist answer 404 on every engine (R99, R161)`, async () => {
      // Not dots: every client normalizes them away.
      const ids = STRANGE.filter((id) => id !== '.' && id !== '%2e%2e')
      await twins.expectRefused(ids.map((id) => ({ ...get(`${list}/${id}`), status: 404, code: 'not_found' })))
    })

    it(`of ${list} with a bad limit, cursor or status answer 400 at it (R102, R123, R239)`, async () => {
      const limits = LIMITS.map((value) => ({
        ...get(`${list}?limit=${value}`),
        paths: [value === '%00' ? 'url' : 'limit'],
      }))
      const cursors = CURSORS.map((value) => ({ ...get(`${list}?starting_after=${value}`), paths: ['starting_after'] }))
      const statuses = STATUSES.map((value) => ({ ...get(`${list}?status=${value}`), paths: ['status'] }))
      await twins.expectRefused([...limits, ...cursors, ...statuses])
      await twins.expectRefused([{ ...get(`${list}?limit=0&status=x&starting_after=y`), paths: ['limit', 'status'] }])
    })
  }

  it('with unknown query parameters answer 400 at them, and suggest the closest name', async () => {
    await twins.expectRefused(
      UNKNOWN_PARAMETERS.map(([query, path]) => ({ ...get(`/v1/payments?${query}`), paths: [path] })),
    )
    const { paylink, merchant, linkId } = twins.sides[0]!
    for (const [query, path, message] of UNKNOWN_PARAMETERS) {
      const { body } = await paylink.get(`/v1/payment_links?${query}`, { key: merchant.key })
      expect(body.errors, query).to.have.length(1)
      expect(body.errors[0].path).to.equal(path)
      expect(body.errors[0].message).to.match(message)
    }
    const { paths } = (await paylink.get('/openapi.json')).body as Contract
    for (const [path, methods] of Object.entries(paths)) {
      for (const method of Object.keys(methods)) {
        const address = `${path.replace('{id}', linkId)}?expand=all`
        const { status, body } = await paylink.call(method.toUpperCase(), address, undefined, { key: merchant.key })
        expect(status, `${method} ${path}`).to.equal(400)
        expect(body.errors[0].path, `${method} ${path}`).to.equal('expand')
      }
    }
  })

  it('of unknown actions answer 404 (R161)', async () => {
    const ids = STRANGE.filter((id) => id !== '.' && id !== '%2e%2e')
    const asks = ids.flatMap((id) =>
      ['mark_paid', 'disable'].map((action) => ({
        name: `${action} ${id.slice(0, 60)}`,
        path: `/v1/payment_links/${id}/${action}`,
      })),
    )
    await twins.expectRefused(asks.map((ask) => ({ ...ask, status: 404, code: 'not_found' })))
    const syncs = ids.map((id) => ({
      name: id.slice(0, 60),
      path: `/v1/payments/${id}/sync`,
      status: 404,
      code: 'not_found',
    }))
    await twins.expectRefused(syncs)
  })

  it('of the wrong kind answer 404 (R161)', async () => {
    await twins.expectRefused([
      {
        name: 'payment as link',
        method: 'GET',
        path: ({ paymentId }) => `/v1/payment_links/${paymentId}`,
        status: 404,
        code: 'not_found',
      },
      {
        name: 'link as payment',
        method: 'GET',
        path: ({ linkId }) => `/v1/payments/${linkId}`,
        status: 404,
        code: 'not_found',
      },
      {
        name: 'payment as cursor',
        method: 'GET',
        path: ({ paymentId }) => `/v1/payment_links?starting_after=${paymentId}`,
        paths: ['starting_after'],
      },
      {
        name: 'link as cursor',
        method: 'GET',
        path: ({ linkId }) => `/v1/payments?starting_after=${linkId}`,
        paths: ['starting_after'],
      },
    ])
  })

  const lines: [string, string, number][] = [
    ['dots above the root', 'GET /v1/../../etc/passwd HTTP/1.1', 404],
    ['dots inside', 'GET /v1/payments/../payment_links HTTP/1.1', 404],
    ['two slashes', 'GET /v1//payments HTTP/1.1', 404],
    ['a whole address', 'GET http://127.0.0.1/v1/payments HTTP/1.1', 200],
    ['bytes that are no text', 'GET /v1/payments/\xff\xfe HTTP/1.1', 400],
    ['an asterisk', 'OPTIONS * HTTP/1.1', 404],
    ['no path', 'GET ? HTTP/1.1', 400],
    ['no such method', 'BREW /v1/payments HTTP/1.1', 400],
    ['20 KB', `GET /v1/payments/${'x'.repeat(20_000)} HTTP/1.1`, 431],
  ]
  for (const [name, line, status] of lines) {
    it(`of ${name} answer ${status} on every engine (R2)`, async () => {
      const before = await twins.rows()
      const all = await twins.wire(({ merchant }) => [line, `Authorization: Bearer ${merchant.key}`])
      for (const one of all) expect(one.status).to.equal(status)
      expect(new Set(all.map(({ code }) => code)).size).to.equal(1)
      expect(await twins.rows()).to.deep.equal(before)
    })
  }
})

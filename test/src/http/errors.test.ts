import { RunOnce } from '@paylink/core/idempotency/run-once'
import { type ProblemCode, PROBLEMS } from '@paylink/core/kernel/problem'
import { expect } from 'chai'
import { releasedContract } from '../contract-gate/released.js'
import { linkBody, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'
import { rowCounts } from '../support/rows.js'
import { wire } from '../support/wire.js'

describe('the codes of problems', () => {
  it('keep the status of the released contract (R156-R174, R210-R213)', () => {
    for (const [code, { value }] of Object.entries(releasedContract().components.examples)) {
      expect(PROBLEMS[code as ProblemCode]?.status, code).to.equal((value as { status: number }).status)
    }
  })
})

const wrongMethods: [string, string, string][] = [
  ['PUT', '/v1/payment_links', 'GET, POST, HEAD'],
  ['DELETE', '/v1/payment_links', 'GET, POST, HEAD'],
  ['PATCH', '/v1/payment_links/x', 'GET, POST, HEAD'],
  ['OPTIONS', '/v1/payment_links/x', 'GET, POST, HEAD'],
  ['GET', '/v1/payment_links/x/mark_paid', 'POST'],
  ['GET', '/v1/payment_links/x/disable', 'POST'],
  ['POST', '/v1/payments', 'GET, HEAD'],
  ['DELETE', '/v1/payments/x', 'GET, HEAD'],
  ['GET', '/v1/payments/x/sync', 'POST'],
  ['POST', '/v1/payments/x/reference', 'GET, HEAD'],
  ['POST', '/v1/connections', 'GET, HEAD'],
]

const unknown = [
  ...['/v1', '/v1/', '/v1/nowhere', '/v1/payment_links/x/y', '/v1/payment_links/x/mark_paid/y', '/v2/payments'],
  ...['/v1/accounts', '/v1/api_keys', '/v1/webhook_endpoints', '/v1/connections/x', '/v1/payments/x/refund'],
]

const types: [string, string | null][] = [
  ['no type', null],
  ['a form', 'application/x-www-form-urlencoded'],
  ['plain text', 'text/plain'],
  ['XML', 'application/xml'],
  ['another JSON', 'application/merge-patch+json'],
  ['UTF-16', 'application/json; charset=utf-16'],
  ['Latin-1', 'application/json; charset=iso-8859-1'],
  ['two types', 'application/json, text/plain'],
  ['nonsense', ';'],
]

const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
const inLists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

const broken: [string, string][] = [
  ['broken JSON', '{"title":'],
  ['white space', ' \n'],
  ['two documents', '{}{}'],
  ['something after it', '{} x'],
  ['single quotes', "{'title':'x'}"],
  ['a comma too much', '{"title":"x",}'],
  ['a comment', '{/* */}'],
  ['NaN', '{"title":NaN}'],
  ['a line break in a text', '{"title":"a\nb"}'],
  ['9 levels', nested(9)],
  ['9 levels of lists', inLists(9)],
  ['10,000 levels', nested(10_000)],
  ['100,000 levels of lists', inLists(100_000)],
  ['null', 'null'],
  ['a text', '"x"'],
  ['a number', '1'],
  ['a list', '[]'],
  ['a list of one', `[${JSON.stringify(linkBody())}]`],
]

for (const engine of ENGINES) {
  describe(`problems on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    const create = (raw: string | Uint8Array | undefined, headers: Record<string, string> = {}) =>
      merchant.post('/v1/payment_links', undefined, { raw, headers, idempotencyKey: 'bad' })

    it('have at most six members, and the request id in a header (R2, R156, R216)', async () => {
      const reply = await merchant.create({ title: '', items: [] })
      expect(Object.keys(reply.body)).to.deep.equal(['type', 'title', 'status', 'code', 'detail', 'errors'])
      expect(reply.body.type).to.equal(`${paylink.url}/problems/validation_error`)
      for (const error of reply.body.errors) expect(Object.keys(error as object)).to.deep.equal(['path', 'message'])
      expect(reply.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/)
      const other = await merchant.get('/v1/payment_links/x')
      expect(Object.keys(other.body)).to.deep.equal(['type', 'title', 'status', 'code', 'detail'])
      expect(other.headers.get('x-request-id')).to.not.equal(reply.headers.get('x-request-id'))
    })

    it('name every field at fault, up to a limit (R157)', async () => {
      const items = [
        { name: '', quantity: 0 },
        { name: 'x', quantity: 1.5, unitPriceCentavos: '1', colour: 'red' },
      ]
      expectProblem(
        await merchant.create({ title: undefined, items, currency: 'PESO', expiresAT: 'x' }),
        400,
        'validation_error',
        ...['title', 'items[0].name', 'items[0].quantity', 'items[0].unitPriceCentavos', 'items[1].quantity'],
        ...['items[1].unitPriceCentavos', 'items[1].colour', 'currency', 'expiresAT'],
      )
      const wide = Object.fromEntries(Array.from({ length: 500 }, (_, nr) => [`field${nr}`, nr]))
      const reply = await merchant.create(wide)
      expectProblem(reply, 400, 'validation_error')
      expect(reply.body.errors).to.have.length(50)
    })

    for (const path of unknown) {
      it(`answer 404 for ${path} (R2, R21, R161)`, async () => {
        for (const method of ['GET', 'POST', 'DELETE']) {
          expectProblem(await paylink.call(method, path, undefined, { key: merchant.key }), 404, 'not_found')
        }
      })
    }

    for (const [method, path, allow] of wrongMethods) {
      it(`answer 405 for ${method} ${path}, and list the allowed methods (R2)`, async () => {
        const reply = await paylink.call(method, path, undefined, { key: merchant.key })
        expectProblem(reply, 405, 'method_not_allowed')
        expect(reply.headers.get('allow')).to.equal(allow)
      })
    }

    it('ignore method overrides in a header or the query (R2)', async () => {
      const { id } = await merchant.createLink()
      const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'PUT' }
      const reply = await merchant.get(`/v1/payment_links/${id}`, { headers })
      expect(reply.body.status).to.equal('active')
      const named = await merchant.get(`/v1/payment_links/${id}?_method=DELETE`)
      expectProblem(named, 400, 'validation_error', '_method')
    })

    it('answer HEAD as GET without its body (R104)', async () => {
      const { id } = await merchant.createLink()
      for (const [path, status] of [
        ['/v1/payment_links', 200],
        [`/v1/payment_links/${id}`, 200],
        ['/v1/connections', 200],
        ['/v1/payments/x', 404],
        ['/v1/payments?limit=0', 400],
      ] as const) {
        const head = await wire(paylink.url, [`HEAD ${path} HTTP/1.1`, `Authorization: Bearer ${merchant.key}`])
        expect([head.status, head.text], path).to.deep.equal([status, ''])
      }
    })

    for (const [name, type] of types) {
      it(`answer 415 for a body of ${name} (R1)`, async () => {
        const lines = ['POST /v1/payment_links HTTP/1.1', `Authorization: Bearer ${merchant.key}`, 'Idempotency-Key: t']
        const body = JSON.stringify(linkBody())
        const typed = type === null ? [] : [`Content-Type: ${type}`]
        const reply = await wire(paylink.url, [...lines, ...typed, `Content-Length: ${body.length}`], body)
        expect(reply.status, reply.text).to.equal(415)
        expect(reply.headers.get('content-type')).to.equal('application/problem+json')
        expect(JSON.parse(reply.text).code).to.equal('unsupported_media_type')
      })
    }

    it('answer 415 for a type that is not JSON, even where no body is allowed (R1)', async () => {
      const options = { raw: 'a=1', headers: { 'Content-Type': 'text/plain' } }
      for (const path of ['/v1/payment_links/x/disable', '/v1/payments/x/sync', '/v1/payment_links/x/mark_paid']) {
        expectProblem(await merchant.post(path, undefined, options), 415, 'unsupported_media_type')
      }
    })

    it('accept application/json in any case, and charset=utf-8 (R1)', async () => {
      const types = [
        'application/json',
        'Application/JSON',
        'application/json;charset=utf-8',
        'application/json; charset="UTF-8"',
      ]
      for (const [nr, type] of types.entries()) {
        const options = { raw: JSON.stringify(linkBody()), headers: { 'Content-Type': type }, idempotencyKey: `t${nr}` }
        expect((await merchant.post('/v1/payment_links', undefined, options)).status, type).to.equal(201)
      }
    })

    for (const [name, raw] of broken) {
      it(`answer 400 for ${name} as a body, and change nothing (R2, R157)`, async () => {
        const before = await rowCounts(paylink)
        expectProblem(await create(raw), 400, 'validation_error', 'body')
        expect(await rowCounts(paylink)).to.deep.equal(before)
      })
    }

    it('answer 400 for no body where one is needed, with or without a type (R103, R105)', async () => {
      expectProblem(await create(undefined), 400, 'validation_error', 'body')
      expectProblem(await create(undefined, { 'Content-Type': 'application/json' }), 400, 'validation_error', 'body')
      expectProblem(await create('', { 'Content-Type': 'application/json' }), 400, 'validation_error', 'body')
    })

    it('answer 413 above 512 KB, or 1.2 MB where a receipt is allowed (R190)', async () => {
      const sized = (bytes: number): string => `{"note":"${'x'.repeat(bytes - 11)}"}`
      expectProblem(await create(sized(512 * 1024 + 1)), 413, 'payload_too_large')
      expectProblem(await create(sized(512 * 1024)), 400, 'validation_error')
      const markPaid = (raw: string) => merchant.post('/v1/payment_links/x/mark_paid', undefined, { raw })
      expectProblem(await markPaid(sized(1_200_001)), 413, 'payload_too_large')
      expectProblem(await markPaid(sized(1_200_000)), 400, 'validation_error', 'note')
    })

    it('answer 500 for an internal error, without its details (R169)', async () => {
      const once = paylink.container.get(RunOnce)
      const original = once.inOneTransaction
      const { id } = await merchant.createLink()
      once.inOneTransaction = () => Promise.reject(new Error('the secret of the house'))
      const reply = await merchant.post(`/v1/payment_links/${id}`, { title: 'x' })
      once.inOneTransaction = original
      expectProblem(reply, 500, 'internal_error')
      expect(reply.text).to.not.include('secret')
      const errors = paylink.log.entries.filter(({ level }) => level === 'error')
      expect(errors.at(-1)).to.include({ level: 'error', message: 'request failed' })
    })
  })
}

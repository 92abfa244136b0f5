import { type HttpRequest, ProviderUnknownOutcomeError, type PluginHttp } from '@paylink/plugin-api'
import plugin from '@paylink/provider-b'
import { expect } from 'chai'
import { checkoutInput, contextOf, CREDENTIALS, PRIVATE_KEY, rejection, Sandbox, scriptedHttp } from './harness.js'
import type { Cut } from './harness.js'

const REF = { providerRef: 'ord_1', paymentId: 'pay_1' }
const says = (type: string, code = type, message = `${type} ${code}`) => ({
  object: 'error',
  type,
  log_id: 'log_1',
  details: [{ code, message, debug_message: message }],
})

describe('a broken conversation with Conekta', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  const cuts: [Cut, orders: number][] = [
    ['before processing', 0],
    ['after processing', 1],
    ['mid-answer', 1],
  ]
  for (const [cut, orders] of cuts) {
    it(`${cut}: is an unknown outcome, sent once, and the search tells what came of it (I11)`, async () => {
      const paymentId = `pay_${cut}`
      const asked = sandbox.requests.length
      sandbox.cut = cut
      expect((await rejection(sandbox.open({ paymentId }))).fault).to.equal('unknown')
      expect(sandbox.requests.length - asked).to.equal(1)
      const reference = { paymentId, createdAfter: new Date(sandbox.now).toISOString() }
      const found = await sandbox.provider.findByReference!(reference, sandbox.context())
      expect(found === null ? 0 : 1).to.equal(orders)
      if (found) expect(found).to.deep.include({ status: 'open', paymentId })
    })
  }

  it('never begun: is unavailable', async () => {
    const gone = new Sandbox()
    await gone.start()
    await gone.stop()
    const ctx = sandbox.context({ apiBase: gone.apiBase })
    expect((await rejection(sandbox.provider.createCheckout(checkoutInput(), ctx))).fault).to.equal('unavailable')
  })

  it('cut during a read: is unavailable', async () => {
    sandbox.cut = 'mid-answer'
    expect((await rejection(sandbox.provider.retrieve(REF, sandbox.context()))).fault).to.equal('unavailable')
  })

  it('cut while closing: is an unknown outcome', async () => {
    const { ref } = await sandbox.open()
    sandbox.cut = 'after processing'
    expect((await rejection(sandbox.provider.expireCheckout!(ref, sandbox.context()))).fault).to.equal('unknown')
  })

  it('is passed on as it came', async () => {
    const lost = Object.assign(new ProviderUnknownOutcomeError('lost'), { code: 'ECONNRESET' })
    let sent = 0
    const http: PluginHttp = { request: () => (sent++, Promise.reject(lost)) }
    const ctx = contextOf(CREDENTIALS, http)
    expect(await rejection(plugin.create().createCheckout(checkoutInput(), ctx))).to.equal(lost)
    expect(sent).to.equal(1)
  })

  it('begun after the deadline: asks nothing', async () => {
    const { http, requests } = scriptedHttp(() => ({ status: 500, body: '' }))
    const ctx = { ...contextOf(CREDENTIALS, http), signal: AbortSignal.abort() }
    expect((await rejection(plugin.create().createCheckout(checkoutInput(), ctx))).fault).to.equal('unavailable')
    expect(requests).to.deep.equal([])
  })
})

describe('an answer of Conekta', () => {
  const order = {
    id: 'ord_1',
    object: 'order',
    livemode: false,
    checkout: { object: 'checkout', status: 'Issued', url: 'https://pay.conekta.com/checkout/1' },
  }
  const cases: [title: string, status: number, body: unknown, write: string, read: string][] = [
    ['bad parameters', 422, says('parameter_validation_error'), 'rejected', 'unavailable'],
    ['a card refused', 402, says('processing_error'), 'rejected', 'unavailable'],
    ['not found', 404, says('resource_not_found_error'), 'rejected', 'unavailable'],
    ['not now', 428, says('precondition_required_error'), 'rejected', 'unavailable'],
    ['a conflict', 409, says('conflict_error'), 'unknown', 'unavailable'],
    ['a time-out of its own', 408, says('timeout_error'), 'unknown', 'unavailable'],
    ['a bad key', 401, says('authentication_error'), 'auth', 'auth'],
    ['no permission', 403, says('authentication_error'), 'auth', 'auth'],
    ['too many requests', 429, says('rate_limit_error'), 'unavailable', 'unavailable'],
    ['too many requests, from the edge', 429, 'slow down', 'unavailable', 'unavailable'],
    ['broken down', 500, says('api_error'), 'unknown', 'unavailable'],
    ['broken down without words', 502, {}, 'unknown', 'unavailable'],
    ['out of service', 503, '<html>503</html>', 'unknown', 'unavailable'],
    ['a proxy’s refusal', 403, '<html>no</html>', 'unknown', 'unavailable'],
    ['a refusal of nobody’s', 422, { message: 'no' }, 'unknown', 'unavailable'],
    ['a page under 200', 200, '<html>hello</html>', 'unknown', 'unavailable'],
    ['half an object', 200, '{"id":"ord_1","obj', 'unknown', 'unavailable'],
    ['nothing', 200, '', 'unknown', 'unavailable'],
    ['null', 200, 'null', 'unknown', 'unavailable'],
    ['a text', 200, '"ord_1"', 'unknown', 'unavailable'],
    ['a list', 200, '[]', 'unknown', 'unavailable'],
    ['no id', 200, { ...order, id: undefined }, 'unknown', 'unavailable'],
    ['no mode', 200, { ...order, livemode: 'true,' }, 'unknown', 'unavailable'],
    ['another object', 200, { ...order, object: 'charge' }, 'unknown', 'unavailable'],
    ['an error under 200', 200, says('api_error'), 'unknown', 'unavailable'],
    ['a redirect', 302, '', 'unknown', 'unavailable'],
  ]
  for (const [title, status, body, write, read] of cases) {
    it(`${title} (${status}): ${write} for a write, ${read} for a read, asked once`, async () => {
      for (const [expected, ask] of [
        [write, 'createCheckout'],
        [read, 'retrieve'],
      ] as const) {
        const { http, requests } = scriptedHttp(() => ({ status, body }))
        const ctx = contextOf(CREDENTIALS, http)
        const provider = plugin.create()
        const error = await rejection(
          ask === 'retrieve' ? provider.retrieve(REF, ctx) : provider.createCheckout(checkoutInput(), ctx),
        )
        expect(error.fault, ask).to.equal(expected)
        expect(error.info.httpStatus).to.equal(status)
        expect(requests).to.have.length(1)
        expect(requests[0]!.effect).to.equal(ask === 'retrieve' ? 'read' : 'write')
      }
    })
  }

  it('without a page to pay on is an unknown outcome', async () => {
    const { http } = scriptedHttp(() => ({ status: 200, body: { ...order, checkout: undefined } }))
    const ctx = contextOf(CREDENTIALS, http)
    expect((await rejection(plugin.create().createCheckout(checkoutInput(), ctx))).fault).to.equal('unknown')
  })

  it('with an order of the other mode is a matter of the key (I47)', async () => {
    const { http } = scriptedHttp(() => ({ status: 200, body: { ...order, livemode: true } }))
    const ctx = contextOf(CREDENTIALS, http)
    expect((await rejection(plugin.create().createCheckout(checkoutInput(), ctx))).fault).to.equal('auth')
  })

  it('is quoted with its code, request and waiting time', async () => {
    const body = says('rate_limit_error', 'conekta.errors.rate')
    const { http } = scriptedHttp(() => ({ status: 429, body, headers: { 'retry-after': '7' } }))
    const { info } = await rejection(plugin.create().createCheckout(checkoutInput(), contextOf(CREDENTIALS, http)))
    expect(info).to.deep.equal({
      providerCode: 'conekta.errors.rate',
      requestId: 'log_1',
      retryAfterSeconds: 7,
      httpStatus: 429,
    })
  })

  it('is never quoted with a key or an address in it, nor the request with its answer (I48)', async () => {
    const message = `Invalid ${PRIVATE_KEY} for ana@example.com`
    for (const status of [200, 400, 401, 404, 422, 429, 500]) {
      const { http } = scriptedHttp(() => ({ status, body: says('some_error', 'code', message) }))
      const error = await rejection(plugin.create().createCheckout(checkoutInput(), contextOf(CREDENTIALS, http)))
      const told = `${error.stack} ${error.message} ${JSON.stringify(error)} ${String(error.cause)}`
      expect(told).not.to.match(/sandboxharness|ana@/)
      expect(Object.keys(error)).not.to.include.members(['config'])
    }
  })

  it('is asked of Conekta itself where no other address is set', async () => {
    const { http, requests } = scriptedHttp(() => ({ status: 200, body: order }))
    await plugin.create().createCheckout(checkoutInput(), contextOf(CREDENTIALS, http))
    expect(requests[0]!.url).to.equal('https://api.conekta.io/orders')
    expect(requests[0]!.headers!['Authorization']).to.equal(`Bearer ${PRIVATE_KEY}`)
  })

  it('to a refused closing is looked behind, never believed', async () => {
    const answers: [order: object, outcome: string][] = [
      [{ payment_status: 'paid' }, 'already_paid'],
      [{ payment_status: 'expired' }, 'already_closed'],
      [{ payment_status: 'pending_payment' }, 'refused'],
      [{}, 'refused'],
      [{ payment_status: 'surprise' }, 'refused'],
    ]
    for (const [changes, outcome] of answers) {
      const answer = ({ method }: HttpRequest) =>
        method === 'POST'
          ? { status: 428, body: says('precondition_required_error') }
          : { status: 200, body: { ...order, ...changes } }
      const ctx = contextOf(CREDENTIALS, scriptedHttp(answer).http)
      expect((await plugin.create().expireCheckout!(REF, ctx)).outcome, JSON.stringify(changes)).to.equal(outcome)
    }
  })
})

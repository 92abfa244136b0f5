import type { HttpRequest } from '@paylink/plugin-api'
import plugin from '@paylink/provider-b'
import { expect } from 'chai'
import { type AnswerCase, expectConnectionFailures, expectFaults } from '../support/provider-faults.js'
import { checkoutInput, contextOf, CREDENTIALS, PRIVATE_KEY, rejection, Sandbox, scriptedHttp } from './harness.js'

const REF = { providerRef: 'ord_1', paymentId: 'pay_1' }
const errorBody = (type: string, code = type, message = `${type} ${code}`) => ({
  object: 'error',
  type,
  log_id: 'log_1',
  details: [{ code, message, debug_message: message }],
})

describe('a connection failure at Conekta', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  expectConnectionFailures(sandbox, new Sandbox())

  it('while closing: is an unknown outcome', async () => {
    const { ref } = await sandbox.open()
    sandbox.cut = 'after processing'
    expect((await rejection(sandbox.provider.expireCheckout!(ref, sandbox.context()))).fault).to.equal('unknown')
  })

  it('after the deadline: sends nothing', async () => {
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
  const cases: AnswerCase[] = [
    ['bad parameters', 422, errorBody('parameter_validation_error'), 'rejected', 'unavailable'],
    ['a declined card', 402, errorBody('processing_error'), 'rejected', 'unavailable'],
    ['not found', 404, errorBody('resource_not_found_error'), 'rejected', 'unavailable'],
    ['precondition required', 428, errorBody('precondition_required_error'), 'rejected', 'unavailable'],
    ['a conflict', 409, errorBody('conflict_error'), 'unknown', 'unavailable'],
    ['its own timeout', 408, errorBody('timeout_error'), 'unknown', 'unavailable'],
    ['a bad key', 401, errorBody('authentication_error'), 'auth', 'auth'],
    ['no permission', 403, errorBody('authentication_error'), 'auth', 'auth'],
    ['too many requests', 429, errorBody('rate_limit_error'), 'unavailable', 'unavailable'],
    ['too many requests, from the edge', 429, 'slow down', 'unavailable', 'unavailable'],
    ['a server error', 500, errorBody('api_error'), 'unknown', 'unavailable'],
    ['a server error without details', 502, {}, 'unknown', 'unavailable'],
    ['unavailable', 503, '<html>503</html>', 'unknown', 'unavailable'],
    ['a proxy’s refusal', 403, '<html>no</html>', 'unknown', 'unavailable'],
    ['a refusal in no known form', 422, { message: 'no' }, 'unknown', 'unavailable'],
    ['a page with status 200', 200, '<html>hello</html>', 'unknown', 'unavailable'],
    ['a truncated object', 200, '{"id":"ord_1","obj', 'unknown', 'unavailable'],
    ['nothing', 200, '', 'unknown', 'unavailable'],
    ['null', 200, 'null', 'unknown', 'unavailable'],
    ['a text', 200, '"ord_1"', 'unknown', 'unavailable'],
    ['a list', 200, '[]', 'unknown', 'unavailable'],
    ['no id', 200, { ...order, id: undefined }, 'unknown', 'unavailable'],
    ['no mode', 200, { ...order, livemode: 'true,' }, 'unknown', 'unavailable'],
    ['another object', 200, { ...order, object: 'charge' }, 'unknown', 'unavailable'],
    ['an error with status 200', 200, errorBody('api_error'), 'unknown', 'unavailable'],
    ['a redirect', 302, '', 'unknown', 'unavailable'],
  ]
  expectFaults(plugin, CREDENTIALS, cases)

  it('without a page to pay on is an unknown outcome', async () => {
    const { http } = scriptedHttp(() => ({ status: 200, body: { ...order, checkout: undefined } }))
    const ctx = contextOf(CREDENTIALS, http)
    expect((await rejection(plugin.create().createCheckout(checkoutInput(), ctx))).fault).to.equal('unknown')
  })

  it('with an order of the other mode is an auth fault (I47)', async () => {
    const { http } = scriptedHttp(() => ({ status: 200, body: { ...order, livemode: true } }))
    const ctx = contextOf(CREDENTIALS, http)
    expect((await rejection(plugin.create().createCheckout(checkoutInput(), ctx))).fault).to.equal('auth')
  })

  it('is reported with its code, request id and Retry-After', async () => {
    const body = errorBody('rate_limit_error', 'conekta.errors.rate')
    const { http } = scriptedHttp(() => ({ status: 429, body, headers: { 'retry-after': '7' } }))
    const { info } = await rejection(plugin.create().createCheckout(checkoutInput(), contextOf(CREDENTIALS, http)))
    expect(info).to.deep.equal({
      providerCode: 'conekta.errors.rate',
      requestId: 'log_1',
      retryAfterSeconds: 7,
      httpStatus: 429,
    })
  })

  it('is reported without keys, addresses or the request (I48)', async () => {
    const message = `Invalid ${PRIVATE_KEY} for ana@example.com`
    for (const status of [200, 400, 401, 404, 422, 429, 500]) {
      const { http } = scriptedHttp(() => ({ status, body: errorBody('some_error', 'code', message) }))
      const error = await rejection(plugin.create().createCheckout(checkoutInput(), contextOf(CREDENTIALS, http)))
      const told = `${error.stack} ${error.message} ${JSON.stringify(error)} ${String(error.cause)}`
      expect(told).not.to.match(/sandboxharness|ana@/)
      expect(Object.keys(error)).not.to.include.members(['config'])
    }
  })

  it('comes from Conekta itself if no other address is set', async () => {
    const { http, requests } = scriptedHttp(() => ({ status: 200, body: order }))
    await plugin.create().createCheckout(checkoutInput(), contextOf(CREDENTIALS, http))
    expect(requests[0]!.url).to.equal('https://api.conekta.io/orders')
    expect(requests[0]!.headers!['Authorization']).to.equal(`Bearer ${PRIVATE_KEY}`)
  })

  it('to a refused closing is followed by a retrieval', async () => {
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
          ? { status: 428, body: errorBody('precondition_required_error') }
          : { status: 200, body: { ...order, ...changes } }
      const ctx = contextOf(CREDENTIALS, scriptedHttp(answer).http)
      expect((await plugin.create().expireCheckout!(REF, ctx)).outcome, JSON.stringify(changes)).to.equal(outcome)
    }
  })
})

import type { ProviderState } from '@paylink/plugin-api'
import plugin from '@paylink/provider-a'
import { expect } from 'chai'
import { type AnswerCase, expectConnectionFailures, expectFaults } from '../support/provider-faults.js'
import { checkoutInput, contextOf, rejection, Sandbox, scriptedHttp, SECRET_KEY } from './harness.js'

const stripeError = (type: string, code?: string) => ({ error: { type, code, message: `${type} ${code}` } })
const REF = { providerRef: 'cs_test_1', paymentId: 'pay_1' }

describe('a connection failure at Stripe', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  expectConnectionFailures(sandbox, new Sandbox())

  for (const cut of ['before processing', 'after processing', 'mid-answer'] as const) {
    it(`${cut}: is resolved by a retry under the key, which makes one session`, async () => {
      const keyed = { paymentId: `pay_again_${cut}`, idempotencyKey: `again_${cut}` }
      sandbox.cut = cut
      await rejection(sandbox.open(keyed))
      const found = await sandbox.find(keyed.paymentId)
      const { handle } = await sandbox.open(keyed)
      if (found) expect(handle.providerRef).to.equal(found.providerRef)
    })
  }

  it('while the answer was being stored: still makes one session once the first attempt has expired', async () => {
    const input = checkoutInput({ paymentId: 'pay_kept', idempotencyKey: 'pay_kept' })
    const { set } = sandbox.store
    sandbox.store.set = () => Promise.reject(new Error('the machine stopped'))
    expect((await rejection(sandbox.open(input))).fault).to.equal('unknown')
    sandbox.store.set = set
    const found = await sandbox.find(input.paymentId)
    expect((await rejection(sandbox.open(input))).fault).to.equal('unknown')
    sandbox.pass(31)
    const { handle } = await sandbox.open(input)
    expect(handle.providerRef).to.equal(found!.providerRef)
    const { json } = await sandbox.api('GET', '/v1/checkout/sessions', { limit: '100' })
    const ids = (json.data as { id: string }[]).map(({ id }) => id)
    expect(ids.filter((id) => id === handle.providerRef)).to.have.length(1)
  })
})

describe('an answer of Stripe', () => {
  const session = { id: 'cs_test_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/1' }
  const cases: AnswerCase[] = [
    ['bad parameters', 400, stripeError('invalid_request_error', 'amount_too_small'), 'rejected', 'unavailable'],
    ['declined', 402, stripeError('card_error', 'card_declined'), 'rejected', 'unavailable'],
    ['not found', 404, stripeError('invalid_request_error', 'resource_missing'), 'rejected', 'unavailable'],
    ['other parameters under the key', 400, stripeError('idempotency_error'), 'unknown', 'unavailable'],
    ['conflict', 409, stripeError('idempotency_error', 'idempotency_key_in_use'), 'unknown', 'unavailable'],
    ['conflict of another kind', 409, stripeError('invalid_request_error'), 'unknown', 'unavailable'],
    ['locked', 429, stripeError('invalid_request_error', 'lock_timeout'), 'unknown', 'unavailable'],
    ['locked, as a bad request', 400, stripeError('invalid_request_error', 'lock_timeout'), 'unknown', 'unavailable'],
    ['bad key', 401, stripeError('invalid_request_error'), 'auth', 'auth'],
    ['no permission', 403, stripeError('invalid_request_error'), 'auth', 'auth'],
    ['too many requests', 429, stripeError('invalid_request_error', 'rate_limit'), 'unavailable', 'unavailable'],
    ['too many requests, from the edge', 429, 'slow down', 'unavailable', 'unavailable'],
    ['broken down', 500, stripeError('api_error'), 'unknown', 'unavailable'],
    ['broken down without words', 500, {}, 'unknown', 'unavailable'],
    ['out of service', 503, '<html>503</html>', 'unknown', 'unavailable'],
    ['a proxy’s refusal', 403, '<html>no</html>', 'unknown', 'unavailable'],
    ['a page under 200', 200, '<html>hello</html>', 'unknown', 'unavailable'],
    ['half an object', 200, '{"id":"cs_te', 'unknown', 'unavailable'],
    ['nothing', 200, '', 'unknown', 'unavailable'],
    ['null', 200, 'null', 'unknown', 'unavailable'],
    ['a text', 200, '"cs_test_1"', 'unknown', 'unavailable'],
    ['a list', 200, '[]', 'unknown', 'unavailable'],
    ['no id', 200, { ...session, id: undefined }, 'unknown', 'unavailable'],
    ['another object', 200, { ...session, object: 'refund' }, 'unknown', 'unavailable'],
    ['an error under 200', 200, stripeError('api_error'), 'unknown', 'unavailable'],
    ['an error that is a text', 400, { error: 'invalid' }, 'unknown', 'unavailable'],
    ['a redirect', 302, '', 'unknown', 'unavailable'],
  ]
  expectFaults(plugin, { secretKey: SECRET_KEY }, cases, { 'stripe-should-retry': 'true' })

  it('is reported with its code, request id and Retry-After', async () => {
    const headers = { 'request-id': 'req_1', 'retry-after': '7' }
    const { http } = scriptedHttp(() => ({
      status: 429,
      body: stripeError('invalid_request_error', 'rate_limit'),
      headers,
    }))
    const ctx = contextOf({ secretKey: SECRET_KEY }, http)
    const { info } = await rejection(plugin.create().createCheckout(checkoutInput(), ctx))
    expect(info).to.deep.include({
      providerCode: 'rate_limit',
      requestId: 'req_1',
      retryAfterSeconds: 7,
      httpStatus: 429,
    })
  })

  it('is reported without keys or addresses', async () => {
    for (const status of [400, 401, 404, 409, 429, 500]) {
      const message = `Invalid ${SECRET_KEY} (sk_live_***abcd) for ana@example.com`
      const { http } = scriptedHttp(() => ({ status, body: { error: { type: 'invalid_request_error', message } } }))
      const ctx = contextOf({ secretKey: SECRET_KEY }, http)
      const error = await rejection(plugin.create().createCheckout(checkoutInput(), ctx))
      const told = `${error.stack} ${error.message} ${JSON.stringify(error)} ${String(error.cause)}`
      expect(told).not.to.match(/sandboxharness|abcd|ana@/)
    }
  })

  it('comes from Stripe itself if no other address is set', async () => {
    const { http, requests } = scriptedHttp(() => ({ status: 200, body: session }))
    await plugin.create().createCheckout(checkoutInput(), contextOf({ secretKey: SECRET_KEY }, http))
    expect(requests[0]!.url).to.equal('https://api.stripe.com/v1/checkout/sessions')
    expect(requests[0]!.headers!['Authorization']).to.equal(`Bearer ${SECRET_KEY}`)
  })
})

describe('a state that Stripe reports', () => {
  const intent = (changes: object) => ({
    id: 'pi_1',
    object: 'payment_intent',
    currency: 'mxn',
    next_action: null,
    ...changes,
  })
  const cases: [title: string, session: object, expected: string][] = [
    ['unknown', { status: 'paused' }, 'unrecognized'],
    ['none', { status: null }, 'unrecognized'],
    ['nothing to pay', { status: 'complete', payment_status: 'no_payment_required' }, 'unrecognized'],
    ['new payment status', { status: 'complete', payment_status: 'partly' }, 'unrecognized'],
    ['paid, intent not shown', { status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' }, 'paid'],
    [
      'voucher',
      { status: 'complete', payment_status: 'unpaid', payment_intent: intent({ status: 'requires_action' }) },
      'processing',
    ],
    [
      'transfer',
      { status: 'complete', payment_status: 'unpaid', payment_intent: intent({ status: 'processing' }) },
      'processing',
    ],
    [
      'canceled',
      { status: 'complete', payment_status: 'unpaid', payment_intent: intent({ status: 'canceled' }) },
      'canceled',
    ],
    [
      'failed',
      {
        status: 'complete',
        payment_status: 'unpaid',
        payment_intent: intent({ status: 'requires_payment_method', last_payment_error: { code: 'x', message: 'y' } }),
      },
      'failed',
    ],
    [
      'captured later',
      { status: 'complete', payment_status: 'unpaid', payment_intent: intent({ status: 'requires_capture' }) },
      'unrecognized',
    ],
  ]
  const stateOf = (changes: object, config: Record<string, string> = {}): Promise<ProviderState> => {
    const session = {
      id: 'cs_test_1',
      object: 'checkout.session',
      livemode: false,
      amount_total: 1000,
      currency: 'mxn',
      expires_at: 1_800_000_000,
      metadata: { paylink_payment: 'pay_1' },
      client_reference_id: null,
      payment_intent: null,
      ...changes,
    }
    const { http } = scriptedHttp(() => ({ status: 200, body: session }))
    return plugin.create().retrieve(REF, contextOf({ secretKey: SECRET_KEY, ...config }, http))
  }

  for (const [title, changes, expected] of cases) {
    it(`${title} = ${expected}`, async () => {
      const state = await stateOf(changes)
      expect(state).to.deep.include({ status: expected, paymentId: 'pay_1' })
      expect(state.amount).to.deep.equal({ amount: 1000, currency: 'MXN' })
    })
  }

  it('leads to the payment in the dashboard of its mode, where a refund is made (R24)', async () => {
    const paid = { status: 'complete', payment_status: 'paid', payment_intent: 'pi_1' }
    expect((await stateOf(paid)).dashboardUrl).to.equal('https://dashboard.stripe.com/test/payments/pi_1')
    const live = await stateOf({ ...paid, livemode: true })
    expect(live.dashboardUrl).to.equal('https://dashboard.stripe.com/payments/pi_1')
    const simulated = await stateOf(paid, { apiBase: 'http://127.0.0.1:4000' })
    expect(simulated).to.deep.include({ status: 'paid', dashboardUrl: undefined })
  })
})

import { expect } from 'chai'
import { Sandbox } from './harness.js'

const SESSION = {
  mode: 'payment',
  success_url: 'https://pay.example.com/r',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'mxn',
  'line_items[0][price_data][unit_amount]': '5000',
  'line_items[0][price_data][product_data][name]': 'Pastel',
}

describe('the sandbox’s Stripe API', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  const create = (changes: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    sandbox.api('POST', '/v1/checkout/sessions', { ...SESSION, ...changes }, headers)

  const refusals: [title: string, changes: Record<string, string>, code: string | undefined][] = [
    ['an unknown parameter', { colour: 'red' }, 'parameter_unknown'],
    ['no address to return to', { success_url: '' }, 'parameter_missing'],
    ['an address that is none', { success_url: 'javascript:alert(1)' }, 'url_invalid'],
    ['too little', { 'line_items[0][price_data][unit_amount]': '999' }, 'amount_too_small'],
    ['too much', { 'line_items[0][price_data][unit_amount]': '100000000' }, 'amount_too_large'],
    ['no number', { 'line_items[0][quantity]': 'two' }, 'parameter_invalid_integer'],
    ['a currency it does not take', { 'line_items[0][price_data][currency]': 'jpy' }, 'currency_not_supported'],
    ['a bad e-mail', { customer_email: 'ana' }, 'email_invalid'],
    ['another mode', { mode: 'subscription' }, undefined],
    ['an outsider’s key of objects', { 'metadata[__proto__][x]': '1', 'line_items[0][quantity]': '0' }, undefined],
  ]
  for (const [title, changes, code] of refusals) {
    it(`refuses ${title}`, async () => {
      const { status, json } = await create(changes)
      expect(status).to.equal(400)
      expect(json.error).to.include({ type: 'invalid_request_error' })
      expect(json.error.code).to.equal(code)
    })
  }

  it('replays the first answer under a key, even a refusal', async () => {
    const first = await create({}, { 'idempotency-key': 'k1' })
    sandbox.pass(100)
    expect(await create({}, { 'idempotency-key': 'k1' })).to.deep.equal(first)
    const refused = await create({ mode: 'setup' }, { 'idempotency-key': 'k2' })
    expect(await create({ mode: 'setup' }, { 'idempotency-key': 'k2' })).to.deep.equal(refused)
  })

  it('refuses other parameters under a used key', async () => {
    await create({}, { 'idempotency-key': 'k3' })
    const { status, json } = await create({ customer_email: 'a@example.com' }, { 'idempotency-key': 'k3' })
    expect(status).to.equal(400)
    expect(json.error.type).to.equal('idempotency_error')
  })

  it('makes one session of two concurrent requests under one key', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => create({ customer_email: 'b@example.com' }, { 'idempotency-key': 'k4' })),
    )
    const made = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.id))
    expect(made.size).to.equal(1)
    for (const { status } of answers) expect(status).to.be.oneOf([200, 409])
  })

  it('keeps keys of different accounts apart', async () => {
    const mine = await create({}, { 'idempotency-key': 'k5' })
    const theirs = await create({}, { 'idempotency-key': 'k5', authorization: 'Bearer sk_test_sandboxtheirs01' })
    expect(theirs.json.id).not.to.equal(mine.json.id)
    const peek = await sandbox.api('GET', `/v1/checkout/sessions/${theirs.json.id}`)
    expect(peek.json.error.code).to.equal('resource_missing')
  })

  it('refuses a request without a sandbox key', async () => {
    expect((await create({}, { authorization: 'Bearer sk_live_1234567890' })).status).to.equal(401)
    expect((await create({}, { authorization: '' })).status).to.equal(401)
  })

  it('answers an unknown route in Stripe’s format', async () => {
    const { status, json } = await sandbox.api('GET', '/v1/charges')
    expect(status).to.equal(404)
    expect(json.error.type).to.equal('invalid_request_error')
  })

  it('returns an endpoint’s secret only once', async () => {
    const made = await sandbox.api('POST', '/v1/webhook_endpoints', {
      url: 'https://x.example',
      'enabled_events[]': '*',
    })
    expect(made.json.secret).to.match(/^whsec_/)
    const seen = await sandbox.api('GET', `/v1/webhook_endpoints/${made.json.id}`)
    expect(seen.json).not.to.have.property('secret')
    expect((await sandbox.api('GET', '/v1/webhook_endpoints')).json.data).to.have.length(1)
    await sandbox.api('DELETE', `/v1/webhook_endpoints/${made.json.id}`)
    expect((await sandbox.api('GET', '/v1/webhook_endpoints')).json.data).to.have.length(0)
  })
})

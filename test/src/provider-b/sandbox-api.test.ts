import { expect } from 'chai'
import { PRIVATE_KEY, Sandbox } from './harness.js'

const LINE = { name: 'Pastel', quantity: 1, unit_price: 5000 }
const ORDER = {
  currency: 'MXN',
  customer_info: { name: 'Cliente', email: 'cliente@example.com', phone: '+525555555555' },
  line_items: [LINE],
  metadata: { a: 'b' },
}

describe('the sandbox’s Conekta API', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  const checkout = () => ({
    type: 'HostedPayment',
    name: 'Pastel de boda',
    allowed_payment_methods: ['card'],
    expires_at: sandbox.now / 1000 + 3600,
    success_url: 'https://pay.example.com/r',
    failure_url: 'https://pay.example.com/',
  })
  const create = (changes: object = {}, ofCheckout: object = {}, authorization?: string) =>
    sandbox.api('POST', '/orders', { ...ORDER, checkout: { ...checkout(), ...ofCheckout }, ...changes }, authorization)
  const lineWith = (changes: object) => ({ line_items: [{ ...LINE, ...changes }] })

  const refusals: [title: string, changes: object, ofCheckout: object, param: string][] = [
    ['a name of two characters', lineWith({ name: 'Té' }), {}, 'line_items[0].name'],
    ['a name too long', lineWith({ name: 'x'.repeat(250) }), {}, 'line_items[0].name'],
    ['no pieces', lineWith({ quantity: 0 }), {}, 'line_items[0].quantity'],
    ['a price of half a centavo', lineWith({ unit_price: 5000.5 }), {}, 'line_items[0].unit_price'],
    ['no lines', { line_items: [] }, {}, 'line_items'],
    ['too little', lineWith({ unit_price: 999 }), {}, 'amount'],
    ['too much', lineWith({ unit_price: 100_000_000 }), {}, 'amount'],
    ['a tax below nothing', { tax_lines: [{ description: 'IVA', amount: -1 }] }, {}, 'tax_lines[0].amount'],
    ['a tax without a name', { tax_lines: [{ amount: 1 }] }, {}, 'tax_lines[0].description'],
    ['a currency it does not take', { currency: 'JPY' }, {}, 'currency'],
    ['no customer', { customer_info: undefined }, {}, 'customer_info'],
    ['a bad e-mail', { customer_info: { ...ORDER.customer_info, email: 'ana' } }, {}, 'customer_info.email'],
    ['a bad phone', { customer_info: { ...ORDER.customer_info, phone: '1' } }, {}, 'customer_info.phone'],
    ['metadata of more than one level', { metadata: { a: { b: 'c' } } }, {}, 'metadata'],
    ['no checkout', { checkout: undefined }, {}, 'checkout'],
    ['another kind of checkout', {}, { type: 'Integration' }, 'checkout.type'],
    ['a way of paying it does not have', {}, { allowed_payment_methods: ['gold'] }, 'checkout.allowed_payment_methods'],
    ['an expiry in the past', {}, { expires_at: 1 }, 'checkout.expires_at'],
    ['an address that is none', {}, { success_url: 'javascript:alert(1)' }, 'checkout.success_url'],
  ]
  for (const [title, changes, ofCheckout, param] of refusals) {
    it(`refuses ${title}`, async () => {
      const { status, json } = await create(changes, ofCheckout)
      expect(status).to.equal(422)
      expect(json).to.include({ object: 'error', type: 'parameter_validation_error' })
      expect(json.details[0]!.param).to.equal(param)
    })
  }

  for (const body of ['', '[]', '"text"', '{"half":', 'null']) {
    it(`refuses ${body ? `the body ${body}` : 'an empty body'}`, async () =>
      expect((await sandbox.api('POST', '/orders', body)).status).to.equal(422))
  }

  it('creates an order for every call: there is no idempotency', async () => {
    const [one, other] = [await create(), await create()]
    expect(one.status).to.equal(200)
    expect(other.json.id).not.to.equal(one.json.id)
  })

  it('returns a new order without a status and without charges', async () => {
    const { json } = await create()
    expect(json).to.deep.include({ object: 'order', amount: 5000, livemode: false, metadata: { a: 'b' } })
    expect(json).not.to.have.any.keys('payment_status', 'charges')
  })

  it('refunds no more than was paid', async () => {
    const { json } = await create()
    const refund = (amount: unknown) =>
      sandbox.api('POST', `/orders/${json.id}/refunds`, { amount, reason: 'requested_by_client' })
    expect((await refund(1)).status).to.equal(422)
    const { url } = (json as unknown as { checkout: { url: string } }).checkout
    await sandbox.page('POST', url, 'succeed')
    const answers = await Promise.all([refund(3000), refund(3000)])
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422])
    expect((await refund(2000)).json).to.include({ payment_status: 'refunded', amount_refunded: 5000 })
    for (const amount of [0, -1, 0.5, '1', undefined]) expect((await refund(amount)).status).to.equal(422)
  })

  it('keeps accounts apart', async () => {
    const { json } = await create({}, {}, 'Bearer key_sandboxtheirs01')
    expect((await sandbox.api('GET', `/orders/${json.id}`)).status).to.equal(404)
    expect((await sandbox.api('POST', `/orders/${json.id}/cancel`)).status).to.equal(404)
    expect((await sandbox.api('GET', `/orders?next=${json.id}`)).status).to.equal(404)
  })

  it('refuses a request without a sandbox key', async () => {
    for (const authorization of ['', 'Bearer key_eYvWV7gSDkNYXsmr', `Basic ${PRIVATE_KEY}`]) {
      const { status, json } = await create({}, {}, authorization)
      expect(status).to.equal(401)
      expect(json).to.include({ object: 'error', type: 'authentication_error' })
    }
  })

  it('refuses an invalid page size', async () => {
    for (const limit of ['0', '251', 'x', '-1']) {
      expect((await sandbox.api('GET', `/orders?limit=${limit}`)).status, limit).to.equal(422)
    }
  })

  it('answers an unknown route in Conekta’s format', async () => {
    const { status, json } = await sandbox.api('GET', '/plans')
    expect(status).to.equal(404)
    expect(json).to.include({ object: 'error', type: 'resource_not_found_error' })
  })

  it('shows only the public part of its signing keys', async () => {
    const { json } = await sandbox.api('POST', '/webhook_keys', { active: true })
    const list = await sandbox.api('GET', '/webhook_keys')
    expect(json.public_key).to.contain('BEGIN PUBLIC KEY')
    expect(JSON.stringify([json, list.json])).not.to.match(/PRIVATE/i)
  })
})

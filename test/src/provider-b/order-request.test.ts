import { expect } from 'chai'
import { rejection, Sandbox } from './harness.js'

describe('an order request to Conekta', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  const sent = () => JSON.parse(sandbox.requests.at(-1)!.body)

  it('has only our two ids in its metadata', async () => {
    await sandbox.open({ paymentId: 'pay_sent', linkId: 'link_sent', locale: 'en', description: 'private words' })
    expect(sent().metadata).to.deep.equal({ paylink_payment: 'pay_sent', paylink_link: 'link_sent' })
    expect(sent().checkout).to.deep.include({
      type: 'HostedPayment',
      allowed_payment_methods: ['card', 'cash', 'bank_transfer'],
      success_url: 'https://pay.example.com/p/abc/return',
      failure_url: 'https://pay.example.com/p/abc',
      expires_at: sandbox.now / 1000 + 3600,
    })
    expect(sandbox.requests.at(-1)!.body).not.to.contain('private words')
    expect(sandbox.requests.at(-1)!.headers['accept-language']).to.equal('en')
  })

  /** Lines whose tax was added, as core adds it: each rounded for itself. */
  const lines: [quantity: number, unitAmount: number, taxAmount: number][][] = [
    [[1, 1000, 0]],
    [[3, 333, 160]],
    [
      [3, 3333, 1600],
      [7, 1, 1],
      [999, 7, 1119],
    ],
    Array.from({ length: 20 }, (_, index) => [index + 1, 101 + index, Math.round((index + 1) * (101 + index) * 0.16)]),
  ]
  for (const [index, items] of lines.entries()) {
    it(`adds up to the total to the centavo, with ${items.length} lines (${index}, I7)`, async () => {
      const amount = items.reduce((sum, [quantity, unit, tax]) => sum + quantity * unit + tax, 0)
      const { ref } = await sandbox.open({
        items: items.map(([quantity, unitAmount, taxAmount]) => ({ name: 'Taza', quantity, unitAmount, taxAmount })),
        total: { amount, currency: 'MXN' },
      })
      const { json } = await sandbox.api('GET', `/orders/${ref.providerRef}`)
      expect(json.amount).to.equal(amount)
    })
  }

  const names: [name: string, expected: string][] = [
    ['A', 'A..'],
    ['Té', 'Té.'],
    ['🌵', '🌵..'],
    ['Pan', 'Pan'],
    ['Ñandú 🌵 “1” & <b>', 'Ñandú 🌵 “1” & <b>'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['🌵'.repeat(200), '🌵'.repeat(124)],
    [`a${'🌵'.repeat(199)}`, `a${'🌵'.repeat(124)}`],
  ]
  for (const [name, expected] of names) {
    it(`calls “${[...name].slice(0, 12).join('')}” (${[...name].length}) by a name that Conekta accepts`, async () => {
      const items = [{ name, quantity: 1, unitAmount: 5000, taxAmount: 0 }]
      await sandbox.open({ items, total: { amount: 5000, currency: 'MXN' }, title: name })
      expect(sent().line_items[0].name).to.equal(expected)
      expect(sent().checkout.name).to.equal(expected)
    })
  }

  const customers: [title: string, customer: object, returnUrl: string, expected: object][] = [
    [
      'the payer as we know them',
      { name: 'Ana López', email: 'ana@example.com' },
      'https://pay.example.com/r',
      { name: 'Ana López', email: 'ana@example.com', phone: '+525555555555' },
    ],
    [
      'a neutral payer at our host',
      {},
      'https://pay.example.com/r',
      { name: 'Cliente', email: 'cliente@pay.example.com', phone: '+525555555555' },
    ],
    ['a short name', { name: 'Li' }, 'https://pay.example.com/r', { name: 'Li.' }],
    ['a host without a public name', {}, 'http://localhost:3000/r', { email: 'cliente@localhost.invalid' }],
    ['an address for a host', {}, 'http://127.0.0.1:3000/r', { email: 'cliente@127.0.0.1.invalid' }],
    ['an address of the newer kind', {}, 'http://[::1]:3000/r', { email: 'cliente@--1.invalid' }],
  ]
  for (const [title, customer, returnUrl, expected] of customers) {
    it(`names ${title}`, async () => {
      await sandbox.open({ customer, returnUrl, cancelUrl: returnUrl })
      expect(sent().customer_info).to.deep.include(expected)
    })
  }

  it('is refused below the minimum and outside its lifetime, with Conekta’s code', async () => {
    const items = [{ name: 'Dulce', quantity: 1, unitAmount: 999, taxAmount: 0 }]
    const error = await rejection(sandbox.open({ items, total: { amount: 999, currency: 'MXN' } }))
    expect(error).to.deep.include({ fault: 'rejected', name: 'ProviderRejectedError' })
    expect(error.info.providerCode).to.equal('conekta.errors.parameter_validation.amount.minimum')
    expect(error.info.requestId).to.be.a('string')
    for (const seconds of [299, 31_536_001]) {
      const expiresAt = new Date(sandbox.now + seconds * 1000).toISOString()
      expect((await rejection(sandbox.open({ expiresAt }))).fault, String(seconds)).to.equal('rejected')
    }
    for (const seconds of [300, 31_536_000]) {
      await sandbox.open({ expiresAt: new Date(sandbox.now + seconds * 1000).toISOString() })
    }
  })
})

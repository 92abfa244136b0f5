import { expect } from 'chai'
import { checkoutInput, Sandbox } from './harness.js'

describe('the sandbox’s page of a Stripe checkout', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  let count = 0
  const open = async (changes: Parameters<typeof checkoutInput>[0] = {}) => {
    const idempotencyKey = `page_${++count}`
    const input = checkoutInput({ paymentId: idempotencyKey, idempotencyKey, ...changes })
    return sandbox.provider.createCheckout(input, sandbox.context())
  }
  const outcomes = (text: string) => [...text.matchAll(/name="outcome"\s+value="(\w+)"/g)].map((match) => match[1])

  it('offers each outcome as a button of a plain form, in the reader’s language', async () => {
    const { redirectUrl } = await open()
    const spanish = await sandbox.page('GET', redirectUrl)
    expect(outcomes(spanish.text)).to.have.members(['succeed', 'decline', 'cash_later', 'cancel'])
    expect(spanish.text).to.contain('<html lang="es-MX">').and.contain('$4,350.00').and.contain('Modo de prueba')
    sandbox.locale = 'en'
    const english = await sandbox.page('GET', redirectUrl)
    sandbox.locale = 'es-MX'
    expect(english.text).to.contain('<html lang="en">').and.contain('Test mode')
    expect(spanish.text.match(/<h1/g)).to.have.length(1)
    expect(spanish.text).not.to.match(/<script|\son\w+=|javascript:/i)
  })

  it('lets its forms lead only back to the merchant', async () => {
    const { headers } = await sandbox.page('GET', (await open()).redirectUrl)
    expect(headers!['content-security-policy']).to.contain("default-src 'none'")
    expect(headers!['content-security-policy']).to.contain("form-action 'self' https://pay.example.com;")
    expect(headers).to.include({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  })

  it('escapes titles', async () => {
    const nasty = `</style><script>alert(1)</script><img src=x onerror='alert(1)'>"&amp;`
    const items = [{ name: nasty, quantity: 1, unitAmount: 5000, taxAmount: 0 }]
    const { redirectUrl } = await open({ title: nasty, items, total: { amount: 5000, currency: 'MXN' } })
    const { text } = await sandbox.page('GET', redirectUrl)
    expect(text).not.to.match(/<script|<img/)
    expect(text).to.contain('&#60;script&#62;alert(1)&#60;/script&#62;').and.contain('&#38;amp;')
  })

  it('is not changed by a GET', async () => {
    const { redirectUrl, providerRef } = await open()
    for (let look = 0; look < 3; look++) await sandbox.page('GET', `${redirectUrl}?outcome=succeed`)
    expect((await sandbox.api('GET', `/v1/checkout/sessions/${providerRef}`)).json.status).to.equal('open')
  })

  it('shows a voucher at the same address, with its two outcomes', async () => {
    const { redirectUrl } = await open()
    const answer = await sandbox.page('POST', redirectUrl, 'cash_later')
    expect(answer).to.deep.include({ status: 303 })
    expect(answer.headers!['location']).to.equal(redirectUrl)
    expect(outcomes((await sandbox.page('GET', redirectUrl)).text)).to.deep.equal(['succeed', 'expire'])
  })

  const ends: [title: string, steps: string[], words: string, left: string[]][] = [
    ['paid', ['succeed'], 'Pago recibido', ['refund', 'dispute']],
    ['disputed', ['succeed', 'dispute'], 'Pago recibido', ['refund', 'dispute_won', 'dispute_lost']],
    ['paid cash', ['cash_later', 'succeed'], 'Pago recibido', ['refund']],
    ['expired voucher', ['cash_later', 'expire'], 'La referencia venció', []],
    ['refunded', ['succeed', 'refund'], 'Pago devuelto', []],
  ]
  for (const [title, steps, words, left] of ends) {
    it(`shows the end (${title}), with a link back and no way to pay`, async () => {
      const { redirectUrl } = await open()
      for (const step of steps) await sandbox.page('POST', redirectUrl, step)
      const { text } = await sandbox.page('GET', redirectUrl)
      expect(text)
        .to.contain('Simulador de Stripe')
        .and.contain(words)
        .and.contain('href="https://pay.example.com/p/abc')
      expect(outcomes(text)).to.deep.equal(left)
    })
  }

  it('accepts one of two concurrent outcomes', async () => {
    const { redirectUrl, providerRef } = await open()
    await Promise.all(['succeed', 'cash_later', 'succeed'].map((outcome) => sandbox.page('POST', redirectUrl, outcome)))
    const { json } = await sandbox.api('GET', `/v1/checkout/sessions/${providerRef}`)
    expect(json.status).to.equal('complete')
    const later = await sandbox.page('POST', redirectUrl, 'expire')
    expect(later.status).to.equal(303)
    expect((await sandbox.api('GET', `/v1/checkout/sessions/${providerRef}`)).json.payment_status).to.equal(
      json.payment_status,
    )
  })

  it('inserts the session’s id into the return address', async () => {
    const { redirectUrl, providerRef } = await open({ returnUrl: 'https://pay.example.com/r?s={CHECKOUT_SESSION_ID}' })
    const { headers } = await sandbox.page('POST', redirectUrl, 'succeed')
    expect(headers!['location']).to.equal(`https://pay.example.com/r?s=${providerRef}`)
  })

  it('answers 404 for an unknown session, 400 for an unknown outcome, 405 for an unknown method', async () => {
    const { redirectUrl } = await open()
    expect((await sandbox.page('GET', 'http://x/checkout/cs_test_none')).status).to.equal(404)
    expect((await sandbox.page('GET', 'http://x/elsewhere')).status).to.equal(404)
    expect((await sandbox.page('POST', redirectUrl, 'explode')).status).to.equal(400)
    expect((await sandbox.page('PUT' as 'POST', redirectUrl)).status).to.equal(405)
  })
})

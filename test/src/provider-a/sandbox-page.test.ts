import { expect } from 'chai'
import { expectPlainPage, outcomes } from '../support/sandbox-page.js'
import { Sandbox } from './harness.js'

describe('the sandbox’s page of a Stripe checkout', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  const open = async (...args: Parameters<Sandbox['open']>) => (await sandbox.open(...args)).handle

  expectPlainPage(sandbox, ['succeed', 'decline', 'cash_later', 'cancel'])

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

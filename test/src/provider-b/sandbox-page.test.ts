import { expect } from 'chai'
import { expectPlainPage, outcomes } from '../support/sandbox-page.js'
import { Sandbox } from './harness.js'

describe('the sandbox’s page of a Conekta checkout', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  const open = async (...args: Parameters<Sandbox['open']>) => (await sandbox.open(...args)).handle
  const order = async (id: string) => (await sandbox.api('GET', `/orders/${id}`)).json

  const all = ['succeed', 'decline', 'cash_later', 'transfer_later', 'cancel']
  expectPlainPage(sandbox, all, ['IVA 16 %', '$600.00'])

  it('is not changed by a GET', async () => {
    const { redirectUrl, providerRef } = await open()
    for (let look = 0; look < 3; look++) await sandbox.page('GET', `${redirectUrl}?outcome=succeed`)
    expect(await order(providerRef)).not.to.have.property('payment_status')
  })

  for (const [outcome, word] of [
    ['cash_later', 'Referencia'],
    ['transfer_later', 'CLABE'],
  ] as const) {
    it(`shows a reference at the same address, with its two outcomes (${outcome})`, async () => {
      const { redirectUrl } = await open()
      const answer = await sandbox.page('POST', redirectUrl, outcome)
      expect(answer).to.deep.include({ status: 303 })
      expect(answer.headers!['location']).to.equal(redirectUrl)
      const { text } = await sandbox.page('GET', redirectUrl)
      expect(outcomes(text)).to.deep.equal(['succeed', 'expire'])
      expect(text).to.contain(word)
    })
  }

  const ends: [title: string, steps: string[], words: string, left: string[]][] = [
    ['paid', ['succeed'], 'Pago recibido', ['refund', 'dispute']],
    ['disputed', ['succeed', 'dispute'], 'Pago recibido', ['refund', 'dispute_won', 'dispute_lost']],
    ['paid by transfer', ['transfer_later', 'succeed'], 'Pago recibido', ['refund']],
    ['refunded', ['succeed', 'refund'], 'Pago devuelto', []],
    ['expired reference', ['cash_later', 'expire'], 'La referencia venció', []],
  ]
  for (const [title, steps, words, left] of ends) {
    it(`shows the end (${title}), with a link back`, async () => {
      const { redirectUrl } = await open()
      for (const step of steps) await sandbox.page('POST', redirectUrl, step)
      const { text } = await sandbox.page('GET', redirectUrl)
      expect(text)
        .to.contain('Simulador de Conekta')
        .and.contain(words)
        .and.contain('href="https://pay.example.com/p/abc')
      expect(outcomes(text)).to.deep.equal(left)
    })
  }

  it('refunds a part, then what is left, and never more', async () => {
    const { redirectUrl, providerRef } = await open()
    const refund = (amount?: string) =>
      sandbox.page('POST', redirectUrl, 'refund', amount === undefined ? {} : { amount })
    expect((await refund()).status).to.equal(400)
    await sandbox.page('POST', redirectUrl, 'succeed')
    for (const amount of ['0', '-5', '1.5', 'all', '435001']) expect((await refund(amount)).status).to.equal(400)
    expect((await refund('35000')).status).to.equal(303)
    expect(await order(providerRef)).to.include({ payment_status: 'partially_refunded', amount_refunded: 35_000 })
    expect((await refund('')).status).to.equal(303)
    expect(await order(providerRef)).to.include({ payment_status: 'refunded', amount_refunded: 435_000 })
    expect((await refund()).status).to.equal(400)
  })

  it('accepts one of several concurrent outcomes', async () => {
    const { redirectUrl, providerRef } = await open()
    const presses = ['succeed', 'cash_later', 'transfer_later', 'succeed']
    await Promise.all(presses.map((outcome) => sandbox.page('POST', redirectUrl, outcome)))
    const { payment_status } = await order(providerRef)
    expect(payment_status).to.be.oneOf(['paid', 'pending_payment'])
    const { length } = ((await order(providerRef)) as unknown as { charges: { data: object[] } }).charges.data
    expect(length).to.equal(1)
  })

  it('answers 404 for an unknown checkout, 400 for an unknown outcome, 405 for an unknown method', async () => {
    const { redirectUrl } = await open()
    expect((await sandbox.page('GET', 'http://x/checkout/none')).status).to.equal(404)
    expect((await sandbox.page('GET', 'http://x/elsewhere')).status).to.equal(404)
    expect((await sandbox.page('POST', redirectUrl, 'explode')).status).to.equal(400)
    expect((await sandbox.page('PUT' as 'POST', redirectUrl)).status).to.equal(405)
  })
})

import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { LANGUAGES } from './words.js'

const WORDS = {
  'es-MX': {
    other: /^Efectivo o transferencia/,
    card: /^Pagar \$150\.00 con tarjeta/,
    transfer: /^Pagar por transferencia/,
    transferTitle: 'Haz una transferencia SPEI',
    transferred: 'Simular la transferencia',
    paid: 'Pago recibido',
    refund: 'Devolver el pago',
    refunded: 'Pago devuelto',
  },
  en: {
    other: /^Cash or bank transfer/,
    card: /^Pay \$150\.00 by card/,
    transfer: /^Pay by bank transfer/,
    transferTitle: 'Make a SPEI transfer',
    transferred: 'Simulate the transfer',
    paid: 'Payment received',
    refund: 'Refund the payment',
    refunded: 'Payment refunded',
  },
}

describe('a payer with a browser, and two ways to pay', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite')))
  after(() => paylink?.stop())

  for (const locale of LANGUAGES) {
    it(`takes the second, and pays by transfer, in ${locale} (R6, R8)`, async () => {
      const words = WORDS[locale]
      const link = await paylink.createLink()
      const visitor = await Visitor.arrive({ locale })
      const { page } = visitor
      await page.goto(link.url)
      expect(await page.getByRole('button').count()).to.equal(2)
      expect(await page.getByRole('button', { name: words.card }).count()).to.equal(1)
      await visitor.picture(`two-ways-${locale}`)
      await visitor.press(words.other)
      expect(page.url()).to.include(`${paylink.url}/sandbox/provider_b/checkout/`)
      const checkout = page.url()
      await visitor.picture(`two-ways-checkout-${locale}`)
      await visitor.press(words.transfer)
      expect(await visitor.title()).to.equal(words.transferTitle)
      const clabe = await page.locator('.reference').innerText()
      await visitor.picture(`two-ways-transfer-${locale}`)
      await page.goto(link.url)
      await visitor.reloadUntil(clabe)
      await visitor.picture(`two-ways-voucher-${locale}`)
      await page.goto(checkout)
      await visitor.press(words.transferred)
      await visitor.reloadUntil(words.paid)

      const payments = await paylink.paymentsOf(link.id)
      expect(payments.map(({ method, status }) => [method, status])).to.deep.equal([['spei_transfer', 'succeeded']])
      await page.goto(checkout)
      await visitor.picture(`two-ways-paid-${locale}`)
      await visitor.press(words.refund)
      expect(await visitor.title()).to.equal(words.refunded)
      await eventually(
        async () => (await paylink.paymentsOf(link.id))[0].status,
        (status) => status === 'refunded',
      )
      expect(visitor.complaints).to.deep.equal([])
      expect(visitor.origins()).to.deep.equal([paylink.url])
      await visitor.leave()
    })
  }

  it('finds pages that fit 195 px, light and dark', async () => {
    const link = await paylink.createLink({ title: `Reparación ${'desoxirribonucleico'.repeat(6)}` })
    const checkout = await paylink.openCheckout(link, 'provider_b')
    const visitor = await Visitor.arrive({ width: 195, isDark: true })
    await visitor.page.goto(checkout)
    for (const press of [WORDS['es-MX'].transfer, WORDS['es-MX'].transferred]) {
      expect(await visitor.overhang()).to.equal(0)
      await visitor.press(press)
    }
    await visitor.page.goto(checkout)
    expect(await visitor.overhang()).to.equal(0)
    await visitor.picture('two-ways-narrow')
    await visitor.leave()
  })
})

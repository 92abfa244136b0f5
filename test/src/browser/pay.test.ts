import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ENGINES } from '../support/engines.js'
import { LANGUAGES, WORDS } from './words.js'

/** One way to pay: one button. */
const ONE_WAY = { providers: ['provider_a'] }

for (const engine of ENGINES) {
  describe(`a payer with a browser, without scripts, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => {
      paylink = await TestAppliance.start(engine)
      await paylink.changeAccount({ name: 'Barro y Fuego' })
    })
    after(() => paylink?.stop())

    for (const locale of LANGUAGES) {
      for (const width of [390, 1280]) {
        it(`pays after a declined card, in ${locale} at ${width} px (R6, R8, R76)`, async () => {
          const words = WORDS[locale]
          const shot = (name: string) => (engine === 'sqlite' ? visitor.picture(`${name}-${locale}-${width}`) : null)
          const link = await paylink.createLink({
            ...ONE_WAY,
            description: 'Hecha a mano.\nSe entrega el viernes.',
            items: [
              { name: 'Taza azul', quantity: 2, unitPriceCentavos: 15_000 },
              { name: 'Envío', quantity: 1, unitPriceCentavos: 120_050 },
            ],
          })
          const visitor = await Visitor.arrive({ locale, width })
          const { page } = visitor
          await page.goto(link.url)
          expect(await page.locator('header b').textContent()).to.equal('Barro y Fuego')
          expect(await visitor.title()).to.equal('Taza de barro')
          const shown = await visitor.text()
          for (const text of [words.testMode, words.asks, 'Taza azul 2 × $150.00', '$300.00', 'Envío', '$1,200.50']) {
            expect(shown).to.include(text)
          }
          expect(await page.locator('.amount').innerText()).to.match(/^\$1,500\.50\s+MXN$/)
          await shot('link')

          await visitor.press(words.pay)
          expect(page.url()).to.include(`${paylink.url}/sandbox/provider_a/`)
          expect(await visitor.text()).to.include('$1,500.50')
          await shot('sandbox')
          await visitor.press(words.cardWithoutFunds)
          expect(await visitor.text()).to.include(words.declined)
          await shot('declined')
          await visitor.press(words.payByCard)

          expect(page.url()).to.equal(`${link.url}/return?lang=${locale}`)
          await visitor.reloadUntil(words.paid)
          await shot('returned')
          await page.goto(link.url)
          const end = await visitor.text()
          expect(end).to.include(words.paid).and.to.include(words.received)
          expect(await page.getByRole('button').count()).to.equal(0)
          await shot('paid')

          const { body } = await paylink.get(`/v1/payment_links/${link.id}`)
          const [payment, ...others] = await paylink.paymentsOf(link.id)
          expect(others).to.deep.equal([])
          expect(body).to.include({ status: 'paid', paidPaymentId: payment.id })
          expect(payment).to.include({ status: 'succeeded', method: 'card', amountCentavos: 150_050 })
          expect(end).to.include(payment.id)
          expect(visitor.complaints).to.deep.equal([])
          expect(visitor.origins()).to.deep.equal([paylink.url])
          await visitor.leave()
        })
      }
    }
  })
}

describe('a payer with a browser, otherwise', () => {
  let paylink: TestAppliance
  before(async () => (paylink = await TestAppliance.start('sqlite')))
  after(() => paylink?.stop())

  for (const locale of LANGUAGES) {
    it(`takes a voucher to the store, in ${locale} (R48, R51)`, async () => {
      const words = WORDS[locale]
      const link = await paylink.createLink(ONE_WAY)
      const visitor = await Visitor.arrive({ locale })
      const { page } = visitor
      await page.goto(link.url)
      await visitor.press(words.pay)
      await visitor.press(words.payCash)
      expect(await visitor.title()).to.equal(words.payAtStore)
      const reference = await page.locator('.reference').innerText()
      expect(reference).to.match(/\d{4}/)
      await visitor.picture(`voucher-at-provider-${locale}`)
      await page.getByRole('link', { name: words.backToMerchant }).click()
      await visitor.reloadUntil(words.stillToPay)
      await visitor.picture(`voucher-returned-${locale}`)
      await page.goto(link.url)
      const shown = await visitor.text()
      expect(shown).to.include(words.stillToPay)
      expect(shown.replace(/\s/g, '')).to.include(reference.replace(/\s/g, ''))
      await visitor.picture(`voucher-${locale}`)
      expect(visitor.complaints).to.deep.equal([])
      await visitor.leave()
    })
  }

  it('pays with the keyboard alone, and sees the focus (R6, R8)', async () => {
    const link = await paylink.createLink(ONE_WAY)
    const visitor = await Visitor.arrive({ locale: 'es-MX' })
    const { page } = visitor
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    const tabTo = async (words: RegExp) => {
      for (let presses = 0; presses < 4 && !words.test(await focused()); presses++) await page.keyboard.press('Tab')
      expect((await focused()).trim()).to.match(words)
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).to.equal('solid')
      expect(await page.evaluate('parseFloat(getComputedStyle(document.activeElement).outlineWidth)')).to.be.at.least(2)
    }
    await page.goto(link.url)
    await tabTo(/^\s*Pagar \$150\.00\s*Tarjeta o efectivo/)
    await visitor.picture('keyboard')
    await Promise.all([page.waitForURL('**/sandbox/**'), page.keyboard.press('Enter')])
    await tabTo(/^\s*Pagar con tarjeta\s*Crédito/)
    await Promise.all([page.waitForURL(`${link.url}/return?*`), page.keyboard.press('Enter')])
    await visitor.reloadUntil('Pago recibido')
    await eventually(
      () => paylink.linkStatus(link.id),
      (status) => status === 'paid',
    )
    await visitor.leave()
  })

  it('changes the language there and back, and keeps it through the checkout (R6)', async () => {
    const link = await paylink.createLink(ONE_WAY)
    const visitor = await Visitor.arrive({ locale: 'es-MX' })
    const { page } = visitor
    await page.goto(link.url)
    expect(await page.locator('html').getAttribute('lang')).to.equal('es-MX')
    const other = page.getByRole('link', { name: 'English' })
    expect(await other.getAttribute('lang')).to.equal('en')
    await other.click()
    expect(await page.locator('html').getAttribute('lang')).to.equal('en')
    expect(await visitor.text()).to.include(WORDS.en.asks)
    expect(await page.locator('input[name=lang]').getAttribute('value')).to.equal('en')
    await page.getByRole('link', { name: 'Español' }).click()
    expect(await visitor.text()).to.include(WORDS['es-MX'].asks)
    await page.getByRole('link', { name: 'English' }).click()
    await visitor.press(WORDS.en.pay)
    await visitor.press(WORDS['es-MX'].payByCard)
    expect(await page.locator('html').getAttribute('lang')).to.equal('en')
    await visitor.reloadUntil(WORDS.en.paid)
    await visitor.leave()
  })
})

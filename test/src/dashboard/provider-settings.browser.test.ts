import stripe from '@paylink/provider-a'
import { CheckConnection } from '@paylink/core/connections/check-connection'
import { Connections } from '@paylink/core/connections/connections.repository'
import { expect } from 'chai'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { type PageLanguage, Visitor } from '../support/browser.js'
import { CheckoutSandbox } from '../support/checkout-sandbox.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

const BASE = '/dashboard/test/settings'
const KEY = 'sk_test_sandboxharness0001'

interface Look {
  width: number
  locale: PageLanguage
  isDark: boolean
}

const LOOKS: readonly Look[] = [
  { width: 1440, locale: 'es-MX', isDark: false },
  { width: 390, locale: 'en', isDark: true },
  { width: 390, locale: 'es-MX', isDark: false },
]

const WORDS = {
  'es-MX': { key: 'Llave secreta', connect: 'Conectar Stripe', done: 'Stripe quedó conectado.', show: 'Mostrar' },
  en: { key: 'Secret key', connect: 'Connect Stripe', done: 'Stripe is connected.', show: 'Show' },
}

/** A refused form. */
const EXPECTED = /status of 422/

for (const { width, locale, isDark } of LOOKS) {
  describe(`connections and invoicing in a browser (${width} px, ${locale})`, () => {
    let paylink: TestAppliance
    let shop: InvoiceShop
    let visitor: Visitor
    const provider = new CheckoutSandbox(stripe, {})
    const words = WORDS[locale]

    before(async () => {
      await provider.start()
      const engine = ENGINES[0] ?? 'sqlite'
      paylink = await TestAppliance.start(engine, { outboundAllowPrivate: true }, { http: true, jobs: false })
      shop = InvoiceShop.over(paylink)
      visitor = await Visitor.arrive({ width, isDark, locale, scripts: true })
      await visitor.signIn(await ShopPerson.signIn(paylink, 'owner', undefined, locale))
    })
    after(async () => {
      await visitor.leave()
      await paylink.stop()
      await provider.stop()
    })

    async function look(name: string): Promise<void> {
      await visitor.picture(`${name}-${width}-${locale}`)
      expect(await visitor.overhang(), name).to.equal(0)
      expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
      expect(await axeFindings(visitor), name).to.deep.equal([])
      expect(visitor.complaints.filter((text) => !EXPECTED.test(text))).to.deep.equal([])
      // What pictures and axe-core leave behind would be copied by a swap, against the policy.
      await visitor.page.evaluate("document.querySelectorAll('[style]').forEach((one) => one.removeAttribute('style'))")
    }
    const open = (path: string) => visitor.page.goto(`${paylink.url}${BASE}${path}`)

    it('connect a provider by its form', async () => {
      const { page } = visitor
      await open('/connections')
      await look('connections')
      await open('/connections/provider_a/connect')
      const key = page.getByLabel(words.key)
      await key.fill('sk_test_anotherAccount0001')
      await page.locator('details.fold summary').click()
      await page.locator('[name="provider_a.apiBase"]').fill(provider.apiBase)
      await visitor.press(words.connect)
      await page.locator('#faults').waitFor()
      expect(await key.inputValue()).to.equal('')
      await look('connection-form')
      await key.fill(KEY)
      await page.getByRole('button', { name: words.show }).first().click()
      expect(await key.getAttribute('type')).to.equal('text')
      await visitor.press(words.connect)
      await page.getByText(words.done).waitFor()
      await page.locator('form[action$="/test"] button').first().click()
      await page.locator('.way .notice.good').waitFor()
      await look('connections-tested')
    })

    it('show a refused key, what is open, and the question before it is taken away', async () => {
      const { container } = paylink
      const inUse = await container.get(Connections).listInUse('payment', shop.scope)
      const connection = inUse.find((one) => one.provider === 'provider_a')
      if (!connection) throw new Error('it is not connected')
      await container.get(CheckConnection).recordRefusal({ connection }, 'Expired API key provided')
      await open('/connections')
      await look('connections-error')
      await open(`/connections/${connection.id}/disconnect`)
      await look('connection-leave')
    })

    it('set invoicing up', async () => {
      const { page } = visitor
      await open('/invoicing')
      await look('invoicing-first')
      await open('/invoicing/invoicing_provider/connect')
      await look('invoicing-form')
      await shop.connect()
      await open('/invoicing')
      await look('invoicing-issuer')
      await page.locator('[name=issuer]').first().check()
      await page.locator('form[action$="/invoicing"] button[type=submit]').click()
      await page.locator('.notice.good').waitFor()
      const { paymentId } = await shop.paid()
      await shop.request(paymentId)
      paylink.clock.advance(2 * 60_000)
      await paylink.writer('invoices').update({ waits_for: 'se acabaron los timbres en Facturapi' })
      await open('/invoicing')
      await look('invoicing-ready')
    })
  })
}

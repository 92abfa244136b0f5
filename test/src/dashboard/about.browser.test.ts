import { AccessLog } from '@paylink/core/access-log/access-log'
import { expect } from 'chai'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { type PageLanguage, Visitor } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { dataDirWith } from '../support/third-party.js'
import { AboutShop } from './about-shop.js'

const BASE = '/dashboard/test/settings'

interface Look {
  width: number
  locale: PageLanguage
  isDark: boolean
  scripts: boolean
}

const LOOKS: readonly Look[] = [
  { width: 1440, locale: 'es-MX', isDark: false, scripts: true },
  { width: 1440, locale: 'en', isDark: false, scripts: false },
  { width: 390, locale: 'en', isDark: true, scripts: true },
  { width: 390, locale: 'es-MX', isDark: false, scripts: false },
]

const WORDS = {
  'es-MX': { check: 'Revisar ahora', checked: 'Revisado hace un momento.', find: 'Buscar', refused: 'Se rechazó' },
  en: { check: 'Check now', checked: 'Checked just now.', find: 'Find', refused: 'It was refused' },
}

for (const { width, locale, isDark, scripts } of LOOKS) {
  describe(`About in a browser (${width} px, ${locale}, ${scripts ? 'with' : 'without'} scripts)`, () => {
    let paylink: TestAppliance
    let shop: AboutShop
    let visitor: Visitor
    const words = WORDS[locale]

    before(async () => {
      const dataDir = dataDirWith([{ id: 'broken', main: 'throw new Error("no")' }])
      paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite', { dataDir }, { http: true, jobs: false })
      shop = AboutShop.over(paylink)
      visitor = await Visitor.arrive({ width, isDark, locale, scripts })
      await visitor.signIn(await ShopPerson.signIn(paylink, 'owner', undefined, locale))
    })
    after(async () => {
      await visitor.leave()
      await paylink.stop()
    })

    async function look(name: string): Promise<void> {
      await visitor.picture(`${name}-${width}-${locale}`)
      if (!scripts) return
      expect(await visitor.overhang(), name).to.equal(0)
      expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
      expect(await axeFindings(visitor), name).to.deep.equal([])
      await visitor.page.evaluate("document.querySelectorAll('[style]').forEach((one) => one.removeAttribute('style'))")
    }
    const open = (path: string) => visitor.page.goto(`${paylink.url}${BASE}${path}`)

    it('opens with what is known, and checks everything at a press', async () => {
      const { page } = visitor
      await shop.failingEndpoint(paylink.account.id, 'tienda.laesperanza.mx', 60)
      await shop.raise('webhook_endpoint.disabled', await shop.failingEndpoint(paylink.account.id, 'erp.example', 1))
      await shop.raise('payment.disputed', 'gone_1')
      await InvoiceShop.over(paylink).connect()
      await open('/about')
      await look('about')
      await paylink.writer('connections').where({ provider: 'provider_b' }).update({ status: 'error' })
      const { id } = await paylink.createLink({ title: 'Pay de limón' })
      await paylink.writer('payment_links').where({ id }).update({ status: 'processing' })
      await visitor.press(words.check)
      await page.getByText(words.checked).waitFor()
      await look('about-checked')
    })

    it('finds a request by its id, and tells what came of it', async () => {
      const { page } = visitor
      const { headers } = await paylink.post('/v1/payment_links', { title: '' })
      await paylink.container.get(AccessLog).run()
      await open('/about')
      const field = page.locator('[name=id]')
      await field.fill('req_1')
      await page.getByRole('button', { name: words.find, exact: true }).click()
      await page.locator('[aria-invalid]').waitFor()
      await look('request-fault')
      await page.locator('[name=id]').fill(`X-Request-Id: ${headers.get('x-request-id') ?? ''}`)
      await page.getByRole('button', { name: words.find, exact: true }).click()
      await page.getByText(words.refused).waitFor()
      await look('request')
    })
  })
}

import type { PageLocale } from '@paylink/core/kernel/choose-locale'
import { expect } from 'chai'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { Visitor } from '../support/browser.js'
import { BusyShop } from '../support/busy-shop.js'
import { ShopPerson } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'

const PAGE = '/dashboard/test/accountant'
const KINDS: [number, PageLocale, boolean][] = [
  [390, 'es-MX', false],
  [1440, 'en', true],
  [1440, 'es-MX', false],
]

for (const engine of ONE_ENGINE) {
  describe(`the page for the accountant in a browser, on ${engine}`, () => {
    let shop: BusyShop

    before(async () => (shop = await BusyShop.open(engine)))
    after(() => shop.close())

    for (const [width, locale, isDark] of KINDS) {
      const kind = `${width}-${locale}${isDark ? '-dark' : ''}`
      it(`is shown without fault: ${kind}`, async () => {
        const visitor = await Visitor.arrive({ width, locale, isDark, scripts: true })
        await visitor.signIn(await ShopPerson.signIn(shop.paylink, 'owner', undefined, locale))
        for (const [name, path] of [
          ['month', PAGE],
          ['empty', `${PAGE}?month=2026-01`],
        ] as const) {
          await visitor.page.goto(shop.paylink.url + path)
          await visitor.picture(`accountant-${name}-${kind}`)
          expect(await visitor.overhang(), name).to.equal(0)
          expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
          expect(await axeFindings(visitor, { contrast: false }), name).to.deep.equal([])
          expect(visitor.complaints, name).to.deep.equal([])
        }
        await visitor.leave()
      })
    }

    it('is downloaded and its month chosen without a script', async () => {
      const visitor = await Visitor.arrive({ width: 1280, scripts: false })
      await visitor.signIn(await ShopPerson.signIn(shop.paylink))
      const { page } = visitor
      await page.goto(shop.paylink.url + PAGE)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Descargar Excel' }).first().click(),
      ])
      expect(download.suggestedFilename()).to.match(/^PRUEBA-20\d\d-\d\d-[A-Z]{3}\.xlsx$/)
      expect(await download.failure()).to.equal(null)
      await page.getByLabel('Mes', { exact: true }).selectOption({ index: 0 })
      await visitor.press('Ver')
      await page.waitForURL(/month=20\d\d-\d\d/)
      await visitor.leave()
    })
  })
}

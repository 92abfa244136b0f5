import type { PageLocale } from '@paylink/core/kernel/choose-locale'
import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { Visitor } from '../support/browser.js'
import { BusyShop } from '../support/busy-shop.js'
import { ShopPerson } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'
import { zipEntries } from '../support/zip.js'

const LIST = '/dashboard/test/invoices'
const KINDS: [number, PageLocale, boolean][] = [
  [390, 'es-MX', false],
  [1440, 'en', true],
  [1440, 'es-MX', false],
]

for (const engine of ONE_ENGINE) {
  describe(`PDF and XML of a month in a browser, on ${engine}`, () => {
    let shop: BusyShop

    before(async () => {
      shop = await BusyShop.open(engine)
      await shop.invoices.settle()
    })
    after(() => shop.close())

    for (const [width, locale, isDark] of KINDS) {
      const kind = `${width}-${locale}${isDark ? '-dark' : ''}`
      it(`is offered without fault: ${kind}`, async () => {
        const visitor = await Visitor.arrive({ width, locale, isDark, scripts: true })
        await visitor.signIn(await ShopPerson.signIn(shop.paylink, 'owner', undefined, locale))
        for (const [name, path] of [
          ['list', LIST],
          ['none', `${LIST}.zip?month=2026-01`],
          ['accountant', '/dashboard/test/accountant'],
          ['accountant-empty', '/dashboard/test/accountant?month=2026-01'],
        ] as const) {
          await visitor.page.goto(shop.paylink.url + path)
          await visitor.picture(`month-files-${name}-${kind}`)
          expect(await visitor.overhang(), name).to.equal(0)
          expect(await contrastsBelow(visitor, 4.5), name).to.deep.equal([])
          expect(await axeFindings(visitor, { contrast: false }), name).to.deep.equal([])
        }
        await visitor.leave()
      })
    }

    for (const [path, label] of [
      [LIST, 'Descargar PDF y XML del mes'],
      ['/dashboard/test/accountant', 'PDF y XML'],
    ] as const) {
      it(`is downloaded from ${path} without a script`, async () => {
        const visitor = await Visitor.arrive({ width: 1280, scripts: false })
        await visitor.signIn(await ShopPerson.signIn(shop.paylink))
        const { page } = visitor
        await page.goto(shop.paylink.url + path)
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: label, exact: true }).click(),
        ])
        expect(download.suggestedFilename()).to.match(/^PRUEBA-20\d\d-\d\d-facturas\.zip$/)
        expect(await download.failure()).to.equal(null)
        expect(zipEntries(await readFile(await download.path())).size).to.equal(2)
        await visitor.leave()
      })
    }
  })
}

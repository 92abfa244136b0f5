import { expect } from 'chai'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { eventually, TestAppliance } from '../support/appliance.js'
import { Visitor } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'

const NEW = '/dashboard/test/links/new'

for (const engine of ONE_ENGINE) {
  describe(`the form of a new link in a browser, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson

    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
    })
    after(() => paylink.stop())

    async function visit(kind: Parameters<typeof Visitor.arrive>[0]): Promise<Visitor> {
      const visitor = await Visitor.arrive(kind)
      await visitor.signIn(owner)
      await visitor.page.goto(paylink.url + NEW)
      return visitor
    }

    for (const scripts of [true, false]) {
      for (const width of [390, 1440]) {
        it(`makes a link of two fields, ${scripts ? 'with' : 'without'} scripts, ${width} px`, async () => {
          const visitor = await visit({ scripts, width })
          await visitor.page.fill('[name=title]', 'Pastel de chocolate, 30 personas')
          await visitor.page.fill('[name="items[0].unitPrice"]', '1150')
          await visitor.page.keyboard.press('Enter')
          await visitor.page.waitForURL(/links\/plink_\w+\?created=1/)
          expect(visitor.complaints.filter((text) => !/404/.test(text))).to.deep.equal([])
          await visitor.leave()
        })

        it(`splits into items and tells faults at their fields, ${scripts ? 'with' : 'without'} scripts, ${width} px`, async () => {
          const visitor = await visit({ scripts, width })
          const { page } = visitor
          await page.fill('[name=title]', 'Boda')
          await page.fill('[name="items[0].unitPrice"]', '6500')
          await visitor.press('Desglosar en varios conceptos')
          await page.waitForSelector('[name="items[0].name"]')
          expect(await page.inputValue('[name="items[0].name"]')).to.equal('Boda')
          await visitor.press('Agregar concepto')
          await page.waitForSelector('[name="items[1].name"]')
          await page.fill('[name="items[1].name"]', 'Galleta')
          await page.fill('[name="items[1].unitPrice"]', '18 pesos')
          await page.locator('button.first:visible').click()
          await page.waitForSelector('#faults')
          expect(await visitor.text()).to.include('“Galleta”: Escribe solo el número')
          expect(await page.inputValue('[name="items[1].unitPrice"]')).to.equal('18 pesos')
          await page.click('#faults a')
          expect(await page.evaluate('document.activeElement.name')).to.equal('items[1].unitPrice')
          await page.fill('[name="items[1].unitPrice"]', '18.50')
          await page.locator('button.first:visible').click()
          await page.waitForURL(/created=1/)
          await visitor.leave()
        })
      }
    }

    it('counts the total and shows the page of the payer while one types', async () => {
      const visitor = await visit({ scripts: true, width: 1440 })
      await visitor.page.fill('[name=title]', 'Pastel')
      await visitor.page.fill('[name="items[0].unitPrice"]', '1150')
      await visitor.page.waitForSelector('text=Crear enlace por $1,150.00 MXN')
      const frame = await eventually(
        async () => visitor.page.frame('vista')?.locator('body').innerText(),
        (text) => text?.includes('$1,150.00') ?? false,
      )
      expect(frame).to.include('Pastel')
      await visitor.leave()
    })

    it('makes one link of a double click', async () => {
      const visitor = await visit({ scripts: true, width: 1440 })
      const before = (await paylink.db('payment_links')).length
      await visitor.page.fill('[name=title]', 'Doble')
      await visitor.page.fill('[name="items[0].unitPrice"]', '100')
      await visitor.page.locator('button.first:visible').dblclick()
      await visitor.page.waitForURL(/created=1/)
      expect(await paylink.db('payment_links')).to.have.length(before + 1)
      await visitor.leave()
    })

    // How a page looks does not depend on the engine.
    for (const locale of ['es-MX', 'en'] as const) {
      const isDark = locale === 'en'
      it(`fits, can be read, and leaves axe nothing to find, ${locale}${isDark ? ', dark' : ''}`, async () => {
        for (const width of [320, 390, 1440]) {
          const visitor = await Visitor.arrive({ scripts: true, bypassCSP: true, width, locale, isDark })
          await visitor.signIn(await ShopPerson.signIn(paylink, 'owner', undefined, locale))
          await visitor.page.goto(paylink.url + NEW)
          await visitor.page.fill('[name=title]', 'Mesa de postres para boda civil, 60 invitados')
          await visitor.page.click('[value=split]')
          await visitor.page.waitForSelector('[name="items[0].name"]')
          for (const summary of await visitor.page.$$('main summary:visible')) await summary.click()
          await visitor.page.click('[value=pick]', { force: true })
          expect(await visitor.overhang(), `${width} px`).to.equal(0)
          expect(await contrastsBelow(visitor, 4.5), `${width} px`).to.deep.equal([])
          expect(await axeFindings(visitor, { contrast: false }), `${width} px`).to.deep.equal([])
          await visitor.picture(`new-link-${width}-${locale}${isDark ? '-dark' : ''}`)
          await visitor.leave()
        }
      })
    }
  })
}

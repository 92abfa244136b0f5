import { expect } from 'chai'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { eventually } from '../support/appliance.js'
import { Visitor, type VisitorKind } from '../support/browser.js'
import { BusyShop } from '../support/busy-shop.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const BASE = '/dashboard/test'

const KINDS = [
  { width: 1440, scripts: true },
  { width: 390, locale: 'en', isDark: true, scripts: true },
] as const satisfies VisitorKind[]

/** How a page looks does not depend on the engine. */
describe('the search for everything, in a browser', () => {
  let shop: BusyShop
  let owner: ShopPerson
  let englishOwner: ShopPerson
  let cashier: ShopPerson
  before(async () => {
    shop = await BusyShop.open(ENGINES[0] ?? 'sqlite')
    await shop.invoices.settle()
    owner = await ShopPerson.signIn(shop.paylink)
    englishOwner = await ShopPerson.signIn(shop.paylink, 'owner', undefined, 'en')
    cashier = await ShopPerson.signIn(shop.paylink, 'cashier')
  })
  after(() => shop.close())

  async function visit(path: string, kind: VisitorKind = {}, person = owner): Promise<Visitor> {
    const visitor = await Visitor.arrive({ width: 1440, ...kind })
    await visitor.signIn(person)
    await visitor.page.goto(shop.paylink.url + BASE + path)
    return visitor
  }

  const pages = (): [name: string, path: string][] => [
    ['start', '/search'],
    ['found', '/search?q=pastel'],
    ['customer', '/search?q=beatriz'],
    ['exact', `/search?q=${shop.payment('invoiced').id}`],
    ['nothing', '/search?q=nada+de+esto'],
    ['invoices', '/invoices'],
    ['invoices-searched', '/invoices?q=xenon&month=2020-02'],
    ['settings', '/settings/security'],
    ['home', ''],
    ['more', '/more'],
  ]

  for (const kind of KINDS) {
    const name = Object.values(kind).join('-')
    it(`fits, can be read, and leaves axe nothing to find: ${name}`, async () => {
      const visitor = await visit('', kind, 'locale' in kind ? englishOwner : owner)
      for (const [page, path] of pages()) {
        await visitor.page.goto(shop.paylink.url + BASE + path)
        await visitor.picture(`search-${page}-${name}`)
        expect(await visitor.overhang(), page).to.equal(0)
        expect(await contrastsBelow(visitor, 4.5), page).to.deep.equal([])
        expect(await axeFindings(visitor, { contrast: false }), page).to.deep.equal([])
        expect(visitor.complaints, page).to.deep.equal([])
      }
      await visitor.page.goto(`${shop.paylink.url}/dashboard/search?q=${shop.payment('invoiced').id}`)
      await visitor.picture(`search-elsewhere-${name}`)
      expect(await contrastsBelow(visitor, 4.5)).to.deep.equal([])
      await visitor.leave()
    })
  }

  for (const scripts of [true, false]) {
    const how = scripts ? 'with scripts' : 'without scripts'
    for (const width of [1440, 390]) {
      it(`leads from the field to a payment and back, ${how}, at ${width}`, async () => {
        const visitor = await visit('', { width, scripts })
        const { page } = visitor
        const field = page.getByRole('searchbox', { name: 'Buscar en todo' })
        await field.fill('galletas')
        await field.press('Enter')
        await page.waitForURL(/search\?q=galletas/)
        expect(await field.inputValue()).to.equal('galletas')
        expect(await visitor.title()).to.equal('Resultados de “galletas”')
        await page.getByRole('link', { name: 'Galletas decoradas XV años' }).last().click()
        await page.waitForURL(/payments\/pay_/)
        await page.goBack()
        await page.getByRole('link', { name: 'Ver todos en Pagos' }).click()
        await page.waitForURL(/payments\?q=galletas/)
        await visitor.leave()
      })
    }

    it(`narrows the invoices by words and month, and keeps both, ${how}`, async () => {
      const visitor = await visit('/invoices', { scripts })
      const { page } = visitor
      const field = page.getByRole('searchbox', { name: 'RFC, nombre' })
      await page.getByLabel('Pedidas en').selectOption({ index: 1 })
      await field.fill('xenon')
      await field.press('Enter')
      await page.waitForURL(/q=xenon.*month=20\d\d-\d\d/)
      expect(await visitor.text()).to.include('XENON INDUSTRIAL ARTICLES')
      await page.getByRole('link', { name: 'Rechazadas' }).click()
      await page.waitForURL(/kind=rejected&q=xenon&month=/)
      expect(await visitor.text()).to.include('Ninguna factura coincide')
      await page.getByRole('link', { name: 'Quitar todos' }).click()
      await page.waitForURL((url) => url.search === '?kind=rejected')
      await visitor.leave()
    })
  }

  it('keeps what is typed while another filter is applied, and applies the latest', async () => {
    const visitor = await visit('/invoices', { scripts: true })
    const { page } = visitor
    const field = page.getByRole('searchbox', { name: 'RFC, nombre' })
    const held: (() => void)[] = []
    await page.route(/invoices\?q=/, async (route) => {
      await new Promise<void>((release) => held.push(release))
      // The page may have given it up.
      await route.continue().catch(() => undefined)
    })
    await field.evaluate((shown) => shown.closest('form')?.classList.add('before'))
    await page.getByLabel('Pedidas en').selectOption({ index: 1 })
    await eventually(
      () => Promise.resolve(held.length),
      (count) => count === 1,
    )
    await field.pressSequentially('xen')
    held.shift()?.()
    await page.waitForURL(/q=&kind=all&month=20\d\d-\d\d/)
    await page.locator('form.before').waitFor({ state: 'detached' })
    expect(await field.inputValue()).to.equal('xen')
    await field.pressSequentially('on')
    await page.getByLabel('Pedidas en').selectOption({ index: 0 })
    await field.press('Enter')
    // The browser may give the first of the two up before it is sent.
    await eventually(
      () => {
        while (held.length > 0) held.pop()?.()
        return Promise.resolve(page.url())
      },
      (url) => /q=xenon&kind=all&month=$/.test(url),
    )
    await visitor.leave()
  })

  it('leads to the sign-in where the session ended, without a fault of the script', async () => {
    const person = await ShopPerson.signIn(shop.paylink)
    const visitor = await visit('/invoices', { scripts: true }, person)
    const { page } = visitor
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await shop.paylink.container
      .get(UnitOfWork)
      .run((tx) => tx('sessions').where({ user_id: person.userId }).update({ ended_at: new Date().toISOString() }))
    const field = page.getByRole('searchbox', { name: 'RFC, nombre' })
    await field.fill('xenon')
    await field.press('Enter')
    await eventually(
      () => visitor.title(),
      (title) => title?.includes('Entra') === true,
    )
    expect(faults).to.deep.equal([])
    await visitor.leave()
  })

  it('stands on a cashier’s phone, too', async () => {
    const visitor = await visit('', { width: 390, scripts: false }, cashier)
    const field = visitor.page.getByRole('searchbox', { name: 'Buscar en todo' })
    await field.fill('pastel')
    await field.press('Enter')
    await visitor.page.waitForURL(/search\?q=pastel/)
    expect(await visitor.text()).to.include('Nada coincide con “pastel”.')
    await visitor.picture('search-cashier-390')
    await visitor.leave()
  })
})

import { expect } from 'chai'
import { contrastsBelow } from '../browser/contrasts.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor, type VisitorKind } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const PAGE = '/dashboard/settings/brand'
const KINDS: [string, VisitorKind][] = [
  ['390', { width: 390 }],
  ['1440', { width: 1440 }],
  ['390-en-dark', { width: 390, isDark: true, locale: 'en' }],
  ['1440-en', { width: 1440, locale: 'en' }],
]

describe('brand and details in a browser', () => {
  let paylink: TestAppliance
  let visitor: Visitor
  before(async () => {
    paylink = await TestAppliance.start(ENGINES[0] ?? 'sqlite')
    await paylink.change('accounts', paylink.account.id, { subscription: 'active' })
  })
  after(() => paylink.stop())
  afterEach(() => visitor.leave())

  for (const [name, kind] of KINDS) {
    it(`fit and can be read: ${name}`, async () => {
      visitor = await Visitor.arrive({ scripts: true, ...kind })
      await visitor.signIn(await ShopPerson.signIn(paylink, 'owner', undefined, kind.locale === 'en' ? 'en' : null))
      for (const [page, path] of [
        ['brand', PAGE],
        ['brand-deactivate', `${PAGE}/deactivate`],
      ] as const) {
        await visitor.page.goto(paylink.url + path)
        await visitor.picture(`${page}-${name}`)
        expect(await visitor.overhang(), page).to.equal(0)
        expect(await contrastsBelow(visitor, 4.5), page).to.deep.equal([])
      }
    })
  }

  it('show what is typed without saving it, with the script', async () => {
    visitor = await Visitor.arrive({ scripts: true, width: 1440 })
    await visitor.signIn(await ShopPerson.signIn(paylink))
    const { page } = visitor
    await page.goto(paylink.url + PAGE)
    await page.getByLabel('Nombre', { exact: true }).fill('Flores del Valle')
    await page.getByLabel('Otro color (opcional)').fill('#fde047')
    await page.getByText('Se lee bien: letra negra').waitFor()
    await page.getByLabel('Correo', { exact: true }).check()
    await page.getByLabel('Oscuro', { exact: true }).check()
    const letter = page.frameLocator('iframe[name=vista]').locator('[aria-roledescription=email]')
    await letter.getByText('Flores del Valle').first().waitFor()
    const card = letter.locator('td.card')
    expect(await card.evaluate((cell) => getComputedStyle(cell).backgroundColor)).to.equal('rgb(26, 29, 34)')
    await visitor.picture('brand-preview-mail-dark-1440')
    expect(await page.getByLabel('Elegir otro color').inputValue()).to.equal('#fde047')
    const [account] = await paylink.db('accounts').select('name')
    expect(account.name).to.not.equal('Flores del Valle')
  })

  it('open a preview and the receipt by their buttons, without the script', async () => {
    visitor = await Visitor.arrive({ width: 1440 })
    await visitor.signIn(await ShopPerson.signIn(paylink))
    const { page } = visitor
    await page.goto(paylink.url + PAGE)
    await page.getByLabel('Nombre', { exact: true }).fill('Sin guardar')
    await page.getByLabel('Recibo', { exact: true }).check()
    await page.getByRole('button', { name: 'Actualizar vista' }).click()
    await page.frameLocator('iframe[name=vista]').getByText('Sin guardar').first().waitFor()
    const opened = page.context().waitForEvent('response', (response) => response.url().endsWith('/receipt.pdf'))
    await page.getByRole('button', { name: 'Abrir el recibo en PDF' }).click()
    const pdf = await opened
    expect([pdf.status(), pdf.headers()['content-type']]).to.deep.equal([200, 'application/pdf'])
  })
})

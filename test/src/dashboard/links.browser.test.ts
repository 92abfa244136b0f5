import { expect } from 'chai'
import type { PageLocale } from '@paylink/core/kernel/choose-locale'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor, type VisitorKind } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'

const LINKS = '/dashboard/test/links'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

for (const engine of ONE_ENGINE) {
  describe(`the pages of links in a browser, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    let englishOwner: ShopPerson
    const ids: Record<string, string> = {}

    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
      englishOwner = await ShopPerson.signIn(paylink, 'owner', undefined, 'en')
      await makeLinks()
    })
    after(() => paylink.stop())

    async function makeLinks(): Promise<void> {
      const make = async (name: string, changes: object): Promise<any> => {
        const link = await paylink.createLink(changes)
        ids[name] = link.id
        return link
      }
      await make('disabled', { title: 'Pastel de zanahoria' })
      await paylink.post(`/v1/payment_links/${ids['disabled']}/disable`)
      await make('marked', { title: 'Caja de conchas para oficina × 4', customerName: 'Constructora Ibarra' })
      await paylink.post(`/v1/payment_links/${ids['marked']}/mark_paid`, { method: 'retail_cash', note: 'En caja' })
      const paid = await make('paid', { title: 'Galletas decoradas XV años', customerEmail: 'rosa@example.com' })
      await paylink.pay(await paylink.openCheckout(paid), 'succeed')
      await paylink.sweep()
      const busy = await make('processing', { title: 'Mesa de postres para bautizo', customerName: 'María Fernanda' })
      await paylink.openCheckout(busy)
      const declined = await make('declined', {
        title: 'Pastel de tres leches, 20 personas',
        customerName: 'Ana Sofía Villarreal',
        customerEmail: 'anasofia@example.com',
        expiresAt: new Date(paylink.clock.now().getTime() + 5 * 3600_000).toISOString(),
        metadata: { pedido: 'A-2041', sucursal: 'Roma' },
      })
      await paylink.pay(await paylink.openCheckout(declined), 'decline')
      await paylink.sweep()
      await make('active', {
        title: 'Servicio de café y pan para el cierre de año de Ruvalcaba, Ochoa y Asociados, 120 personas',
        items: [
          { name: 'Café', quantity: 120, unitPriceCentavos: 8500, tax: 'iva_added' },
          { name: 'Montaje', quantity: 1, unitPriceCentavos: 250000, tax: 'iva_included' },
        ],
        customerName: 'Despacho Ruvalcaba, Ochoa y Asociados, S.C.',
      })
    }

    async function arrive(path: string, kind: VisitorKind = {}): Promise<Visitor> {
      const visitor = await Visitor.arrive(kind)
      await visitor.signIn(kind.locale === 'en' ? englishOwner : owner)
      await visitor.page.goto(paylink.url + path)
      return visitor
    }

    const PAGES: Record<string, () => string> = {
      list: () => LINKS,
      'no-match': () => `${LINKS}?status=paid&q=afinaci%C3%B3n&when=week`,
      active: () => `${LINKS}/${ids['active']}`,
      created: () => `${LINKS}/${ids['active']}?created=1`,
      declined: () => `${LINKS}/${ids['declined']}`,
      processing: () => `${LINKS}/${ids['processing']}`,
      paid: () => `${LINKS}/${ids['paid']}`,
      marked: () => `${LINKS}/${ids['marked']}`,
      disabled: () => `${LINKS}/${ids['disabled']}`,
      disable: () => `${LINKS}/${ids['active']}/disable`,
      release: () => `${LINKS}/${ids['processing']}/release`,
      'mark-paid': () => `${LINKS}/${ids['active']}/mark-paid`,
      email: () => `${LINKS}/${ids['declined']}/email`,
      qr: () => `${LINKS}/${ids['active']}/qr`,
      edit: () => `${LINKS}/${ids['declined']}/edit`,
      more: () => '/dashboard/test/more',
    }
    const KINDS: [number, PageLocale, boolean][] = [
      [390, 'es-MX', false],
      [1440, 'en', true],
    ]
    // How a page looks does not depend on the engine.
    for (const [width, locale, isDark] of KINDS) {
      const kind = `${width}-${locale}${isDark ? '-dark' : ''}`
      it(`show every page without fault: ${kind}`, async () => {
        const visitor = await arrive(LINKS, { width, locale, isDark, scripts: true })
        for (const [name, pathOf] of Object.entries(PAGES)) {
          const what = `${name}-${kind}`
          await visitor.page.goto(paylink.url + pathOf())
          await visitor.picture(`links-${what}`)
          expect(await visitor.overhang(), what).to.equal(0)
          expect(await contrastsBelow(visitor, 4.5), what).to.deep.equal([])
          expect(await axeFindings(visitor, { contrast: false }), what).to.deep.equal([])
          expect(visitor.complaints, what).to.deep.equal([])
          expect(visitor.origins(), what).to.deep.equal([paylink.url])
        }
        await visitor.leave()
      })
    }

    for (const scripts of [false, true]) {
      describe(scripts ? 'with the script' : 'without a script', () => {
        const kind = { width: 1280, scripts }
        const made = async (changes: object = {}) => (await paylink.createLink({ title: 'Taza', ...changes })).id

        it('a link is found by filters, and back leads to the same list', async () => {
          const visitor = await arrive(LINKS, kind)
          const { page } = visitor
          await page.locator('#filter-when').selectOption('today')
          if (!scripts) await visitor.press('Filtrar')
          await page.waitForURL(/when=today/)
          await page.getByRole('link', { name: 'Desactivados' }).click()
          await page.waitForURL(/status=disabled/)
          await page.getByRole('link', { name: 'Pastel de zanahoria' }).click()
          await page.waitForURL(`**/links/${ids['disabled']}`)
          await page.goBack()
          await page.getByRole('link', { name: 'Quitar “Desactivados”' }).waitFor()
          expect(page.url()).to.match(/when=today&?/)
          expect(visitor.complaints).to.deep.equal([])
          await visitor.leave()
        })

        it('a link is copied from its row, or its panel is reached', async () => {
          const visitor = await arrive(LINKS, kind)
          const { page } = visitor
          const link = await paylink.linkOf(ids['active']!)
          if (scripts) await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
          await page.locator(`[data-copy="${link.url}"]`).click()
          if (scripts) {
            await page.locator('#messages', { hasText: 'Copiado' }).waitFor()
            expect(await page.evaluate<string>('navigator.clipboard.readText()')).to.equal(link.url)
          } else {
            await page.waitForURL(`**/links/${ids['active']}#share`)
            expect(await page.getByLabel('Dirección del enlace').inputValue()).to.equal(link.url)
          }
          await visitor.leave()
        })

        it('a link is disabled after a question', async () => {
          const id = await made()
          const visitor = await arrive(`${LINKS}/${id}`, kind)
          const { page } = visitor
          await page.locator('main .menu summary').click()
          await page.getByRole('link', { name: 'Desactivar' }).click()
          if (scripts) await page.getByRole('dialog').waitFor()
          else await page.waitForURL(`**/${id}/disable`)
          await visitor.press('Desactivar enlace')
          await page.getByText('El enlace está desactivado.').waitFor()
          expect(await paylink.linkStatus(id)).to.equal('disabled')
          expect(visitor.complaints).to.deep.equal([])
          await visitor.leave()
        })

        it('money from outside is recorded with a receipt; a wrong file is named', async () => {
          const id = await made()
          const visitor = await arrive(`${LINKS}/${id}/mark-paid`, kind)
          const { page } = visitor
          const proof = page.locator('#proof')
          await page.getByLabel('Efectivo').check()
          await page.getByLabel('Nota').fill('En la caja 2')
          await proof.setInputFiles({ name: 'foto.heic', mimeType: 'image/heic', buffer: Buffer.from('x') })
          await visitor.press('Marcar como pagado')
          await page.locator('#faults').getByText('es HEIC').waitFor()
          expect(await page.getByLabel('Nota').inputValue()).to.equal('En la caja 2')
          await proof.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(3_000_000) })
          // Without a script the page comes back with what was typed.
          if (!scripts) await visitor.press('Marcar como pagado')
          await page.getByText('pesa 2.9 MB').first().waitFor()
          expect(await page.getByLabel('Nota').inputValue()).to.equal('En la caja 2')
          await proof.setInputFiles({ name: 'recibo.png', mimeType: 'image/png', buffer: PNG })
          expect(await page.getByText('recibo.png').isVisible()).to.equal(scripts)
          expect(await page.getByText('Cambiar', { exact: true }).isVisible()).to.equal(scripts)
          await visitor.press('Marcar como pagado')
          await page.getByText('Quedó marcado como pagado.').waitFor()
          expect((await paylink.paymentsOf(id))[0]).to.include({ method: 'retail_cash', hasReference: true })
          await visitor.leave()
        })

        it('a link is mailed, edited and duplicated', async () => {
          const id = await made({ customerEmail: 'ana@example.com' })
          const visitor = await arrive(`${LINKS}/${id}/email`, kind)
          const { page } = visitor
          await visitor.press('Mandar correo')
          await page.getByText('El correo para ana@example.com está en cola.').waitFor()
          await page.goto(`${paylink.url}${LINKS}/${id}/edit`)
          await page.getByLabel('Título').fill('Taza verde')
          await visitor.press('Guardar')
          await page.getByText('Los cambios están guardados.').waitFor()
          expect(await visitor.title()).to.equal('Taza verde')
          await page.locator('main .menu summary').click()
          await page.getByRole('link', { name: 'Duplicar' }).click()
          await page.waitForURL(`**/links/new?from=${id}`)
          expect(visitor.complaints).to.deep.equal([])
          await visitor.leave()
        })
      })
    }
  })
}

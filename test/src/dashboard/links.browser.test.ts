import { expect } from 'chai'
import type { PageLocale } from '@paylink/core/kernel/choose-locale'
import { contrastsBelow } from '../browser/contrasts.js'
import { axeFindings } from '../browser/layout.js'
import { TestAppliance } from '../support/appliance.js'
import { Visitor, type VisitorKind } from '../support/browser.js'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'

const LINKS = '/dashboard/test/links'

for (const engine of ENGINES) {
  describe(`the pages of links in a browser, on ${engine}`, () => {
    let paylink: TestAppliance
    let owner: ShopPerson
    const ids: Record<string, string> = {}

    before(async () => {
      paylink = await TestAppliance.start(engine)
      owner = await ShopPerson.signIn(paylink)
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
      const [name = '', ...value] = owner.cookie.split('=')
      await visitor.page.context().addCookies([{ name, value: value.join('='), url: paylink.url }])
      const lang = kind.locale === 'en' ? `${path.includes('?') ? '&' : '?'}lang=en` : ''
      await visitor.page.goto(paylink.url + path + lang)
      return visitor
    }

    const PAGES: Record<string, () => string> = {
      list: () => LINKS,
      'no-match': () => `${LINKS}?status=paid&q=afinaci%C3%B3n&date=7`,
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
      [1440, 'es-MX', false],
      [390, 'en', true],
      [1440, 'en', true],
    ]
    for (const [name, pathOf] of Object.entries(PAGES)) {
      it(`show ${name} on phone and desk, in both languages and schemes, without fault`, async () => {
        for (const [width, locale, isDark] of KINDS) {
          const visitor = await arrive(pathOf(), { width, locale, isDark, scripts: true })
          const what = `${name}-${width}-${locale}${isDark ? '-dark' : ''}`
          await visitor.picture(`links-${what}`)
          expect(await visitor.overhang(), what).to.equal(0)
          expect(await contrastsBelow(visitor, 4.5), what).to.deep.equal([])
          expect(await axeFindings(visitor), what).to.deep.equal([])
          expect(visitor.complaints, what).to.deep.equal([])
          expect(visitor.origins(), what).to.deep.equal([paylink.url])
          await visitor.leave()
        }
      })
    }
  })
}

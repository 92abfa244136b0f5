import { expect } from 'chai'
import { axeFindings } from '../browser/layout.js'
import { contrastsBelow } from '../browser/contrasts.js'
import { Visitor, type VisitorKind } from '../support/browser.js'
import { BusyShop } from '../support/busy-shop.js'
import { ShopPerson } from '../support/dashboard.js'
import { ONE_ENGINE } from '../support/engines.js'

const BASE = '/dashboard/test'

const KINDS = [
  { width: 1440, scripts: true },
  { width: 390, locale: 'en', isDark: true, scripts: true },
] as const satisfies VisitorKind[]

for (const engine of ONE_ENGINE) {
  describe(`home, payments and reviews in a browser, on ${engine}`, () => {
    let shop: BusyShop
    let owner: ShopPerson
    let englishOwner: ShopPerson
    before(async () => {
      shop = await BusyShop.open(engine)
      owner = await ShopPerson.signIn(shop.paylink)
      englishOwner = await ShopPerson.signIn(shop.paylink, 'owner', undefined, 'en')
    })
    after(() => shop.close())

    async function visit(path: string, kind: VisitorKind = {}, person = owner): Promise<Visitor> {
      const visitor = await Visitor.arrive({ width: 1440, ...kind })
      await visitor.signIn(person)
      await visitor.page.goto(shop.paylink.url + BASE + path)
      return visitor
    }

    const pages = (): [name: string, path: string][] => [
      ['home', ''],
      ['home-90', '?days=90'],
      ['payments', '/payments'],
      ['payments-declined', '/payments?status=failed&q=nada'],
      ['payments-review', '/payments?status=review'],
      ['payment', `/payments/${shop.payment('paid').id}`],
      ['payment-invoiced', `/payments/${shop.payment('invoiced').id}`],
      ['payment-pending', `/payments/${shop.payment('pending').id}`],
      ['payment-canceled', `/payments/${shop.payment('canceled').id}`],
      ['payment-part', `/payments/${shop.payment('part').id}`],
      ['payment-review', `/payments/${shop.payment('mismatch').id}`],
      ['payment-refund', `/payments/${shop.payment('paid').id}/refund`],
      ['payment-invoice', `/payments/${shop.payment('paid').id}/invoice`],
      ['payment-invoice-cancel', `/payments/${shop.payment('invoiced').id}/invoice/cancel`],
      ['review', '/review'],
      ['review-item', `/review/${shop.payment('mismatch').id}`],
    ]

    // How a page looks does not depend on the engine.
    for (const kind of KINDS) {
      const name = Object.values(kind).join('-')
      it(`fit, can be read, and leave axe nothing to find: ${name}`, async () => {
        const visitor = await visit('', kind, 'locale' in kind ? englishOwner : owner)
        for (const [page, path] of pages()) {
          await visitor.page.goto(shop.paylink.url + BASE + path)
          await visitor.picture(`money-${page}-${name}`)
          expect(await visitor.overhang(), page).to.equal(0)
          expect(await contrastsBelow(visitor, 4.5), page).to.deep.equal([])
          expect(await axeFindings(visitor, { contrast: false }), page).to.deep.equal([])
          expect(visitor.complaints, page).to.deep.equal([])
          expect(visitor.origins(), page).to.deep.equal([shop.paylink.url])
        }
        await visitor.leave()
      })
    }

    for (const scripts of [true, false]) {
      const how = scripts ? 'with scripts' : 'without scripts'

      it(`narrow the list of payments, and keep the filters on the way back, ${how}`, async () => {
        const visitor = await visit('/payments', { scripts })
        const { page } = visitor
        await page.getByRole('link', { name: 'Recibidos' }).click()
        await page.waitForURL(/status=succeeded/)
        await page.getByRole('searchbox', { name: 'Título, cliente' }).fill('galletas')
        await page.getByRole('searchbox', { name: 'Título, cliente' }).press('Enter')
        await page.waitForURL(/q=galletas/)
        expect(page.url()).to.include('status=succeeded')
        await page.getByRole('link', { name: 'Galletas decoradas XV años' }).click()
        await page.waitForURL(/payments\/pay_/)
        expect(await visitor.title()).to.include('Galletas')
        await page.goBack()
        expect(await page.getByRole('searchbox', { name: 'Título, cliente' }).inputValue()).to.equal('galletas')
        await page.getByRole('link', { name: 'Quitar todos' }).click()
        await page.waitForURL((url) => !url.search.includes('galletas'))
        await visitor.leave()
      })

      it(`ask the provider at once, ${how}`, async () => {
        const visitor = await visit(`/payments/${shop.payment('paid').id}`, { scripts })
        await visitor.press('Preguntar ahora')
        await visitor.page.waitForURL(/asked=unchanged/)
        expect(await visitor.text()).to.include('Nada cambió.')
        await visitor.leave()
      })

      it(`send a receipt once, and say what is wrong with the address, ${how}`, async () => {
        const { paylink } = shop
        const { id } = shop.payment('paid')
        const visitor = await visit(`/payments/${id}`, { scripts })
        const field = visitor.page.getByLabel('Correo')
        await field.fill('rosa')
        await visitor.press('Mandar recibo')
        await visitor.page.getByText('Escribe un correo completo').waitFor()
        expect(await field.inputValue()).to.equal('rosa')
        const before = (await paylink.db('email_deliveries').where({ payment_id: id })).length
        await field.fill('rosa@example.com')
        await visitor.press('Mandar recibo')
        await visitor.page.waitForURL(/receipt=rosa/)
        expect(await visitor.text()).to.include('va en camino a rosa@example.com')
        expect((await paylink.db('email_deliveries').where({ payment_id: id })).length).to.equal(before + 1)
        const [entry] = await paylink.db('audit_entries').where({ target: id }).orderBy('seq', 'desc')
        expect(entry).to.include({ action: 'receipt.sent', actor: owner.userId })
        await visitor.leave()
      })

      it(`decide a review after asking the provider, with a reason, ${how}`, async () => {
        const made = await shop.pay(`odd-${String(scripts)}`, 'Rosca grande', 'succeed')
        const { id } = made.payment
        await shop.paylink.change('payments', id, {
          review_reason: 'duplicate',
          review_since: new Date().toISOString(),
        })
        const visitor = await visit(`/review/${id}`, { scripts })
        expect(await visitor.title()).to.equal('Pagaron dos veces: llegaron otros $680.00')
        await visitor.press('Aplicar mi decisión')
        await visitor.page.getByText('Elige qué hacemos.').first().waitFor()
        await visitor.page.getByRole('radio', { name: /Dejarlo como está/ }).check()
        await visitor.page.getByLabel('¿Por qué?').fill('El cliente sí quería dos')
        await visitor.press('Dejarlo como está')
        await visitor.page.waitForURL(/done=1/)
        expect(await visitor.text()).to.include('quedó decidido')
        const [entry] = await shop.paylink.db('audit_entries').where({ target: id }).orderBy('seq', 'desc')
        expect(entry).to.include({ action: 'review.resolved', actor: owner.userId, surface: 'dashboard' })
        await visitor.leave()
      })

      it(`cancel an invoice only with a reason, ${how}`, async () => {
        const visitor = await visit(`/payments/${shop.payment('invoiced').id}/invoice/cancel`, { scripts })
        await visitor.press('Cancelar factura')
        await visitor.page.getByText('Elige el motivo.').waitFor()
        await visitor.leave()
      })
    }
  })
}

import { localDay } from '@paylink/core/kernel/local-day'
import { expect } from 'chai'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { DAY } from '../support/links.js'

const LIST = '/dashboard/test/invoices'

for (const engine of ENGINES) {
  describe(`the list of invoices, on ${engine} (R62, R93, R193)`, () => {
    let shop: InvoiceShop
    let owner: ShopPerson

    before(async () => {
      shop = await InvoiceShop.open(engine)
      // In the middle of a month.
      const now = shop.paylink.clock.now()
      shop.paylink.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 18) - now.getTime())
      owner = await ShopPerson.signIn(shop.paylink)
    })
    after(() => shop.close())

    it('says what will be here, before the first one', async () => {
      expect((await owner.get(LIST)).text).to.include('Todavía no hay facturas')
    })

    it('shows receiver, link, status, folio and files, and narrows to a kind', async () => {
      const { invoice } = await shop.stamped({ title: 'Mesa de postres' })
      const { paymentId } = await shop.paid({ title: 'Otra mesa' })
      await shop.request(paymentId)
      const all = await owner.get(LIST)
      expect(all.text).to.include('XENON INDUSTRIAL ARTICLES').and.include('Mesa de postres').and.include('Timbrada')
      expect(all.text).to.include(`Folio ${invoice.uuid}`).and.include('Otra mesa').and.include('En espera')
      const [, pdf = ''] = /href="([^"]+\.pdf\?[^"]+)"/.exec(all.html) ?? []
      const file = await fetch(pdf.replaceAll('&amp;', '&'))
      expect([file.status, file.headers.get('content-type')]).to.deep.equal([200, 'application/pdf'])
      const waiting = await owner.get(`${LIST}?kind=waiting`)
      expect(waiting.text).to.include('Otra mesa').and.not.include('Mesa de postres')
      expect((await owner.get(`${LIST}?kind=rejected`)).text).to.include('Ninguna factura coincide')
    })

    it('finds by words and narrows to a month, all in the address, and says what hides everything', async () => {
      const { paylink } = shop
      const [zone, now] = [paylink.account.brand.timeZone, paylink.clock.now()]
      const month = localDay(now, zone).slice(0, 7)
      const before = localDay(new Date(now.getTime() - 40 * DAY), zone).slice(0, 7)
      const found = await owner.get(`${LIST}?q=postres`)
      expect(found.text).to.include('Mesa de postres').and.not.include('Otra mesa')
      expect(found.html).to.include('value="postres"')
      const [, stamped = ''] = /Folio ([0-9a-f-]{36})/i.exec(found.text) ?? []
      expect((await owner.get(`${LIST}?q=${stamped}`)).text).to.include('Mesa de postres')
      const both = await owner.get(`${LIST}?q=otra+mesa&month=${month}`)
      expect(both.text).to.include('Otra mesa').and.not.include('Mesa de postres')
      const without = `href="${LIST}?month=${month}"`
      expect(both.html).to.include(without).and.include(`<option value="${month}" selected>`)
      const cancelled = await owner.get(`${LIST}?q=mesa&month=${month}&kind=cancelled`)
      expect(cancelled.text).to.include('Se ocultan por: Canceladas, “mesa”,')
      const none = await owner.get(`${LIST}?q=mesa&month=${before}`)
      expect(none.text).to.include('Ninguna factura coincide').and.include('Se ocultan por: “mesa”,')
      expect(none.html).to.include(`<option value="${before}" selected>`)
    })

    it('pages in both directions, whatever stands in the address', async () => {
      for (let count = 0; count < 22; count++) {
        const { paymentId } = await shop.paid({ title: `Pedido ${count}.` })
        await shop.request(paymentId)
        shop.paylink.clock.advance(60_000)
      }
      const first = await owner.get(LIST)
      expect(first.text).to.include('Pedido 21.').and.not.include('Pedido 1.')
      const narrowed = await owner.get(
        `${LIST}?q=pedido&month=${localDay(shop.paylink.clock.now(), shop.paylink.account.brand.timeZone).slice(0, 7)}`,
      )
      expect(narrowed.text).to.include('Pedido 21.').and.not.include('Pedido 1.')
      const next = /href="([^"]+older=[^"]+)"/.exec(narrowed.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
      expect(next).to.match(/q=pedido&month=\d{4}-\d{2}&older=/)
      expect((await owner.get(next)).text)
        .to.include('Pedido 1.')
        .and.not.include('Pedido 21.')
        .and.not.include('Mesa de postres')
      const older = /href="([^"]+older=[^"]+)"/.exec(first.html)?.[1] ?? ''
      const second = await owner.get(older)
      expect(second.text).to.include('Pedido 1.').and.include('Mesa de postres').and.not.include('Pedido 21.')
      const newer = /href="([^"]+newer=[^"]+)"/.exec(second.html)?.[1] ?? ''
      expect((await owner.get(newer)).text)
        .to.include('Pedido 21.')
        .and.not.include('Pedido 1.')
      for (const query of [
        'q=%00',
        'q=%F0%9F%8E%82',
        'month=2026-13',
        'month=2026-11&month=2026-10',
        'older=x',
        'newer=%00',
        'older=zzzzzzzzzz.a',
        'kind=__proto__',
        'older=1&older=2',
      ]) {
        expect((await owner.get(`${LIST}?${query}`)).status, query).to.be.oneOf([200, 400])
      }
    })
  })
}

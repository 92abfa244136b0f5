import { expect } from 'chai'
import { ShopPerson } from '../support/dashboard.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

const LIST = '/dashboard/test/invoices'

for (const engine of ENGINES) {
  describe(`the list of invoices, on ${engine} (R62, R93, R193)`, () => {
    let shop: InvoiceShop
    let owner: ShopPerson

    before(async () => {
      shop = await InvoiceShop.open(engine)
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
      expect((await owner.get(`${LIST}?kind=rejected`)).text).to.include('Ninguna en esta lista')
    })

    it('pages in both directions, whatever stands in the address', async () => {
      for (let count = 0; count < 22; count++) {
        const { paymentId } = await shop.paid({ title: `Pedido ${count}.` })
        await shop.request(paymentId)
        shop.paylink.clock.advance(60_000)
      }
      const first = await owner.get(LIST)
      expect(first.text).to.include('Pedido 21.').and.not.include('Pedido 1.')
      const older = /href="([^"]+older=[^"]+)"/.exec(first.html)?.[1] ?? ''
      const second = await owner.get(older)
      expect(second.text).to.include('Pedido 1.').and.include('Mesa de postres').and.not.include('Pedido 21.')
      const newer = /href="([^"]+newer=[^"]+)"/.exec(second.html)?.[1] ?? ''
      expect((await owner.get(newer)).text)
        .to.include('Pedido 21.')
        .and.not.include('Pedido 1.')
      for (const query of ['older=x', 'newer=%00', 'older=zzzzzzzzzz.a', 'kind=__proto__', 'older=1&older=2']) {
        expect((await owner.get(`${LIST}?${query}`)).status, query).to.be.oneOf([200, 400])
      }
    })
  })
}

import { MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

for (const engine of ENGINES) {
  describe(`the files of an invoice (${engine})`, () => {
    let shop: InvoiceShop
    before(async () => (shop = await InvoiceShop.open(engine)))
    after(() => shop.close())
    afterEach(() => shop.setFaults([]))

    const filesOf = (paymentId: string) => shop.paylink.get(`/v1/payments/${paymentId}/invoice/files`)
    const opened = async (address: string): Promise<Response> => fetch(address, { redirect: 'manual' })

    it('have signed URLs for fifteen minutes, and are not cached (R71, R135, R193, I41)', async () => {
      const { paymentId, invoice } = await shop.stamped()
      const { status, body } = await filesOf(paymentId)
      expect(status).to.equal(200)
      expect(body).to.include({ status: 'stamped', expiresInSeconds: 900 })
      const xml = await opened(body.xmlUrl)
      expect(xml.status).to.equal(200)
      expect(xml.headers.get('content-type')).to.equal('application/xml; charset=utf-8')
      expect(xml.headers.get('cache-control')).to.equal('no-store')
      expect(xml.headers.get('content-disposition')).to.equal(`attachment; filename="${invoice.uuid}.xml"`)
      const text = await xml.text()
      expect(text).to.match(/^<\?xml/)
      expect(text).to.contain(`UUID="${invoice.uuid}"`).and.to.contain('Total="150.00"')
      const pdf = await opened(body.pdfUrl)
      expect(pdf.headers.get('content-type')).to.equal('application/pdf')
      expect(
        Buffer.from(await pdf.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).to.equal('%PDF-')

      shop.paylink.clock.advance(15 * MINUTE_MS - 2 * SECOND_MS)
      expect((await opened(body.pdfUrl)).status).to.equal(200)
      shop.paylink.clock.advance(2 * SECOND_MS)
      expect((await opened(body.pdfUrl)).status).to.equal(404)
      expect((await opened((await filesOf(paymentId)).body.pdfUrl)).status).to.equal(200)
    })

    it('cannot be opened with an altered URL (I41)', async () => {
      const one = await shop.stamped()
      const other = await shop.stamped()
      const { xmlUrl, pdfUrl } = (await filesOf(one.paymentId)).body
      const changed = [
        xmlUrl.replace('.xml', '.pdf'),
        pdfUrl.replace(one.invoice.id, other.invoice.id),
        xmlUrl.replace(/expires=(\d+)/, (_: string, at: string) => `expires=${Number(at) + 900}`),
        xmlUrl.replace(/signature=(.)/, (_: string, first: string) => `signature=${first === '0' ? '1' : '0'}`),
        xmlUrl.replace(/&signature=.*/, ''),
        xmlUrl.replace(/signature=.*/, `signature=${'0'.repeat(64)}`),
        `${xmlUrl}&expires=9999999999`,
        xmlUrl.replace('/invoices/', '/invoices/..%2F'),
        xmlUrl.replace(one.invoice.id, 'inv_00000000000000000000000000'),
      ]
      for (const address of changed) {
        const response = await opened(address)
        expect(response.status, address).to.equal(404)
        expect(response.headers.get('content-type')).to.match(/^application\/problem\+json/)
      }
      expect((await opened(xmlUrl)).status).to.equal(200)
    })

    it('are null while there are none, and 404 without an invoice (R254)', async () => {
      const { paymentId } = await shop.paid()
      expect((await filesOf(paymentId)).body.code).to.equal('not_found')
      expect((await filesOf('pay_unknown')).body.code).to.equal('not_found')
      await shop.request(paymentId, { name: 'NOT THIS' })
      expect((await filesOf(paymentId)).body).to.include({ pdfUrl: null, xmlUrl: null, expiresInSeconds: 900 })
      await shop.settle()
      expect((await filesOf(paymentId)).body).to.deep.include({ status: 'failed', pdfUrl: null, xmlUrl: null })
    })

    it('are available during an outage once they are stored (R263)', async () => {
      const { paymentId } = await shop.stamped()
      await shop.setFaults([{ kind: 'reset_before', times: 50 }])
      const { status, body } = await filesOf(paymentId)
      expect(status).to.equal(200)
      expect((await opened(body.pdfUrl)).status).to.equal(200)
    })

    it('answer 503 while they cannot be downloaded, although the invoice is stamped (R173, R214)', async () => {
      await shop.setFaults([{ kind: 'error_before', match: 'GET /v2/invoices/', times: 50 }])
      const { paymentId } = await shop.paid()
      await shop.request(paymentId)
      await shop.settle()
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamped')
      const { status, body } = await filesOf(paymentId)
      expect({ status, code: body.code }).to.deep.equal({ status: 503, code: 'invoicing_unavailable' })
      await shop.setFaults([])
      expect((await filesOf(paymentId)).status).to.equal(200)
    })

    it('show the cancellation', async () => {
      const { paymentId } = await shop.stamped()
      const before = Buffer.from(await (await opened((await filesOf(paymentId)).body.pdfUrl)).arrayBuffer())
      await shop.cancel(paymentId)
      await shop.settle(5)
      const { body } = await filesOf(paymentId)
      expect(body.status).to.equal('cancelled')
      const after = Buffer.from(await (await opened(body.pdfUrl)).arrayBuffer())
      expect(after.equals(before)).to.equal(false)
    })
  })
}

import type { Client } from '@modelcontextprotocol/client'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { dataUrl, PROOFS } from '../support/proofs-of-payment.js'
import { connectAgent, REVISIONS } from './agent.js'
import { sendRaw } from './raw-agent.js'

const PNG = PROOFS['image/png']

for (const engine of ENGINES) {
  describe(`files as resources of agents, on ${engine}`, () => {
    let shop: InvoiceShop
    let invoiced: string
    let withReceipt: string
    before(async () => {
      shop = await InvoiceShop.open(engine)
      invoiced = (await shop.stamped()).paymentId
      const { id } = await shop.paylink.createLink()
      const marked = await shop.paylink.post(`/v1/payment_links/${id}/mark_paid`, {
        reference: dataUrl('image/png', PNG),
      })
      withReceipt = marked.body.paidPaymentId
    })
    after(() => shop.close())

    const read = async (agent: Client, uri: string): Promise<{ mimeType: string | undefined; content: Buffer }> => {
      const [found] = (await agent.readResource({ uri })).contents
      if (!found || !('blob' in found)) throw new Error(`${uri} is no file`)
      return { mimeType: found.mimeType, content: Buffer.from(found.blob, 'base64') }
    }

    for (const revision of REVISIONS) {
      it(`are receipts, and invoices as PDF and XML, with ${revision}`, async () => {
        const agent = await connectAgent(shop.paylink, { revision })
        const { resourceTemplates } = await agent.listResourceTemplates()
        expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).to.deep.equal([
          'paylink://payments/{id}/reference',
          'paylink://payments/{id}/invoice.pdf',
          'paylink://payments/{id}/invoice.xml',
        ])
        const receipt = await read(agent, `paylink://payments/${withReceipt}/reference`)
        expect(receipt.content.equals(PNG)).to.equal(true)
        const pdf = await read(agent, `paylink://payments/${invoiced}/invoice.pdf`)
        expect([pdf.mimeType, pdf.content.subarray(0, 5).toString()]).to.deep.equal(['application/pdf', '%PDF-'])
        const xml = await read(agent, `paylink://payments/${invoiced}/invoice.xml`)
        expect([xml.mimeType, xml.content.includes('<cfdi:Comprobante')]).to.deep.equal(['application/xml', true])
        await agent.close()
      })
    }

    it('are not found where there is none, whatever the address', async () => {
      const agent = await connectAgent(shop.paylink)
      for (const uri of [
        `paylink://payments/${withReceipt}/invoice.pdf`,
        `paylink://payments/${invoiced}/reference`,
        'paylink://payments/pay_x/reference',
        'paylink://payments/../reference',
        'file:///etc/passwd',
        `https://paylink/payments/${invoiced}/invoice.pdf`,
      ]) {
        const error: unknown = await agent.readResource({ uri }).catch((caught: unknown) => caught)
        expect(error, uri).to.be.an('error')
        expect(String(error), uri).to.match(/not found/i)
      }
      await agent.close()
    })

    it('need the scopes of the operations of /v1', async () => {
      const { text: key } = await shop.paylink.newKey({ scopes: ['payments:read'] })
      const uri = `paylink://payments/${invoiced}/invoice.pdf`
      const reply = await sendRaw(shop.paylink, 'resources/read', { uri }, { key })
      expect(reply.status).to.equal(403)
      expect(reply.headers.get('www-authenticate')).to.include('scope="invoices:read"')
      const { body } = await sendRaw(shop.paylink, 'resources/templates/list', {}, { key })
      const templates: { uriTemplate: string }[] = body.result.resourceTemplates
      expect(templates.map(({ uriTemplate }) => uriTemplate)).to.deep.equal(['paylink://payments/{id}/reference'])
    })
  })
}

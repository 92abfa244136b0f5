import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

for (const engine of ENGINES) {
  describe(`notifications of the invoicing provider (${engine})`, () => {
    let shop: InvoiceShop
    before(async () => (shop = await InvoiceShop.open(engine)))
    after(() => shop.close())
    afterEach(() => shop.behave({ outcome: 'usual' }))

    const hook = async (): Promise<{ url: string; secret: string }> => {
      const connection = await shop.part(Connections).current('invoicing', shop.scope)
      const connected = connection && (await shop.part(OpenConnection).run(connection))
      const url = `${shop.paylink.url}/hooks/invoicing_provider/${connection?.id ?? ''}`
      return { url, secret: String(connected?.config['webhookSecret']) }
    }
    const post = async (body: string, signature: string | null, url?: string): Promise<number> => {
      const headers: Record<string, string> = { 'Content-Type': 'application/json' }
      if (signature !== null) headers['Facturapi-Signature'] = signature
      return (await fetch(url ?? (await hook()).url, { method: 'POST', headers, body })).status
    }
    const notice = (ref: string, id: string): string =>
      JSON.stringify({
        ...{ id, type: 'invoice.status_updated', livemode: false },
        data: { type: 'invoice', object: { id: ref } },
      })
    const dueAt = async (invoiceId: string): Promise<unknown> => {
      const [row] = await shop.paylink.db('invoices').where({ id: invoiceId }).select('next_attempt_at')
      return row.next_attempt_at
    }

    it('are accepted only with the provider’s signature, and per connection (I18)', async () => {
      const { invoice } = await shop.stamped()
      const body = notice('anything', 'evt_1')
      const { secret, url } = await hook()
      const signed = createHmac('sha256', secret).update(body).digest('hex')
      expect(await post(body, null)).to.equal(400)
      expect(await post(body, 'zz')).to.equal(400)
      expect(await post(body, 'ab'.repeat(32))).to.equal(400)
      expect(await post(`${body} `, signed)).to.equal(400)
      expect(await post(body, signed)).to.equal(200)
      expect(await post(body, signed, url.replace(/[^/]+$/, 'conn_unknown'))).to.equal(404)
      expect(await dueAt(invoice.id)).to.equal(null)
    })

    it('are refused when they contain text that a database cannot store', async () => {
      const body = notice('a\0b', 'evt_nul')
      const signature = createHmac('sha256', (await hook()).secret)
        .update(body)
        .digest('hex')
      expect(await post(body, signature)).to.equal(400)
    })

    it('make an invoice due at once, and are not believed themselves', async () => {
      const { paymentId, invoice } = await shop.stamped()
      const [{ provider_ref: ref }] = await shop.paylink.db('invoices').where({ id: invoice.id })
      await shop.atProvider(`/invoices/${ref}?motive=02`, 'DELETE')
      const { secret } = await hook()
      const body = notice(ref, 'evt_2')
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      expect(await post(body, signature)).to.equal(200)
      await shop.settle(1)
      const seen = await shop.invoiceOf(paymentId)
      expect(seen.status).to.equal('stamped')
      // Cancelled in the provider's dashboard and acknowledged since.
      shop.paylink.clock.advance(10_000)
      expect(await post(body, signature)).to.equal(200)
      await shop.settle(1)
      expect(await shop.invoiceOf(paymentId)).to.include({ status: 'cancelled', cancelMotivo: null })
      const events = await shop.paylink.db('events').where({ object_id: paymentId, type: 'payment.invoice_cancelled' })
      expect(events).to.have.length(1)
    })

    it('are not sent for what the provider did at once', async () => {
      await shop.behave({ cancelSeconds: '0' })
      const { clock, db } = shop.paylink
      const now = clock.now.bind(clock)
      // Time passes between two readings.
      let readings = 0
      clock.now = () => new Date(now().getTime() + readings++)
      const { paymentId } = await shop.stamped()
      expect((await shop.cancel(paymentId)).body).to.include({ status: 'cancelled' })
      clock.now = now
      const [{ provider_ref: ref }] = await db('invoices').where({ payment_id: paymentId })
      expect(await db('plugin_entries').whereLike('key', `told:${ref}:%`).pluck('key')).to.deep.equal([])
    })

    it('report an asynchronous stamp (R93-R94)', async () => {
      await shop.behave({ stampSeconds: '600' })
      const { paymentId } = await shop.paid()
      const { id } = (await shop.request(paymentId)).body
      await shop.settle(3)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamping')
      shop.paylink.clock.advance(601_000)
      const [{ provider_ref: ref }] = await shop.paylink.db('invoices').where({ id })
      const body = notice(ref, 'evt_3')
      const signature = createHmac('sha256', (await hook()).secret)
        .update(body)
        .digest('hex')
      expect(await post(body, signature)).to.equal(200)
      await shop.settle(2)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamped')
    })
  })
}

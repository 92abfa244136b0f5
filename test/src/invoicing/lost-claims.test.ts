import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { ClaimedInvoices, INVOICE_LEASE_MS } from '@paylink/core/invoicing/claimed-invoices'
import { type ClaimedInvoice, Invoices } from '@paylink/core/invoicing/invoices.repository'
import type { StampInput } from '@paylink/plugin-api'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

for (const engine of ENGINES) {
  describe(`a worker that resumes after its claim on an invoice has expired (${engine}, I40)`, () => {
    let shop: InvoiceShop
    beforeEach(async () => {
      shop = await InvoiceShop.open(engine)
      await shop.part(AdvanceInvoices).stop()
    })
    afterEach(() => shop.close())

    /** By a worker of the same process each time. */
    async function claim(): Promise<ClaimedInvoice> {
      const invoices = shop.part(Invoices)
      const until = new Date(shop.paylink.clock.now().getTime() + INVOICE_LEASE_MS).toISOString()
      const quotas = (await invoices.lanesWithDue()).map((lane) => ({ lane, quota: 1 }))
      const [claimed] = await invoices.claim(quotas, { holder: 'process', until })
      return claimed!
    }

    it('changes nothing, though another worker of its process holds it now', async () => {
      const { paymentId } = await shop.paid()
      await shop.request(paymentId)
      const lost = await claim()
      shop.paylink.clock.advance(INVOICE_LEASE_MS)
      const held = await claim()
      expect(held.id).to.equal(lost.id)
      const row = () => shop.paylink.db('invoices').where({ id: lost.id }).first()
      const before = await row()
      const claimed = shop.part(ClaimedInvoices)
      const requested = (invoice: ClaimedInvoice): ClaimedInvoice => ({ ...invoice, status: 'stamping', attempts: 1 })
      expect(await claimed.markStamping(lost, requested(lost), {} as StampInput)).to.equal(false)
      expect(await claimed.markCancelling(lost, requested(lost))).to.equal(false)
      await claimed.postpone(lost, 'late')
      expect(await row()).to.deep.equal(before)

      shop.paylink.clock.advance(1)
      const renewed = requested(held)
      expect(await claimed.markStamping(held, renewed, {} as StampInput)).to.equal(true)
      await claimed.postpone(held, 'late')
      expect(await row()).to.include({ waits_for: null, status: 'stamping' })
      await claimed.postpone(renewed, 'in time')
      expect(await row()).to.include({ waits_for: 'in time', claimed_by: null })
    })
  })
}

import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { AdvanceInvoice } from '@paylink/core/invoicing/advance-invoice'
import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { ChooseIssuer } from '@paylink/core/invoicing/choose-issuer'
import { ConnectInvoicing } from '@paylink/core/invoicing/connect-invoicing'
import type { Invoice } from '@paylink/core/invoicing/invoice'
import { RequestInvoice } from '@paylink/core/invoicing/request-invoice'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop, MUG, XENON } from '../support/invoice-shop.js'
import { Merchant } from '../support/merchants.js'

for (const engine of ENGINES) {
  describe(`the lanes of invoices (${engine})`, () => {
    it('keep a connection that hangs from delaying the others', async () => {
      const shop = await InvoiceShop.open(engine)
      let letGo: () => void = () => undefined
      try {
        const other = await Merchant.join(shop.paylink)
        const scope = { accountId: other.account.id, livemode: false }
        await shop.part(ConnectInvoicing).run(actFor(OPERATOR, scope), { sandbox: true, settings: {} })
        const [issuer] = await shop.part(ChooseIssuer).list(scope)
        await shop.part(ChooseIssuer).run(actFor(OPERATOR, scope), issuer?.id ?? '')

        const advance = shop.part(AdvanceInvoice)
        const run = (due: Invoice): Promise<void> => AdvanceInvoice.prototype.run.call(advance, due)
        const hung = new Promise<void>((resolve) => (letGo = resolve))
        advance.run = (due) => (due.accountId === scope.accountId ? run(due) : hung)

        const hanging = await Promise.all(Array.from({ length: 12 }, () => shop.paid()))
        for (const { paymentId } of hanging) await shop.request(paymentId)
        const link = await other.createLink({ invoiceable: true, items: [MUG] })
        const paid = await other.post(`/v1/payment_links/${link.id}/mark_paid`, { method: 'spei_transfer' })
        const invoice = await shop.part(RequestInvoice).run(scope, paid.body.paidPaymentId, XENON)

        const working = shop.part(AdvanceInvoices).runDue()
        const statusOf = async () =>
          (await shop.paylink.db('invoices').where({ id: invoice.id }).first('status')).status
        await eventually(statusOf, (status) => status === 'stamped')
        letGo()
        await working
        expect(await statusOf()).to.equal('stamped')
      } finally {
        letGo()
        await shop.close()
      }
    })
  })
}

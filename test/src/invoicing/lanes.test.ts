import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { ChooseIssuer } from '@paylink/core/invoicing/choose-issuer'
import { ConnectInvoicing } from '@paylink/core/invoicing/connect-invoicing'
import { RequestInvoice } from '@paylink/core/invoicing/request-invoice'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { hang } from '../support/hang.js'
import { InvoiceShop, MUG, XENON } from '../support/invoice-shop.js'
import { Merchant } from '../support/merchants.js'

/** More than may be in hand for one connection. */
const MANY = 12
/** Of the invoices whose stamp hangs. */
const SLOW = { usoCfdi: 'G01' }

for (const engine of ENGINES) {
  describe(`the lanes of invoices (${engine}, I29, I37)`, () => {
    it('keep a connection that hangs from delaying the others, and its invoices are stamped once', async () => {
      const shop = await InvoiceShop.open(engine)
      const provider = shop.part(Plugins).provider('invoicing', 'invoicing_provider')!
      const { release, count } = hang(provider, 'stamp', ({ receiver }) => receiver.usoCfdi === SLOW.usoCfdi)
      try {
        const other = await Merchant.join(shop.paylink)
        const scope = { accountId: other.account.id, livemode: false }
        await shop.part(ConnectInvoicing).run(actFor(OPERATOR, scope), { sandbox: true, settings: {} })
        const [issuer] = await shop.part(ChooseIssuer).list(scope)
        await shop.part(ChooseIssuer).run(actFor(OPERATOR, scope), issuer?.id ?? '')

        const slow = await Promise.all(Array.from({ length: MANY }, () => shop.paid()))
        for (const { paymentId } of slow) await shop.request(paymentId, SLOW)
        await eventually(
          () => Promise.resolve(count()),
          (hanging) => hanging >= 4,
        )
        const link = await other.createLink({ invoiceable: true, items: [MUG] })
        const paid = await other.post(`/v1/payment_links/${link.id}/mark_paid`, { method: 'spei_transfer' })
        const invoice = await shop.part(RequestInvoice).run(scope, paid.body.paidPaymentId, XENON)
        await eventually(
          () => shop.paylink.db('invoices').where({ id: invoice.id }).first(),
          ({ status }) => status === 'stamped',
        )
        expect(count()).to.be.within(4, 8)
        release()
        const stamped = await eventually(
          () => Promise.all(slow.map(({ paymentId }) => shop.invoiceOf(paymentId))),
          (invoices) => invoices.every(({ status }) => status === 'stamped'),
        )
        const stamps = await Promise.all(stamped.map(({ id }) => shop.stampsOf(id)))
        expect(stamps.map(({ length }) => length)).to.deep.equal(Array(MANY).fill(1))
      } finally {
        release()
        await shop.close()
      }
    })
  })
}

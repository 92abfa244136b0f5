import { OPERATOR } from '@paylink/core/kernel/principal'
import { ReadReviews } from '@paylink/core/reconciliation/read-reviews'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop, MUG } from '../support/invoice-shop.js'

for (const engine of ENGINES) {
  describe(`a refund of an invoiced payment (${engine})`, () => {
    let shop: InvoiceShop
    before(async () => (shop = await InvoiceShop.open(engine)))
    after(() => shop.close())

    /** By card, at the sandbox's checkout: what is refunded there comes back as news. */
    const paidByCard = async (): Promise<{ paymentId: string; session: string; checkout: string }> => {
      const { paylink } = shop
      const link = await paylink.createLink({ invoiceable: true, items: [MUG] })
      const checkout = await paylink.openCheckout(link)
      await paylink.pay(checkout, 'succeed')
      const [payment] = await eventually(
        () => paylink.paymentsOf(link.id),
        ([first]) => first?.status === 'succeeded',
      )
      return { paymentId: payment.id, session: payment.providerRef, checkout }
    }
    const invoiced = async (paymentId: string): Promise<any> => {
      const { formasPago } = await shop.stateOf(paymentId)
      await shop.request(paymentId, formasPago.suggested === null ? { formaPago: '04' } : {})
      await shop.settle()
      return shop.invoiceOf(paymentId)
    }
    const refund = async (paymentId: string, session: string, amount: number): Promise<void> => {
      await shop.paylink.refundAtProvider(session, amount)
      await shop.paylink.post(`/v1/payments/${paymentId}/sync`)
      await eventually(
        () => shop.paylink.db('payments').where({ id: paymentId }).pluck('amount_refunded'),
        ([refunded]) => refunded >= amount,
      )
    }
    const waiting = () => shop.part(ReadReviews).list(shop.paylink.account.id)
    const resolve = (paymentId: string, kind: 'keep' | 'refunded' = 'keep') =>
      shop.part(ResolveReview).run(paymentId, { kind }, 'nota de crédito emitida', OPERATOR)

    it("has the payment form of the card's funding, where that is known (R64, R250)", async () => {
      const { paymentId } = await paidByCard()
      expect((await shop.stateOf(paymentId)).formasPago.suggested).to.be.oneOf(['04', '28'])
    })

    it('waits for review, and changes neither invoice nor payment on its own (R236)', async () => {
      const { paymentId, session } = await paidByCard()
      const invoice = await invoiced(paymentId)
      await refund(paymentId, session, 15_000)
      const [item, ...others] = await waiting()
      expect(others).to.deep.equal([])
      expect(item).to.include({ paymentId, reason: 'refunded_with_invoice' })
      expect(await shop.invoiceOf(paymentId)).to.deep.equal(invoice)
      const file = await shop.part(ReadReviews).one(paymentId)
      expect(file).to.deep.include({ reason: 'refunded_with_invoice', decisions: ['keep'] })
      await resolve(paymentId)
      expect(await waiting()).to.deep.equal([])
      const audited = await shop.paylink.db('audit_entries').where({ target: paymentId, action: 'review.resolved' })
      expect(audited).to.have.length(1)
      expect(await refusalOf(() => resolve(paymentId))).to.contain('not under review')
    })

    it('waits again when more is refunded', async () => {
      const { paymentId, session } = await paidByCard()
      await invoiced(paymentId)
      await refund(paymentId, session, 5_000)
      expect((await waiting()).map((item) => item.paymentId)).to.deep.equal([paymentId])
      await resolve(paymentId)
      await refund(paymentId, session, 10_000)
      expect((await waiting()).map((item) => item.paymentId)).to.deep.equal([paymentId])
      await resolve(paymentId)
    })

    it('ends when the invoice is cancelled', async () => {
      const { paymentId, session } = await paidByCard()
      await invoiced(paymentId)
      await refund(paymentId, session, 15_000)
      expect(await waiting()).to.have.length(1)
      await shop.cancel(paymentId, '03')
      await shop.settle(5)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('cancelled')
      expect(await waiting()).to.deep.equal([])
    })

    it('also waits when a part was refunded before the invoice was requested', async () => {
      const { paymentId, session } = await paidByCard()
      await refund(paymentId, session, 5_000)
      expect(await waiting()).to.deep.equal([])
      await invoiced(paymentId)
      expect((await waiting()).map((item) => item.paymentId)).to.deep.equal([paymentId])
      await resolve(paymentId)
    })

    it('needs no review without a valid invoice', async () => {
      const { paymentId, session } = await paidByCard()
      await shop.request(paymentId, { name: 'NOT THIS' })
      await shop.settle()
      await refund(paymentId, session, 15_000)
      expect(await waiting()).to.deep.equal([])
      expect(await refusalOf(() => resolve(paymentId))).to.contain('not under review')
    })
  })
}

async function refusalOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('it was not refused')
}

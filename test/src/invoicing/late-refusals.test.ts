import { Generation } from '@paylink/core/database/generation'
import { AdvanceInvoice } from '@paylink/core/invoicing/advance-invoice'
import { AdvanceInvoices } from '@paylink/core/invoicing/advance-invoices'
import { ClaimedInvoices, INVOICE_LEASE_MS } from '@paylink/core/invoicing/claimed-invoices'
import { Invoices } from '@paylink/core/invoicing/invoices.repository'
import { DAY_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { LoopPorts } from '@paylink/core/work/work-loop'
import { ProviderRejectedError, ProviderUnknownOutcomeError } from '@paylink/plugin-api'
import { expect } from 'chai'
import { eventually } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'

for (const engine of ENGINES) {
  describe(`a refusal that a worker hears after another has asked again (${engine}, I38, I40)`, () => {
    let shop: InvoiceShop
    beforeEach(async () => (shop = await InvoiceShop.open(engine)))
    afterEach(() => shop.close())

    const row = (paymentId: string) => shop.paylink.db('invoices').where({ payment_id: paymentId }).first()

    function worker(): AdvanceInvoices {
      const parts = [shop.part(Invoices), shop.part(AdvanceInvoice), shop.part(ClaimedInvoices)] as const
      return new AdvanceInvoices(...parts, shop.part(Generation), shop.part(LoopPorts))
    }

    /** The first answer is a refusal, the second a success; each comes when it is told to. */
    function answersLate(method: 'stamp' | 'cancel'): { asked: () => number; answer: (nth: 1 | 2) => void } {
      const provider = shop.part(Plugins).provider('invoicing', 'invoicing_provider')! as Record<string, any>
      const act = provider[method].bind(provider)
      const gates = [1, 2].map(() => {
        let open: () => void = () => undefined
        return { opened: new Promise<void>((resolve) => (open = resolve)), open: () => open() }
      })
      let asked = 0
      provider[method] = async (...call: unknown[]) => {
        const nth = asked++
        const answer = nth === 0 ? null : await act(...call)
        await gates[nth]?.opened
        if (nth === 0) throw new ProviderRejectedError('not now', { httpStatus: 400 })
        return answer
      }
      return { asked: () => asked, answer: (nth) => gates[nth - 1]?.open() }
    }

    async function askTwice(paymentId: string, { asked, answer }: ReturnType<typeof answersLate>): Promise<void> {
      const times = (count: number) =>
        eventually(
          () => Promise.resolve(asked()),
          (seen) => seen === count,
        )
      const first = worker().runDue()
      await times(1)
      shop.paylink.clock.advance(INVOICE_LEASE_MS)
      const second = worker().runDue()
      await times(2)
      const held = await row(paymentId)
      answer(1)
      await first
      expect(await row(paymentId)).to.deep.equal(held)
      answer(2)
      await second
    }

    it('does not fail an invoice that is being stamped', async () => {
      await shop.part(AdvanceInvoices).stop()
      const { paymentId } = await shop.paid()
      await shop.request(paymentId)
      await askTwice(paymentId, answersLate('stamp'))
      const { id, status } = await shop.invoiceOf(paymentId)
      expect(status).to.equal('stamped')
      expect(await shop.stampsOf(id)).to.have.length(1)
    })

    it('does not end, from the request, a cancellation that a worker has asked for again', async () => {
      await shop.behave({ cancelSeconds: String(DAY_MS / SECOND_MS) })
      const { paymentId } = await shop.stamped()
      await shop.part(AdvanceInvoices).stop()
      const { asked, answer } = answersLate('cancel')
      const request = shop.cancel(paymentId)
      const isAsked = (count: number) =>
        eventually(
          () => Promise.resolve(asked()),
          (seen) => seen === count,
        )
      await isAsked(1)
      shop.paylink.clock.advance(INVOICE_LEASE_MS)
      const second = worker().runDue()
      await isAsked(2)
      answer(1)
      expect(await request).to.deep.include({ status: 200 })
      expect(await row(paymentId)).to.include({ status: 'cancel_pending' })
      answer(2)
      await second
      expect((await row(paymentId)).cancel_taken_at).to.be.a('string')
    })

    it('does not end a cancellation that is being accepted', async () => {
      await shop.behave({ cancelSeconds: String(DAY_MS / SECOND_MS) })
      const { paymentId } = await shop.stamped()
      await shop.part(AdvanceInvoices).stop()
      const provider = shop.part(Plugins).provider('invoicing', 'invoicing_provider')!
      const cancel = provider.cancel.bind(provider)
      provider.cancel = () => Promise.reject(new ProviderUnknownOutcomeError('no answer'))
      expect((await shop.cancel(paymentId)).body.status).to.equal('cancel_pending')
      provider.cancel = cancel
      shop.paylink.clock.advance(INVOICE_LEASE_MS)
      await askTwice(paymentId, answersLate('cancel'))
      expect(await row(paymentId)).to.include({ status: 'cancel_pending', claimed_by: null })
      expect((await row(paymentId)).cancel_taken_at).to.be.a('string')
      expect(
        await shop.paylink
          .db('alerts')
          .where({ target: (await row(paymentId)).id })
          .pluck('kind'),
      ).to.deep.equal([])
    })
  })
}

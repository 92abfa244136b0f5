import { expect } from 'chai'
import type { Site } from '../support/site.js'
import { SiteInvoices } from '../support/site-invoices.js'
import type { Scenario } from './scenarios.js'
import { expectSound } from './soundness.js'

/** Asked for as often as it is not answered: an open invoice is answered as it is. */
async function requested(site: Site, invoices: SiteInvoices, paymentId: string): Promise<void> {
  await site.until(async () => (await invoices.request(paymentId)).status === 200, 'requested')
}

/** One invoice, one stamp of the right total in the provider's books, each event once (I36, I37, I39, I40). */
async function expectOne(site: Site, invoices: SiteInvoices, paymentId: string, isCancelled: boolean): Promise<void> {
  const [row, ...others] = await invoices.rows(paymentId)
  expect(others).to.deep.equal([])
  const booked = await invoices.booked(paymentId)
  expect(booked.map(({ uuid }) => uuid)).to.deep.equal([row.uuid])
  expect(booked.map(({ cancellations }) => cancellations)).to.deep.equal([isCancelled ? 1 : 0])
  expect(row.total_centavos).to.equal(15_000)
  expect(await invoices.events(paymentId, 'payment.invoiced')).to.have.length(1)
  expect(await invoices.events(paymentId, 'payment.invoice_cancelled')).to.have.length(isCancelled ? 1 : 0)
  const [payment] = await site.view.rows('select status from payments where id = ?', [paymentId])
  expect(payment.status).to.equal('succeeded')
  await expectSound(site)
}

/** From the request on: write, claim, note that it may be there, stamp, record with its event, fetch the files. */
export const invoicePayment: Scenario = {
  name: 'invoice a payment',
  prepare: async (site) => {
    const invoices = await SiteInvoices.of(site)
    const paymentId = await invoices.paid()
    return {
      act: async () => {
        await requested(site, invoices, paymentId)
        await invoices.isComplete(paymentId)
      },
      check: () => expectOne(site, invoices, paymentId, false),
    }
  },
}

/** Write that it is asked for, ask, record that it was taken, look, record the acknowledgement with its event. */
export const cancelInvoice: Scenario = {
  name: 'cancel the invoice of a payment',
  // It waits for an acknowledgement.
  isSlow: true,
  prepare: async (site) => {
    const invoices = await SiteInvoices.of(site)
    const paymentId = await invoices.stamped()
    return {
      act: async () => {
        // What was cut off may have been recorded before: repeated under its key, it resumes and is answered.
        const isAnswered = async () => (await invoices.cancel(paymentId, `cancel-${paymentId}`)).status === 200
        await site.until(isAnswered, 'cancellation answered')
        await invoices.is(paymentId, 'cancelled')
      },
      check: () => expectOne(site, invoices, paymentId, true),
    }
  },
}

import { expect } from 'chai'
import type { Site, SiteReply } from '../support/site.js'
import { SiteInvoices } from '../support/site-invoices.js'
import { MUG } from '../support/invoice-shop.js'
import { delayed, type Race } from './race.js'

const CROWD = 20
const STAMP = 'POST /v2/invoices'
const HELD_UP_MS = 600

/** Each has come to its end, and the provider's books say the same (I36, I40). */
async function expectStamped(invoices: SiteInvoices, paymentId: string): Promise<void> {
  await invoices.is(paymentId, 'stamped')
  const rows = await invoices.rows(paymentId)
  expect(rows).to.have.length(1)
  expect((await invoices.booked(paymentId)).map(({ uuid }) => uuid)).to.deep.equal([rows[0].uuid])
  expect(await invoices.events(paymentId, 'payment.invoiced')).to.have.length(1)
}

const setFaults = (site: Site, faults: object[]): Promise<void> =>
  site.putEntry('sandbox-faults:invoicing_provider', 'faults', JSON.stringify(faults))

const requests: Race = {
  name: `(i) of ${CROWD} requests of an invoice at once one makes a stamp (R95, I36)`,
  run: async (site, next) => {
    const invoices = await SiteInvoices.of(site)
    const paymentId = await invoices.paid()
    const ask = (): Promise<SiteReply> => invoices.request(paymentId)
    const replies = await Promise.all(Array.from({ length: CROWD }, () => delayed(next, ask)))
    expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([200]))
    expect(new Set(replies.map(({ body }) => body.id as string)).size).to.equal(1)
    await expectStamped(invoices, paymentId)
  },
}

const requestAgainstRefund: Race = {
  name: 'a request of an invoice against a refund: it is stamped, or never will be (R236)',
  run: async (site, next) => {
    const invoices = await SiteInvoices.of(site)
    const link = await site.createLink({ invoiceable: true, items: [MUG] })
    await site.pay(await site.openCheckout(link))
    const read = async () => (await site.payments(link.id))[0]
    await site.until(async () => (await read()).status === 'succeeded', 'paid')
    const { id, provider_ref, amount_centavos: amount } = await read()
    const given = JSON.stringify({ id: `re_${id}`, amount, at: 1_700_000_000 })
    await site.putEntry('sandbox:provider_a', `refund:${provider_ref}:0000`, given)
    const object = { object: 'charge', id: 'ch_1', metadata: { paylink_payment: id as string } }
    const event = { id: `evt_${id}`, object: 'event', type: 'charge.refunded', created: 1, data: { object } }
    const [requested] = await Promise.all([
      delayed(next, () => invoices.request(id as string, { formaPago: '04' })),
      delayed(next, () => site.notify(event)),
    ])
    await site.until(async () => (await read()).status === 'refunded', 'refunded')
    const booked = async () => (await invoices.booked(id as string)).length
    if (requested.status !== 200) {
      expect(`${requested.status} ${requested.body.code as string}`).to.equal('422 invoicing_rejected')
      expect(await booked()).to.equal(0)
      return
    }
    await invoices.is(id as string, 'stamped', 'failed')
    const [row] = await invoices.rows(id as string)
    expect(await booked()).to.equal(row.status === 'stamped' ? 1 : 0)
    if (row.status === 'stamped') expect(row.refund_review_since).not.to.equal(null)
    else expect(row.failure_code).to.equal('payment_refunded')
  },
}

const cancels: Race = {
  name: '(j) of five cancellations of an invoice at once one is accepted (I40)',
  run: async (site, next) => {
    const invoices = await SiteInvoices.of(site)
    const paymentId = await invoices.stamped()
    const ask = (): Promise<SiteReply> => invoices.cancel(paymentId)
    const replies = await Promise.all(Array.from({ length: 5 }, () => delayed(next, ask)))
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused).to.have.length(4)
    for (const { status, body } of refused) {
      expect(`${status} ${body.code as string}`).to.equal('422 invoicing_rejected')
    }
    await invoices.is(paymentId, 'cancelled')
    expect((await invoices.booked(paymentId)).map(({ cancellations }) => cancellations)).to.deep.equal([1])
    expect(await invoices.events(paymentId, 'payment.invoice_cancelled')).to.have.length(1)
  },
}

const cancelAgainstNotices: Race = {
  name: 'a cancellation against two notifications of it is announced once (I40)',
  run: async (site, next) => {
    const invoices = await SiteInvoices.of(site)
    const paymentId = await invoices.stamped()
    const [cancelled, ...told] = await Promise.all([
      delayed(next, () => invoices.cancel(paymentId)),
      delayed(next, () => invoices.notify(paymentId)),
      delayed(next, () => invoices.notify(paymentId)),
    ])
    expect(cancelled.status).to.equal(200)
    for (const { status } of told) expect(status).to.be.within(200, 204)
    await invoices.is(paymentId, 'cancelled')
    expect((await invoices.booked(paymentId)).map(({ cancellations }) => cancellations)).to.deep.equal([1])
    expect(await invoices.events(paymentId, 'payment.invoice_cancelled')).to.have.length(1)
  },
}

const outcomeAgainstTakeover = (kind: 'delay_before' | 'delay_after'): Race => ({
  name: `an invoice that is taken over while its stamp is on its way (${kind}) is stamped once (I37)`,
  run: async (site) => {
    const invoices = await SiteInvoices.of(site)
    const paymentId = await invoices.paid()
    await setFaults(site, [{ kind, match: STAMP, times: 1, ms: HELD_UP_MS }])
    await invoices.request(paymentId)
    await invoices.is(paymentId, 'stamping')
    await invoices.loseHold(paymentId)
    await expectStamped(invoices, paymentId)
    await new Promise((resolve) => setTimeout(resolve, HELD_UP_MS))
    await expectStamped(invoices, paymentId)
  },
})

const chooseAgainstStamp: Race = {
  name: 'another issuing merchant is chosen while invoices are stamped: each once, by one of them (I36)',
  run: async (site, next) => {
    const invoices = await SiteInvoices.of(site)
    const [first = '', second = ''] = invoices.issuers
    const paymentIds = await Promise.all(Array.from({ length: 3 }, () => invoices.paid()))
    const choosing = invoices.choose(second)
    await Promise.all(paymentIds.map((id) => delayed(next, () => invoices.request(id))))
    await choosing
    for (const id of paymentIds) await expectStamped(invoices, id)
    await invoices.choose(first)
  },
}

export const INVOICE_RACES: readonly Race[] = [
  ...[requests, requestAgainstRefund, cancels, cancelAgainstNotices],
  ...[outcomeAgainstTakeover('delay_before'), outcomeAgainstTakeover('delay_after'), chooseAgainstStamp],
]

import { DAY_MS, HOUR_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop } from '../support/invoice-shop.js'
import { expectProblem } from '../support/problems.js'

const CANCEL = 'DELETE /v2/invoices/'

for (const engine of ENGINES) {
  describe(`cancelling an invoice (${engine})`, () => {
    let shop: InvoiceShop
    before(async () => (shop = await InvoiceShop.open(engine)))
    after(() => shop.close())
    afterEach(async () => {
      await shop.setFaults([])
      await shop.behave({ outcome: 'usual' })
    })

    const cancelled = (paymentId: string): Promise<string[]> =>
      shop.paylink.db('events').where({ object_id: paymentId, type: 'payment.invoice_cancelled' }).pluck('payload')

    it('waits for the acknowledgement, announces it once, and refunds nothing (R96-R97, R134, R151, R208)', async () => {
      const { paymentId, invoice, link } = await shop.stamped()
      const { status, body } = await shop.cancel(paymentId, '03')
      expect(status).to.equal(200)
      expect(body).to.deep.equal({ ...invoice, status: 'cancel_pending', cancelMotivo: '03' })
      expect(await cancelled(paymentId)).to.deep.equal([])
      await shop.settle(5)
      const after = await shop.invoiceOf(paymentId)
      expect(after).to.include({ status: 'cancelled', cancelMotivo: '03', uuid: invoice.uuid })
      expect(after.cancelledAt).to.be.a('string')
      const events = (await cancelled(paymentId)).map((payload) => JSON.parse(payload))
      expect(events.map(({ data }) => data.invoice)).to.deep.equal([after])
      const payment = (await shop.paylink.get(`/v1/payments/${paymentId}`)).body
      expect(payment.status).to.equal('succeeded')
      expect(events[0].data.object).to.deep.equal(payment)
      expect(await shop.paylink.linkStatus(link.id)).to.equal('paid')
    })

    it('takes 02 and 03, and no other property (R65, R73)', async () => {
      const { paymentId } = await shop.stamped()
      for (const body of [{}, { motivo: '01' }, { motivo: '04' }, { motivo: 2 }, { motivo: '02', more: 1 }]) {
        const reply = await shop.paylink.post(`/v1/payments/${paymentId}/invoice/cancel`, body)
        expect(reply.status, JSON.stringify(body)).to.equal(400)
      }
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamped')
    })

    it('is refused as 422 in any other state, and as 404 where there is none (R174, R214)', async () => {
      const { paymentId } = await shop.paid()
      expect((await shop.cancel('pay_unknown')).status).to.equal(404)
      expect((await shop.cancel(paymentId)).body.code).to.equal('not_found')
      await shop.request(paymentId, { name: 'NOT THIS' })
      const refused = async () => {
        const { status, body } = await shop.cancel(paymentId)
        expect({ status, code: body.code }).to.deep.equal({ status: 422, code: 'invoicing_rejected' })
      }
      await refused()
      await shop.settle()
      expect((await shop.invoiceOf(paymentId)).status).to.equal('failed')
      await refused()
      await shop.request(paymentId)
      await shop.settle()
      expect((await shop.cancel(paymentId)).status).to.equal(200)
      await refused()
      await shop.settle(5)
      await refused()
    })

    it('allows a new invoice afterwards (R96, I36)', async () => {
      const { paymentId, invoice } = await shop.stamped()
      await shop.cancel(paymentId)
      expect((await shop.request(paymentId)).body.id).to.equal(invoice.id)
      await shop.settle(5)
      const second = (await shop.request(paymentId)).body
      expect(second.id).not.to.equal(invoice.id)
      await shop.settle()
      expect(await shop.invoiceOf(paymentId)).to.include({ id: second.id, status: 'stamped' })
    })

    const cancelKey = (key: string) => shop.paylink.writer('idempotency_keys').where({ key })

    it('is requested once per key, and replayed (R166, R241, I30-I32)', async () => {
      const { paymentId, invoice } = await shop.stamped()
      const options = { idempotencyKey: 'cancel-once' }
      const replies = await Promise.all(Array.from({ length: 4 }, () => shop.cancel(paymentId, '03', options)))
      const answered = replies.filter(({ status }) => status === 200)
      for (const reply of replies) if (reply.status !== 200) expectProblem(reply, 409, 'request_in_flight')
      expect(answered.filter(({ headers }) => headers.get('idempotency-replayed') === 'false')).to.have.length(1)
      await shop.settle(5)
      const second = (await shop.request(paymentId)).body
      await shop.settle()
      const again = await shop.cancel(paymentId, '03', options)
      expect(again.headers.get('idempotency-replayed')).to.equal('true')
      expect(again.body).to.include({ id: invoice.id, status: 'cancel_pending' })
      expectProblem(await shop.cancel(paymentId, '02', options), 422, 'idempotency_key_reuse')
      expect(await shop.invoiceOf(paymentId)).to.include({ id: second.id, status: 'stamped' })
    })

    it('resumes with the invoice of the interrupted request under the same key, not with a later one (I30, I34)', async () => {
      const { paymentId, invoice } = await shop.stamped()
      const options = { idempotencyKey: 'cancel-cut-off' }
      await shop.cancel(paymentId, '02', options)
      // As if the process had died before the answer was written down.
      const lost = { state: 'in_flight', owner_token: 'dead:1', lease_until: '2020-01-01T00:00:00.000Z' }
      await cancelKey('cancel-cut-off').update({ ...lost, status: null, body: null, completed_at: null })
      await shop.settle(5)
      const second = (await shop.request(paymentId)).body
      await shop.settle()
      const { status, body } = await shop.cancel(paymentId, '02', options)
      expect({ status, ...body }).to.include({ status: 'cancelled', id: invoice.id })
      expect(await shop.invoiceOf(paymentId)).to.include({ id: second.id, status: 'stamped' })
    })

    it('releases its key when the provider did nothing (I31)', async () => {
      const { paymentId } = await shop.stamped()
      const options = { idempotencyKey: 'cancel-again' }
      await shop.behave({ stamps: '0' })
      expect((await shop.cancel(paymentId, '02', options)).status).to.equal(503)
      await shop.behave({ outcome: 'usual' })
      const { status, headers } = await shop.cancel(paymentId, '02', options)
      expect([status, headers.get('idempotency-replayed')]).to.deep.equal([200, 'false'])
    })

    it('answers 503 when the provider was not reached, and the invoice remains valid (R173, R212)', async () => {
      const { paymentId, invoice } = await shop.stamped()
      await shop.behave({ stamps: '0' })
      const { status, body } = await shop.cancel(paymentId)
      expect({ status, code: body.code }).to.deep.equal({ status: 503, code: 'invoicing_unavailable' })
      expect(await shop.invoiceOf(paymentId)).to.deep.equal(invoice)
    })

    for (const kind of ['reset_before', 'reset_after', 'error_after', 'garbage'] as const) {
      it(`finds out what a cancellation that ended in ${kind} did, and repeats it only if it did nothing (I40)`, async () => {
        const { paymentId } = await shop.stamped()
        await shop.setFaults([{ kind, match: CANCEL }])
        expect((await shop.cancel(paymentId)).body.status).to.equal('cancel_pending')
        shop.paylink.clock.advance(HOUR_MS)
        await shop.settle(8)
        shop.paylink.clock.advance(HOUR_MS)
        await shop.settle(5)
        expect((await shop.invoiceOf(paymentId)).status).to.equal('cancelled')
        expect(await cancelled(paymentId)).to.have.length(1)
      })
    }

    it('finds out later that it was already in progress, if the invoice could not be read at once (I40)', async () => {
      await shop.behave({ cancelSeconds: String(DAY_MS / SECOND_MS) })
      const { paymentId, invoice } = await shop.stamped()
      const [{ provider_ref: ref }] = await shop.paylink.db('invoices').where({ id: invoice.id })
      await shop.atProvider(`/invoices/${ref}?motive=02`, 'DELETE')
      await shop.setFaults([{ kind: 'error_before', match: 'GET /v2/invoices/' }])
      expect((await shop.cancel(paymentId)).body.status).to.equal('cancel_pending')
      shop.paylink.clock.advance(DAY_MS)
      await shop.settle(5)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('cancelled')
    })

    it('is acknowledged after three days (R97)', async () => {
      await shop.behave({ cancelSeconds: String((3 * DAY_MS) / SECOND_MS) })
      const { paymentId } = await shop.stamped()
      await shop.cancel(paymentId)
      for (let day = 0; day < 3; day++) {
        await shop.settle()
        expect((await shop.invoiceOf(paymentId)).status).to.equal('cancel_pending')
        shop.paylink.clock.advance(DAY_MS)
      }
      await shop.settle()
      expect((await shop.invoiceOf(paymentId)).status).to.equal('cancelled')
    })

    it('leaves the invoice valid when the customer refuses, and raises an alert', async () => {
      await shop.behave({ cancelRefused: 'on', cancelSeconds: '2' })
      const { paymentId, invoice } = await shop.stamped()
      await shop.cancel(paymentId)
      await shop.settle(5)
      expect(await shop.invoiceOf(paymentId)).to.deep.equal(invoice)
      expect(await cancelled(paymentId)).to.deep.equal([])
      const alerts = await shop.paylink.db('alerts').where({ target: invoice.id }).pluck('kind')
      expect(alerts).to.deep.equal(['invoice.cancellation_refused'])
    })
  })
}

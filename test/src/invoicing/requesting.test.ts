import { DAY_MS } from '@paylink/core/kernel/clock'
import { expect } from 'chai'
import { ENGINES } from '../support/engines.js'
import { InvoiceShop, MUG, XENON } from '../support/invoice-shop.js'
import { expectProblem } from '../support/problems.js'

for (const engine of ENGINES) {
  describe(`requesting an invoice (${engine})`, () => {
    let shop: InvoiceShop
    before(async () => (shop = await InvoiceShop.open(engine)))
    after(() => shop.close())
    afterEach(() => shop.setFaults([]))

    const eventsAbout = async (paymentId: string): Promise<any[]> => {
      const rows = await shop.paylink.db('events').where({ object_id: paymentId }).orderBy(['created_at', 'id'])
      return rows.map(({ payload }) => JSON.parse(payload))
    }

    it('shows whether and how a payment can be invoiced before any request (R70, R132, R248)', async () => {
      const { link, paymentId } = await shop.paid()
      expect(await shop.stateOf(paymentId)).to.deep.equal({
        object: 'payment_invoicing',
        invoiceable: true,
        invoiceUrl: `${link.url}/invoice`,
        formasPago: { suggested: '03', allowed: [{ code: '03', label: 'Transferencia electrónica de fondos' }] },
        invoice: null,
      })
      const plain = await shop.paid({ invoiceable: false })
      expect(await shop.stateOf(plain.paymentId)).to.include({ invoiceable: false, invoiceUrl: null })
    })

    it('records the request, and stamps it soon after, exact to the centavo (R61-R62, R93-R94, R133, I39)', async () => {
      const items = [
        { ...MUG, name: 'Curso & "taller" <A>', quantity: 3, unitPriceCentavos: 33_333 },
        { ...MUG, name: 'Libro', unitPriceCentavos: 9_999, tax: 'iva_added' },
        { ...MUG, name: 'Donativo', unitPriceCentavos: 1_000, tax: 'exempt' },
      ]
      const { paymentId } = await shop.paid({ items })
      const { status, body } = await shop.request(paymentId, { email: 'ana@example.com' })
      expect(status).to.equal(200)
      expect(body).to.deep.include({
        object: 'payment_invoice',
        paymentId,
        livemode: false,
        ...{ uuid: null, totalCentavos: null, formaPago: '03', failureCode: null, failureReason: null },
        ...{ cancelMotivo: null, stampedAt: null, cancelledAt: null },
        receiver: { ...XENON, email: 'ana@example.com' },
      })
      expect(body.status).to.be.oneOf(['requested', 'stamping'])
      await shop.settle()
      const stamped = await shop.invoiceOf(paymentId)
      expect(stamped).to.include({ id: body.id, status: 'stamped', totalCentavos: 112_598 })
      expect(stamped.uuid).to.match(/^[0-9A-F-]{36}$/i)
      expect(stamped.stampedAt).to.be.a('string')
      const [there, ...more] = await shop.stampsOf(body.id)
      expect(more).to.deep.equal([])
      expect(there).to.include({ uuid: stamped.uuid, total: 1125.98, external_id: body.id })
    })

    it('creates one invoice per key, whatever became of it, and refuses the key for another request (R166, R241, I30-I32)', async () => {
      const { paymentId } = await shop.paid()
      const idempotencyKey = 'one-invoice'
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => shop.request(paymentId, {}, { idempotencyKey })),
      )
      const answered = replies.filter(({ status }) => status === 200)
      for (const reply of replies) if (reply.status !== 200) expectProblem(reply, 409, 'request_in_flight')
      expect(answered.filter(({ headers }) => headers.get('idempotency-replayed') === 'false')).to.have.length(1)
      expect(new Set(answered.map(({ text }) => text)).size).to.equal(1)
      await shop.settle()
      await shop.cancel(paymentId)
      await shop.settle(5)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('cancelled')
      const again = await shop.request(paymentId, {}, { idempotencyKey })
      expect(again.headers.get('idempotency-replayed')).to.equal('true')
      expect(again.text).to.equal(answered[0]?.text)
      expectProblem(
        await shop.request(paymentId, { email: 'b@example.com' }, { idempotencyKey }),
        422,
        'idempotency_key_reuse',
      )
      expectProblem(await shop.cancel(paymentId, '02', { idempotencyKey }), 422, 'idempotency_key_reuse')
      expect(await shop.paylink.db('invoices').where({ payment_id: paymentId })).to.have.length(1)
      expect((await shop.request(paymentId)).headers.get('idempotency-replayed')).to.equal(null)
    })

    it('stores only successes, and accepts keys of 1 to 255 visible characters (I30)', async () => {
      const { paymentId } = await shop.paid()
      const idempotencyKey = 'refused-first'
      expect((await shop.request(paymentId, { zip: '1' }, { idempotencyKey })).status).to.equal(400)
      const { status, headers } = await shop.request(paymentId, {}, { idempotencyKey })
      expect([status, headers.get('idempotency-replayed')]).to.deep.equal([200, 'false'])
      for (const key of ['k'.repeat(256), 'a b']) {
        const options = { idempotencyKey: key }
        expect((await shop.request(paymentId, {}, options)).status).to.equal(400)
        expect((await shop.cancel(paymentId, '02', options)).status).to.equal(400)
      }
    })

    it('announces the stamp once, with the payment and the invoice as the API shows them (R150, R208)', async () => {
      const { paymentId, invoice } = await shop.stamped()
      const events = (await eventsAbout(paymentId)).filter(({ type }) => type === 'payment.invoiced')
      expect(events).to.have.length(1)
      expect(events[0].data.object).to.deep.equal((await shop.paylink.get(`/v1/payments/${paymentId}`)).body)
      expect(events[0].data.invoice).to.deep.equal(invoice)
    })

    it('returns an open invoice unchanged, whatever the request (R95)', async () => {
      const { paymentId, invoice } = await shop.stamped()
      const again = await shop.request(paymentId, { rfc: 'CACX7605101P8', name: 'XOCHILT CASAS CHAVEZ' })
      expect(again.status).to.equal(200)
      expect(again.body).to.deep.equal(invoice)
    })

    it('stamps once for twenty concurrent requests (R95, I36)', async () => {
      const { paymentId } = await shop.paid()
      const replies = await Promise.all(Array.from({ length: 20 }, () => shop.request(paymentId)))
      expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([200]))
      const ids = new Set(replies.map(({ body }) => body.id))
      expect(ids.size).to.equal(1)
      await shop.settle()
      expect(await shop.stampsOf([...ids][0])).to.have.length(1)
      expect(await shop.paylink.db('invoices').where({ payment_id: paymentId })).to.have.length(1)
    })

    it('fails when the authority refuses, says why, and accepts corrected data (R98, R202, R213)', async () => {
      const { paymentId } = await shop.paid()
      const first = (await shop.request(paymentId, { name: 'XENON ARTICLES' })).body
      await shop.settle()
      const failed = await shop.invoiceOf(paymentId)
      expect(failed).to.include({ id: first.id, status: 'failed', failureCode: 'CFDI40145', uuid: null })
      expect(failed.failureReason).to.be.a('string').that.is.not.empty
      expect(await shop.paylink.db('invoices').where({ id: first.id }).pluck('failure_field')).to.deep.equal(['name'])
      const second = (await shop.request(paymentId)).body
      expect(second.id).not.to.equal(first.id)
      await shop.settle()
      expect(await shop.invoiceOf(paymentId)).to.include({ id: second.id, status: 'stamped', failureCode: null })
      expect((await eventsAbout(paymentId)).filter(({ type }) => type === 'payment.invoiced')).to.have.length(1)
    })

    it('knows only payments of its own account and mode (R214, I46, I47)', async () => {
      expect((await shop.request('pay_unknown')).body.code).to.equal('not_found')
      expect((await shop.paylink.get('/v1/payments/pay_unknown/invoice')).status).to.equal(404)
    })

    it('answers 422 for what cannot be invoiced, and stores nothing (R173-R174, R213-R214)', async () => {
      const plain = await shop.paid({ invoiceable: false })
      const dollars = await shop.paid({ invoiceable: false, currency: 'USD' })
      const given = await shop.paid()
      await shop.giveBack(given.paymentId)
      for (const { paymentId } of [plain, dollars, given]) {
        const { status, body } = await shop.request(paymentId)
        expect({ status, code: body.code }).to.deep.equal({ status: 422, code: 'invoicing_rejected' })
        expect((await shop.stateOf(paymentId)).invoice).to.equal(null)
      }
    })

    it('requires the payment form only where the payment does not determine it (R64, R250)', async () => {
      const { paymentId } = await shop.paid({}, 'card')
      expect((await shop.stateOf(paymentId)).formasPago).to.deep.equal({
        suggested: null,
        allowed: [
          { code: '04', label: 'Tarjeta de crédito' },
          { code: '28', label: 'Tarjeta de débito' },
        ],
      })
      for (const changes of [{}, { formaPago: '01' }, { formaPago: '' }]) {
        const { status, body } = await shop.request(paymentId, changes)
        expect(status).to.equal(400)
        expect(body.errors.map(({ path }: { path: string }) => path)).to.deep.equal(['formaPago'])
      }
      expect((await shop.request(paymentId, { formaPago: '28' })).body).to.include({ formaPago: '28' })
    })

    const WRONG: [what: string, changes: object, paths: string[]][] = [
      ['an RFC that is too short', { rfc: 'XIA19012J61' }, ['rfc']],
      ['a date that does not exist', { rfc: 'XIA190230J61' }, ['rfc']],
      ['a foreigner', { rfc: 'XEXX010101000', regimenFiscal: '616', usoCfdi: 'S01' }, ['rfc']],
      ['an empty name', { name: ' ' }, ['name']],
      ['a name of 301 characters', { name: 'X'.repeat(301) }, ['name']],
      ['a name with a bar', { name: 'A|B' }, ['name']],
      ['a name with a control character', { name: 'A\u0007B' }, ['name']],
      ['a postal code of letters', { zip: 'ABCDE' }, ['zip']],
      ['a postal code that cannot be', { zip: '00000' }, ['zip']],
      ['a regime of the other kind of person', { regimenFiscal: '612' }, ['regimenFiscal']],
      ['a regime that there is not', { regimenFiscal: '999' }, ['regimenFiscal']],
      ['a use that there is not', { usoCfdi: 'P01' }, ['usoCfdi']],
      ['a use of the other kind of person', { usoCfdi: 'D01' }, ['usoCfdi']],
      ['payroll', { usoCfdi: 'CN01' }, ['usoCfdi']],
      ['an e-mail of two', { email: 'a@example.com,b@example.com' }, ['email']],
      ['several faults at once', { rfc: 'X', zip: '1' }, ['rfc', 'zip']],
    ]
    it('refuses bad data on its field, and sends nothing (R63, R214)', async () => {
      const { paymentId } = await shop.paid()
      for (const [what, changes, paths] of WRONG) {
        const { status, body } = await shop.request(paymentId, changes)
        expect(status, what).to.equal(400)
        expect([...new Set(body.errors.map(({ path }: { path: string }) => path))], what).to.deep.equal(paths)
      }
      expect((await shop.request(paymentId, { more: 1 })).status).to.equal(400)
      expect(await shop.paylink.db('invoices').where({ payment_id: paymentId })).to.deep.equal([])
    })

    it('accepts an RFC as people write it, and one with a wrong check digit (R63)', async () => {
      const { paymentId } = await shop.paid()
      const input = { rfc: ' abc-010101-aa2 ', name: 'Óscar & "Cía" <ñ>', zip: '06000' }
      expect((await shop.request(paymentId, input)).body.receiver).to.include({ rfc: 'ABC010101AA2', name: input.name })
      await shop.settle()
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamped')
    })

    it('stays requested while the provider is out of stamps, and is stamped once there are some (R93, I38)', async () => {
      await shop.behave({ stamps: '0' })
      const { paymentId } = await shop.paid()
      await shop.request(paymentId)
      await shop.settle(30)
      expect((await shop.invoiceOf(paymentId)).status).to.equal('requested')
      await shop.behave({ outcome: 'usual' })
      shop.paylink.clock.advance(DAY_MS)
      await shop.settle()
      expect((await shop.invoiceOf(paymentId)).status).to.equal('stamped')
    })

    it('fails for a payment refunded before it could be stamped', async () => {
      await shop.behave({ stamps: '0' })
      const { paymentId } = await shop.paid()
      const { id } = (await shop.request(paymentId)).body
      await shop.settle()
      await shop.giveBack(paymentId)
      await shop.behave({ outcome: 'usual' })
      shop.paylink.clock.advance(DAY_MS)
      await shop.settle()
      expect(await shop.invoiceOf(paymentId)).to.include({ status: 'failed', failureCode: 'payment_refunded' })
      expect(await shop.stampsOf(id)).to.deep.equal([])
    })
  })
}

import { expect } from 'chai'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { DAY, inMs, linkThatIs, type Situation } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'

const outcomes: [Situation, number, string | null][] = [
  ['active', 200, null],
  ['lapsed', 200, null],
  ['expired', 200, null],
  ['disabled', 200, null],
  ['processing', 409, 'request_in_flight'],
  ['paid', 409, 'link_already_paid'],
]

for (const engine of ENGINES) {
  describe(`marking a link paid on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      merchant = await Merchant.join(paylink)
    })
    after(() => paylink.stop())

    const at = (id: string): string => `/v1/payment_links/${id}`
    const markPaid = (id: string, body?: object) => merchant.post(`${at(id)}/mark_paid`, body)
    const paymentOf = async (link: { paidPaymentId: string }): Promise<any> =>
      (await merchant.get(`/v1/payments/${link.paidPaymentId}`)).body

    for (const [situation, status, code] of outcomes) {
      it(`of a link that is ${situation} answers ${code ?? status} (R77-R79, R162, R164, R226)`, async () => {
        const id = await linkThatIs(situation, paylink, merchant)
        const before = (await merchant.get(at(id))).body
        const events = await paylink.eventTypes(id)
        const reply = await markPaid(id)
        if (code === null) {
          const paymentId = reply.body.paidPaymentId
          expect(paymentId).to.match(/^pay_[0-7][0-9a-z]{25}$/)
          expect(reply.body).to.deep.equal({ ...before, status: 'paid', paidPaymentId: paymentId })
          expect(await paylink.eventTypes(paymentId)).to.deep.equal(['payment.succeeded'])
          expect(await paylink.eventTypes(id)).to.deep.equal([...events, 'payment_link.paid'])
        } else {
          expectProblem(reply, status, code)
          expect((await merchant.get(at(id))).body).to.deep.equal(before)
          expect(await paylink.eventTypes(id)).to.deep.equal(events)
        }
      })
    }

    it('records a manual payment, settled at once (R11, R32, R47-R55, R86, I24)', async () => {
      const { id } = await merchant.createLink({
        metadata: { order: 'A-1' },
        customerEmail: 'ana@example.com',
        customerName: 'Ana',
      })
      const before = paylink.clock.now().toISOString()
      const link = (await markPaid(id)).body
      const payment = await paymentOf(link)
      expect(payment).to.deep.include({
        object: 'payment',
        id: link.paidPaymentId,
        linkId: id,
        livemode: false,
        status: 'succeeded',
        provider: 'manual',
        method: 'other',
        amountCentavos: link.amountCentavos,
        currency: 'MXN',
        customerEmail: 'ana@example.com',
        customerName: 'Ana',
        note: null,
        hasReference: false,
        reconcileAfter: null,
        reconcileError: null,
        metadata: { order: 'A-1' },
      })
      expect(payment.providerRef).to.match(/^manual:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(payment.paidAt >= before).to.equal(true)
      expect(payment.paidAt <= payment.createdAt).to.equal(true)
    })

    for (const method of ['card', 'retail_cash', 'spei_transfer', 'other']) {
      it(`stores the method ${method} and the note (R51, R121)`, async () => {
        const { id } = await merchant.createLink()
        const link = (await markPaid(id, { method, note: 'Transferencia\nBBVA 🧾' })).body
        expect(await paymentOf(link)).to.include({ method, note: 'Transferencia\nBBVA 🧾' })
      })
    }

    it('converts paidAt to UTC, and accepts none in the future (R122, I17)', async () => {
      const { id } = await merchant.createLink()
      for (const ms of [1000, DAY]) {
        const refused = await markPaid(id, { paidAt: inMs(paylink, ms) })
        expectProblem(refused, 400, 'validation_error', 'paidAt')
      }
      const link = (await markPaid(id, { paidAt: '2024-02-29T12:00:00-06:00' })).body
      expect((await paymentOf(link)).paidAt).to.equal('2024-02-29T18:00:00.000Z')
    })

    it('accepts no body or an empty one (R106)', async () => {
      for (const body of [undefined, {}]) {
        const { id } = await merchant.createLink()
        expect((await markPaid(id, body)).body.status).to.equal('paid')
      }
    })

    it('succeeds once for concurrent requests (I23)', async () => {
      const { id } = await merchant.createLink()
      const replies = await Promise.all(Array.from({ length: 20 }, () => markPaid(id)))
      expect(replies.filter(({ status }) => status === 200)).to.have.length(1)
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expectProblem(reply, 409, 'link_already_paid')
      }
      expect(await paylink.eventTypes(id)).to.deep.equal(['payment_link.paid'])
      expect(await paylink.db('payments').where({ link_id: id })).to.have.length(1)
    })

    it('never changes a paid link (I3, I4)', async () => {
      const { id } = await merchant.createLink({ expiresAt: inMs(paylink, 1000) })
      const { paidPaymentId } = (await markPaid(id)).body
      paylink.clock.advance(DAY)
      await markPaid(id)
      await merchant.post(`${at(id)}/disable`)
      await merchant.post(at(id), { title: 'Otra' })
      expect((await merchant.get(at(id))).body).to.include({ status: 'paid', paidPaymentId, title: 'Taza de barro' })
    })

    it('sends events with the payment and the link as the API returns them (R145, R148, R155)', async () => {
      const { id } = await merchant.createLink({ metadata: { a: true } })
      const link = (await markPaid(id, { note: 'En efectivo' })).body
      const payloads = await paylink.db('events').whereIn('object_id', [id, link.paidPaymentId]).pluck('payload')
      const objects = payloads.map((payload) => JSON.parse(payload as string).data.object)
      expect(objects).to.deep.include.members([link, await paymentOf(link)])
    })

    it('does not find a link of another account (R161)', async () => {
      const foreign = await paylink.createLink()
      for (const id of [foreign.id, 'plink_00000000000000000000000000']) {
        expectProblem(await markPaid(id), 404, 'not_found')
      }
      expect((await paylink.get(at(foreign.id))).body.status).to.equal('active')
    })
  })
}

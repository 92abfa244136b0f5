import { expect } from 'chai'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const ROUNDS = 20

for (const engine of ENGINES) {
  describe(`races on ${engine} (S8)`, function () {
    this.timeout(120_000)
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())

    const linkOf = async (id: string) => (await paylink.get(`/v1/payment_links/${id}`)).body
    const reads = async (id: string, status: string) =>
      eventually(
        () => linkOf(id),
        (link) => link.status === status,
      )

    /** What must hold whoever won (I2, I3, I5, I16). */
    async function assertSound(linkId: string): Promise<void> {
      const link = await linkOf(linkId)
      const payments = await paylink.paymentsOf(linkId)
      const of = (status: string) => payments.filter((payment) => payment.status === status)
      expect(of('pending').length).to.equal(link.status === 'processing' ? 1 : 0)
      if (of('succeeded').length > 0) expect(link.status).to.equal('paid')
      if (link.status === 'paid') {
        expect(of('succeeded').map(({ id }) => id)).to.include(link.paidPaymentId)
        expect((await paylink.eventTypes(linkId)).filter((type) => type === 'payment_link.paid')).to.have.length(1)
      }
      for (const payment of payments) {
        const types = await paylink.eventTypes(payment.id)
        expect(types.length).to.equal(new Set(types).size)
      }
    }

    it('(c) mark_paid against a checkout that opens and succeeds: one winner (I23)', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const link = await paylink.createLink()
        const [manual] = await Promise.all([
          paylink.post(`/v1/payment_links/${link.id}/mark_paid`),
          paylink
            .openCheckout(link)
            .then((address) => paylink.pay(address, 'succeed'))
            .catch(() => undefined),
        ])
        expect(manual.status).to.be.oneOf([200, 409])
        await reads(link.id, 'paid')
        await assertSound(link.id)
        expect((await paylink.paymentsOf(link.id)).filter(({ status }) => status === 'succeeded')).to.have.length(1)
      }
    })

    it('(d) disable against a success: one winner, and the money is never lost (I5, I9)', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const link = await paylink.createLink()
        const address = await paylink.openCheckout(link)
        const [disabled, paid] = await Promise.all([
          paylink.post(`/v1/payment_links/${link.id}/disable`),
          paylink.pay(address, 'succeed'),
        ])
        expect(disabled.status).to.be.oneOf([200, 409, 503])
        const hasPaid = paid.headers.get('location')?.endsWith('/return') === true
        const [payment] = await paylink.paymentsOf(link.id)
        const session = await paylink.atProvider('GET', `/v1/checkout/sessions/${payment.providerRef}`)
        if (session.payment_status === 'paid') await reads(link.id, 'paid')
        else expect(hasPaid).to.equal(false)
        await assertSound(link.id)
      }
    })

    it('(e) two tabs open one checkout (I1, I6)', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const link = await paylink.createLink()
        const press = () => paylink.form(`${link.url}/checkout`, { provider: 'provider_a' })
        const answers = await Promise.all(Array.from({ length: 4 }, press))
        for (const { status } of answers) expect(status).to.be.oneOf([303, 409])
        expect(answers.filter(({ status }) => status === 303).length).to.be.at.least(1)
        const places = answers.flatMap((answer) => answer.headers.get('location') ?? [])
        expect(new Set(places).size).to.equal(1)
        expect(await paylink.paymentsOf(link.id)).to.have.length(1)
      }
    })

    it('(f) sync, notification and worker together settle a payment once (I20, I25)', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const link = await paylink.createLink()
        const address = await paylink.openCheckout(link)
        const [payment] = await paylink.paymentsOf(link.id)
        const [, ...answers] = await Promise.all([
          paylink.pay(address, 'succeed'),
          paylink.post(`/v1/payments/${payment.id}/sync`),
          paylink.post(`/v1/payments/${payment.id}/sync`),
          paylink.sweep(),
        ])
        for (const answer of answers) if (answer) expect(answer.status).to.be.oneOf([200, 409])
        await reads(link.id, 'paid')
        await assertSound(link.id)
        expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.succeeded'])
      }
    })

    it('(g) update against disable: what was answered holds', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const link = await paylink.createLink()
        const [updated, disabled] = await Promise.all([
          paylink.post(`/v1/payment_links/${link.id}`, { title: `Nuevo ${round}` }),
          paylink.post(`/v1/payment_links/${link.id}/disable`),
        ])
        expect(disabled.status).to.equal(200)
        expect(updated.status).to.be.oneOf([200, 400])
        const after = await linkOf(link.id)
        expect(after.status).to.equal('disabled')
        expect(after.title).to.equal(updated.status === 200 ? `Nuevo ${round}` : 'Taza de barro')
      }
    })

    it('two disables write one event', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const link = await paylink.createLink()
        await Promise.all(Array.from({ length: 3 }, () => paylink.post(`/v1/payment_links/${link.id}/disable`)))
        expect(await paylink.eventTypes(link.id)).to.deep.equal(['payment_link.disabled'])
      }
    })
  })
}

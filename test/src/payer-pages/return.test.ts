import { expect } from 'chai'
import { MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { VerificationLease } from '@paylink/core/payments/verification-lease.repository'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { CircuitBreaker } from '@paylink/core/reconciliation/circuit-breaker'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const READ = 'GET /v1/checkout/sessions/'

for (const engine of ENGINES) {
  describe(`a payer returning from the provider, on ${engine}`, () => {
    let paylink: TestAppliance
    let questions = 0
    before(async () => {
      // No background: only the return page asks.
      paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })
      const provider = paylink.container.get(Plugins).provider('payment-provider', 'provider_a')
      if (!provider) throw new Error('provider_a is not installed')
      const retrieve = provider.retrieve.bind(provider)
      provider.retrieve = (ref, ctx) => {
        questions += 1
        return retrieve(ref, ctx)
      }
    })
    after(() => paylink.stop())
    beforeEach(() => {
      questions = 0
    })
    afterEach(async () => {
      paylink.timer.haste = 1
      await paylink.setFaults([])
    })

    const comeBack = (link: { url: string }, init: RequestInit = {}): Promise<Response> =>
      fetch(`${link.url}/return`, { ...init, headers: { 'Accept-Language': 'en', ...init.headers } })
    async function paid(): Promise<any> {
      const link = await paylink.createLink()
      await paylink.pay(await paylink.openCheckout(link), 'succeed')
      return link
    }

    it('sees the payment without a notification', async () => {
      const link = await paid()
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      const page = await (await comeBack(link)).text()
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
      const [{ id }] = await paylink.paymentsOf(link.id)
      expect(page).to.include(id)
      expect(questions).to.equal(1)
      // A settled payment is no question.
      await comeBack(link)
      expect(questions).to.equal(1)
    })

    it('asks nothing for a HEAD request or a prefetch, nor for the page of the link', async () => {
      const link = await paid()
      await comeBack(link, { method: 'HEAD' })
      for (const name of ['Sec-Purpose', 'Purpose']) {
        expect((await comeBack(link, { headers: { [name]: 'prefetch' } })).status).to.equal(200)
      }
      await fetch(link.url)
      expect(questions).to.equal(0)
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
    })

    it('causes no further verifications by reloading', async () => {
      const link = await paylink.createLink()
      await paylink.openCheckout(link)
      const replies = await Promise.all(Array.from({ length: 20 }, () => comeBack(link)))
      expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([200]))
      expect(questions).to.equal(1)
      for (let reload = 0; reload < 60; reload++) {
        paylink.clock.advance(3 * SECOND_MS)
        await comeBack(link)
      }
      // Every three seconds for a minute, then every fifteen.
      expect(questions).to.be.within(21, 31)
      paylink.clock.advance(11 * MINUTE_MS)
      questions = 0
      await comeBack(link)
      paylink.clock.advance(3 * SECOND_MS)
      await comeBack(link)
      expect(questions, 'a page that is opened again').to.equal(2)
    })

    it('is shown the page in time, while the verification continues', async () => {
      const link = await paid()
      // Two seconds pass in a tenth of one, and the provider takes four.
      paylink.timer.haste = 10
      await paylink.setFaults([{ kind: 'delay_before', match: READ, ms: 4000 }])
      const page = await (await comeBack(link)).text()
      const [{ id }] = await paylink.paymentsOf(link.id)
      expect(page).to.not.include(id)
      await eventually(
        () => paylink.linkStatus(link.id),
        (status) => status === 'paid',
      )
    })

    it('is shown what is known while another verification holds the lease', async () => {
      const link = await paid()
      const [{ id }] = await paylink.paymentsOf(link.id)
      const lease = await paylink.container.get(VerificationLease).claim(id)
      paylink.timer.haste = 10
      expect((await comeBack(link)).status).to.equal(200)
      expect(questions).to.equal(0)
      expect(await paylink.db('payments').where({ id }).first()).to.include({ verifying_token: lease?.token })
      await paylink.container.get(VerificationLease).release(id, lease!)
      await comeBack(link)
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })

    it('asks no provider while its circuit is open, or while the checkout is not known', async () => {
      const link = await paid()
      const { connection_id: connection } = await paylink.db('payments').where({ link_id: link.id }).first()
      const breaker = paylink.container.get(CircuitBreaker)
      for (let failure = 0; failure < 5; failure++) breaker.recordFailure(connection as string)
      await comeBack(link)
      expect(questions).to.equal(0)
      paylink.clock.advance(MINUTE_MS)
      await comeBack(link)
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
      const opening = await paylink.createLink()
      await paylink.setFaults([{ kind: 'reset_before', match: 'POST /v1/checkout/sessions' }])
      const pressed = await paylink.form(
        `${opening.url}/checkout`,
        { provider: 'provider_a' },
        { 'Accept-Language': 'en' },
      )
      const words = await pressed.text()
      // The first press: there is no other payment, and the page does not claim one.
      expect(words).to.not.include('already in progress')
      expect(words).to.include('Opening your payment')
      questions = 0
      await comeBack(opening)
      expect(questions).to.equal(0)
    })
  })
}

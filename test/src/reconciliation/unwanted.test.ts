import type { ServerResponse } from 'node:http'
import { expect } from 'chai'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import type { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { LyingProvider } from '../support/lying-provider.js'

const CREATE = 'POST /v1/checkout/sessions'
const LIST = 'GET /v1/checkout/sessions'

const answer = (response: ServerResponse, status: number, body: object = {}): boolean =>
  Boolean(response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)))

for (const engine of ENGINES) {
  describe(`checkouts that no link waits for, on ${engine}`, () => {
    let paylink: TestAppliance
    let provider: LyingProvider
    let calls: string[]
    beforeEach(async () => {
      calls = []
      ;({ provider, paylink } = await LyingProvider.withAppliance(engine))
    })
    afterEach(async () => {
      await paylink.stop()
      await provider.stop()
    })

    async function opened() {
      const made = await paylink.opened()
      return { ...made, session: provider.sessions.get(made.session) }
    }

    it('is closed in the end, though its provider could not be reached at first (I6)', async () => {
      const { payment, session } = await opened()
      session.status = 'expired'
      expect(await paylink.sync(payment.id)).to.include({ status: 'canceled' })
      session.status = 'open'
      provider.lie = (call, response) => call.endsWith('/expire') && answer(response, 503)
      await paylink.sync(payment.id)
      provider.lie = (call, response) => {
        if (!call.endsWith('/expire')) return false
        session.status = 'expired'
        return answer(response, 200, session)
      }
      await paylink.sweepAfter(2 * MINUTE_MS)
      expect(session.status).to.equal('expired')
      // And that is the end of it.
      provider.lie = (call) => calls.push(call) < 0
      await paylink.sweepAfter(DAY_MS)
      expect(calls).to.deep.equal([])
    })

    it('a payment that an operator ended is searched for rarely, not continually', async () => {
      const link = await paylink.createLink()
      provider.lie = (call, response) => {
        calls.push(call)
        return call === CREATE && answer(response, 500)
      }
      expect((await paylink.press(link)).status).to.equal(409)
      const [payment] = await paylink.paymentsOf(link.id)
      await paylink.sync(payment.id)
      paylink.clock.advance(2 * HOUR_MS)
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
      await paylink.container
        .get(ResolveReview)
        .run(payment.id, { kind: 'failed' }, 'no payer got an address', OPERATOR)
      // Nothing that was missed could still be paid.
      paylink.clock.advance(2 * DAY_MS)
      await paylink.sweepAfter(0)
      expect(calls).to.include(LIST)
      calls = []
      for (let minute = 0; minute < 10; minute++) await paylink.sweepAfter(MINUTE_MS)
      expect(calls).to.deep.equal([])
    })

    it('a checkout that refused credentials kept open is closed two minutes after new ones (I12)', async () => {
      const { link, payment, session } = await opened()
      paylink.clock.advance(50 * MINUTE_MS)
      provider.lie = (_, response) => answer(response, 401, { error: { type: 'invalid_request_error' } })
      expect((await paylink.post(`/v1/payment_links/${link.id}/disable`)).status).to.equal(503)
      provider.lie = () => false
      provider.sessions.set(payment.providerRef, provider.paid(session.id))
      await paylink.sweepAfter(2 * MINUTE_MS)
      expect((await paylink.get(`/v1/payments/${payment.id}`)).body).to.include({ status: 'succeeded' })
    })
  })
}

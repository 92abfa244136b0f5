import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { fingerprint } from '@paylink/core/idempotency/fingerprint'
import { DISABLE_LINK } from '@paylink/core/payment-links/disable-payment-link'
import { expect } from 'chai'
import { type Reply, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { inMs, MINUTE } from '../support/links.js'
import { Merchant } from '../support/merchants.js'
import { expectProblem } from '../support/problems.js'

const MANY = 200

for (const engine of ENGINES) {
  describe(`concurrent requests with one key on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    beforeEach(async () => (merchant = await Merchant.join(paylink)))
    after(() => paylink.stop())

    const together = (ask: (nr: number) => Promise<Reply>, many = MANY): Promise<Reply[]> =>
      Promise.all(Array.from({ length: many }, (_, nr) => ask(nr)))

    /** Retries `request_in_flight`, as its response asks. */
    const settle = async (ask: () => Promise<Reply>): Promise<Reply> => {
      for (;;) {
        const reply = await ask()
        if (reply.status !== 409) return reply
        expectProblem(reply, 409, 'request_in_flight')
        expect(reply.headers.get('retry-after')).to.match(/^[1-9]\d*$/)
      }
    }

    const links = async (): Promise<PaymentLinkView[]> => (await merchant.get('/v1/payment_links?limit=100')).body.data

    it('creates one link, and every request gets the same response (R116, R164, I30-I31)', async () => {
      const replies = await together(() => settle(() => merchant.create({}, { idempotencyKey: 'one' })))
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).to.equal(1)
      expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'false')).to.have.length(1)
      expect((await links()).map(({ id }) => id)).to.deep.equal([replies[0]?.body.id])
    })

    it('creates one link from 200 bodies, and refuses the others (R164, R166, I32)', async () => {
      const replies = await together((nr) => merchant.create({ title: `Nr. ${nr}` }, { idempotencyKey: 'many' }))
      expect(replies.filter(({ status }) => status === 201)).to.have.length(1)
      for (const reply of replies.filter(({ status }) => status !== 201)) {
        if (reply.status === 409) expectProblem(reply, 409, 'request_in_flight')
        else expectProblem(reply, 422, 'idempotency_key_reuse')
      }
      expect(await links()).to.have.length(1)
    })

    for (const [action, type] of [
      ['mark_paid', 'payment_link.paid'],
      ['disable', 'payment_link.disabled'],
    ] as const) {
      it(`does ${action} once, and every request gets the same response (R177, I25, I30-I31)`, async () => {
        const { id } = await merchant.createLink()
        const options = { idempotencyKey: `once-${action}` }
        const replies = await together(
          () => settle(() => merchant.post(`/v1/payment_links/${id}/${action}`, undefined, options)),
          50,
        )
        expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).to.equal(1)
        expect(replies[0]?.status).to.equal(200)
        expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'false')).to.have.length(1)
        expect(await paylink.eventTypes(id)).to.deep.equal([type])
      })
    }

    it('lets one of two concurrent operations take effect (R166, I32)', async () => {
      const { id } = await merchant.createLink()
      const options = { idempotencyKey: 'two-operations' }
      const replies = await together((nr) => {
        if (nr % 2 === 0) return merchant.post(`/v1/payment_links/${id}`, { title: 'Otra' }, options)
        return merchant.post(`/v1/payment_links/${id}/disable`, undefined, options)
      }, 40)
      const good = replies.filter(({ status }) => status === 200)
      expect(new Set(good.map(({ text }) => text)).size).to.equal(1)
      for (const { status } of replies) expect([200, 409, 422]).to.include(status)
    })

    for (const [state, leaseMs] of [
      ['holds it still', MINUTE],
      ['let go of it', -1],
    ] as const) {
      it(`continues where a process died that ${state} (R164, I30, I35)`, async () => {
        const { id } = await merchant.createLink()
        await paylink.writer('idempotency_keys').insert({
          account_id: merchant.account.id,
          livemode: false,
          key: 'dead',
          operation: DISABLE_LINK,
          fingerprint: fingerprint(DISABLE_LINK, id, null),
          state: 'in_flight',
          owner_token: 'a-process-that-died:x',
          lease_until: inMs(paylink, leaseMs),
          created_at: inMs(paylink, -1000),
        })
        const options = { idempotencyKey: 'dead' }
        expectProblem(await merchant.create({}, options), 422, 'idempotency_key_reuse')
        const reply = await merchant.post(`/v1/payment_links/${id}/disable`, undefined, options)
        expect([reply.status, reply.body.status]).to.deep.equal([200, 'disabled'])
        expect(reply.headers.get('idempotency-replayed')).to.equal('false')
        const again = await merchant.post(`/v1/payment_links/${id}/disable`, undefined, options)
        expect(again.text).to.equal(reply.text)
      })
    }

    it('waits for a process that is alive (R164, I35)', async () => {
      const { id } = await merchant.createLink()
      await paylink.writer('workers').insert({ id: 'another-process', seen_at: inMs(paylink, 0) })
      await paylink.writer('idempotency_keys').insert({
        account_id: merchant.account.id,
        livemode: false,
        key: 'alive',
        operation: DISABLE_LINK,
        fingerprint: fingerprint(DISABLE_LINK, id, null),
        state: 'in_flight',
        owner_token: 'another-process:x',
        lease_until: inMs(paylink, MINUTE),
        created_at: inMs(paylink, 0),
      })
      const disable = () => merchant.post(`/v1/payment_links/${id}/disable`, undefined, { idempotencyKey: 'alive' })
      const refused = await disable()
      expectProblem(refused, 409, 'request_in_flight')
      expect(refused.headers.get('retry-after')).to.equal('1')
      paylink.clock.advance(16_000)
      expect((await disable()).status).to.equal(200)
    })

    it('changes many links at once, each once (R105, R119)', async () => {
      const ids = (await together(() => merchant.create(), 40)).map(({ body }) => body.id as string)
      // The cache of connections is read again.
      await Merchant.join(paylink)
      const replies = await together((nr) => {
        const options = { idempotencyKey: `update-${nr}` }
        return merchant.post(`/v1/payment_links/${ids[nr]}`, { providers: ['provider_a'] }, options)
      }, 40)
      expect(replies.map(({ status }) => status)).to.deep.equal(Array(40).fill(200))
    })

    it('creates as many links as there are keys (R103)', async () => {
      const replies = await together(() => merchant.create(), 100)
      expect(replies.map(({ status }) => status)).to.deep.equal(Array(100).fill(201))
      expect(new Set(replies.map(({ body }) => body.id)).size).to.equal(100)
      expect(await links()).to.have.length(100)
    })
  })
}

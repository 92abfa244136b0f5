import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { expect } from 'chai'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import { VerificationLease } from '@paylink/core/payments/verification-lease.repository'
import { HandleNotifications } from '@paylink/core/reconciliation/handle-notifications'
import type { Decision } from '@paylink/core/reconciliation/record-decision'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const FOR_EVER = 100_000

for (const engine of ENGINES) {
  describe(`reviews of money, and the decisions they allow, on ${engine} (R238)`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine, {}, { http: true, jobs: false })))
    after(() => paylink.stop())
    afterEach(() => Promise.all(['provider_a', 'provider_b'].map((provider) => paylink.setFaults([], provider))))

    const resolve = (id: string, decision: Decision) =>
      paylink.container.get(ResolveReview).run(id, decision, 'why', OPERATOR)
    const refused = (attempt: Promise<unknown>): Promise<string> => attempt.then(() => 'it was not refused', String)
    const row = (id: string) => paylink.db('payments').where({ id }).first()
    const outage = (provider = 'provider_a') => paylink.setFaults([{ kind: 'reset_before', times: FOR_EVER }], provider)

    async function mismatch(): Promise<{ link: PaymentLinkView; payment: any }> {
      const made = await paylink.paidQuietly()
      await paylink.change('payments', made.payment.id, { amount_centavos: 14_999 })
      expect(await paylink.sync(made.payment.id)).to.include({ outcome: 'needs_review' })
      return made
    }

    /** The provider gives no answer for longer than a week. */
    async function silence(paymentId: string, provider = 'provider_a'): Promise<void> {
      await outage(provider)
      expect(await paylink.sync(paymentId)).to.include({ outcome: 'retrying' })
      paylink.clock.advance(8 * DAY_MS)
      expect(await paylink.sync(paymentId)).to.include({ outcome: 'needs_review' })
    }

    async function pass(steps: number, ms: number): Promise<void> {
      for (let step = 0; step < steps; step++) {
        await paylink.sweepAfter(ms)
      }
    }

    it('a payment whose provider could not be asked for days needs review (I19, I22)', async () => {
      const { payment } = await paylink.opened()
      await outage()
      await paylink.change('payments', payment.id, { reconcile_attempts: 400 })
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'retrying' })
      paylink.clock.advance(8 * DAY_MS)
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
    })

    it('a payment whose state was known an hour ago needs no review, however old its checkout is (I12, R237)', async () => {
      const { payment } = await paylink.opened('provider_b')
      paylink.clock.advance(60 * DAY_MS)
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'pending' })
      await outage('provider_b')
      paylink.clock.advance(HOUR_MS)
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'retrying' })
      await paylink.setFaults([], 'provider_b')
      await pass(2, MINUTE_MS)
      expect((await row(payment.id)).unknown_since).to.equal(null)
    })

    it('money that came in a long outage is known two minutes after its end (I12)', async () => {
      const { payment } = await paylink.paidQuietly()
      await outage()
      await pass(40, 3 * MINUTE_MS)
      await paylink.setFaults([])
      await pass(2, MINUTE_MS)
      expect((await row(payment.id)).status).to.equal('succeeded')
    })

    it('a decision to keep waiting is asked for again after a week, though nothing has changed', async () => {
      const { payment } = await mismatch()
      await resolve(payment.id, { kind: 'keep' })
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'retrying' })
      paylink.clock.advance(8 * DAY_MS)
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
    })

    it('accepted money is verified once more: it may have been refunded since (R238, I12)', async () => {
      const { payment } = await mismatch()
      await resolve(payment.id, { kind: 'accept' })
      expect(new Date((await row(payment.id)).reconcile_after).getTime()).to.be.at.most(paylink.clock.now().getTime())
    })

    it('a new review after a decision stays until it is decided, too', async () => {
      const { payment } = await mismatch()
      await resolve(payment.id, { kind: 'accept' })
      await paylink.change('payments', payment.id, { amount_centavos: 14_998 })
      await paylink.refundAtProvider(payment.providerRef, 10)
      for (let look = 0; look < 2; look++) {
        await paylink.sync(payment.id)
        expect((await row(payment.id)).review_reason).to.equal('mismatch')
      }
    })

    it('a payment that has become a clean success is not resolved as refunded', async () => {
      const { payment } = await mismatch()
      await paylink.change('payments', payment.id, { amount_centavos: 15_000 })
      expect(await refused(resolve(payment.id, { kind: 'refunded' }))).to.match(/no review is needed/)
      expect((await row(payment.id)).status).to.equal('succeeded')
    })

    it('nothing fails that may still be paid while its provider cannot be asked (I6)', async () => {
      const { payment, link } = await paylink.opened('provider_b')
      await silence(payment.id, 'provider_b')
      expect(await refused(resolve(payment.id, { kind: 'failed' }))).to.match(/may still be paid/)
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
    })

    it('a payment whose voucher can still be paid cannot be resolved as failed (I6)', async () => {
      const expiresAt = new Date(paylink.clock.now().getTime() + 2 * HOUR_MS).toISOString()
      const link = await paylink.createLink({ expiresAt })
      await paylink.pay(await paylink.openCheckout(link, 'provider_b'), 'cash_later')
      const [payment] = await paylink.paymentsOf(link.id)
      await paylink.sync(payment.id)
      paylink.clock.advance(3 * HOUR_MS)
      await outage('provider_b')
      const longAgo = new Date(paylink.clock.now().getTime() - 8 * DAY_MS).toISOString()
      await paylink.change('payments', payment.id, { unknown_since: longAgo })
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
      expect(await refused(resolve(payment.id, { kind: 'failed' }))).to.match(/may still be paid/)
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      // Three days for the voucher, three for the store to report it.
      paylink.clock.advance(6 * DAY_MS)
      expect((await resolve(payment.id, { kind: 'failed' })).status).to.equal('failed')
      await paylink.setFaults([], 'provider_b')
    })

    it('money of a payment that an operator ended is still found (I12)', async () => {
      const { payment, link } = await paylink.paidQuietly()
      await silence(payment.id)
      await resolve(payment.id, { kind: 'failed' })
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      await paylink.setFaults([])
      await pass(2, DAY_MS)
      expect((await row(payment.id)).status).to.equal('succeeded')
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })

    it('a checkout that is known is not exchanged for another one', async () => {
      const { payment, link } = await mismatch()
      const { payment: other } = await paylink.opened()
      expect(await refused(resolve(payment.id, { kind: 'ref', providerRef: other.providerRef }))).to.match(
        /its checkout/,
      )
      expect(await row(payment.id)).to.include({ status: 'pending', provider_ref: payment.providerRef })
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
    })

    it('a decision about one review does not end another one that was raised since', async () => {
      const { payment } = await paylink.paidQuietly()
      await silence(payment.id)
      await paylink.setFaults([])
      await paylink.change('payments', payment.id, { amount_centavos: 14_999 })
      // The background asks between the reading and the lease of the person's command.
      const lease = paylink.container.get(VerificationLease)
      const take = lease.claim.bind(lease)
      lease.claim = async (id) => {
        lease.claim = take
        await paylink.sync(id)
        return take(id)
      }
      expect(await refused(resolve(payment.id, { kind: 'keep' }))).to.match(/has just changed/)
      // A refused decision blocks nothing.
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
      expect((await row(payment.id)).review_reason).to.equal('mismatch')
    })

    it('a success that the provider takes back needs review, and stays a success', async () => {
      const { payment, link } = await paylink.opened()
      await paylink.change('payments', payment.id, { status: 'succeeded', paid_at: payment.createdAt })
      await paylink.change('payment_links', link.id, { status: 'paid', paid_payment_id: payment.id })
      await paylink.setFaults([{ kind: 'notification_lost' }])
      await paylink.atProvider('POST', `/v1/checkout/sessions/${payment.providerRef}/expire`)
      await paylink.sync(payment.id)
      expect(await row(payment.id)).to.include({ status: 'succeeded', review_reason: 'mismatch' })
    })

    it('a notification of late money is not dropped because its provider could not be asked for days (I12, I18)', async () => {
      const { payment, link, address } = await paylink.opened('provider_b')
      await paylink.change('payments', payment.id, { status: 'canceled', reconcile_after: null })
      await paylink.change('payment_links', link.id, { status: 'active' })
      await paylink.pay(address, 'succeed')
      await outage('provider_b')
      await pass(20, 5 * HOUR_MS)
      await paylink.setFaults([], 'provider_b')
      await pass(2, 2 * HOUR_MS)
      expect((await row(payment.id)).status).to.equal('succeeded')
    })

    it('a notification about several payments waits for none of them (I12, I18)', async () => {
      const { payment: deaf } = await paylink.opened()
      const { payment: paid } = await paylink.paidQuietly()
      const { connection_id, created_at } = await row(paid.id)
      const notification = { id: 'evt_of_two', event_id: 'evt_of_two', event_type: 'paid', connection_id }
      const subjects = JSON.stringify([{ paymentId: deaf.id }, { paymentId: paid.id }])
      await paylink.container.get(UnitOfWork).run((tx) =>
        tx('notifications').insert({
          ...notification,
          subjects,
          received_at: created_at,
          next_attempt_at: created_at,
        }),
      )
      const match = `GET /v1/checkout/sessions/${deaf.providerRef}`
      await paylink.setFaults([{ kind: 'error_before', match, times: FOR_EVER }])
      await paylink.container.get(HandleNotifications).runDue()
      expect((await row(paid.id)).status).to.equal('succeeded')
      expect(await paylink.db('notifications').where({ id: notification.id }).first()).to.include({
        outcome: 'retrying',
      })
    })

    it('a chain whose end was set back does not verify (I52)', async () => {
      const writer = paylink.writer
      const head = await writer('audit_head').first()
      await writer('audit_head').update({ seq: 0, hash: '' })
      expect(await paylink.container.get(AuditLog).verify()).to.include({ ok: false })
      await writer('audit_head').update({ seq: head.seq, hash: head.hash })
      expect(await paylink.container.get(AuditLog).verify()).to.include({ ok: true })
    })
  })
}

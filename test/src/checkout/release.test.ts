import { expect } from 'chai'
import { actFor, OPERATOR } from '@paylink/core/kernel/principal'
import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { ReleaseLink } from '@paylink/core/checkout/release-link'
import { FindViolations } from '@paylink/core/doctor/find-violations.repository'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@paylink/core/kernel/clock'
import type { Problem } from '@paylink/core/kernel/problem'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

const REFUSAL = 'the voucher can still be paid'

for (const engine of ENGINES) {
  describe(`a voucher that its provider does not close, on ${engine}`, () => {
    let paylink: TestAppliance
    before(async () => {
      paylink = await TestAppliance.start(engine)
      const provider = paylink.container.get(Plugins).provider('payment-provider', 'provider_a')
      if (!provider?.expireCheckout) throw new Error('provider_a closes nothing')
      const expire = provider.expireCheckout.bind(provider)
      provider.expireCheckout = async (ref, ctx) => {
        const state = await provider.retrieve(ref, ctx)
        return state.status === 'processing' ? { outcome: 'refused', reason: `${REFUSAL}.` } : expire(ref, ctx)
      }
    })
    after(() => paylink.stop())
    afterEach(async () => {
      await paylink.setFaults([])
      const violations = await new FindViolations(paylink.db, paylink.clock).run()
      expect(violations.filter(({ id }) => id !== 'I17')).to.deep.equal([])
      expect(await paylink.container.get(AuditLog).verify()).to.include({ ok: true })
    })

    const paymentRow = (id: string) => paylink.db('payments').where({ id }).first()
    const release = (link: { id: string }) => {
      const scope = { accountId: paylink.account.id, livemode: false }
      return paylink.container.get(ReleaseLink).run(actFor(OPERATOR, scope), link.id, 'the customer pays in cash')
    }
    const refusalOf = (work: Promise<unknown>): Promise<Problem> =>
      work.then(
        () => Promise.reject(new Error('it was not refused')),
        (problem: Problem) => problem,
      )
    const releases = async (paymentId: string) =>
      (await paylink.container.get(AuditLog).list(paylink.account.id, 100)).filter(
        ({ action, target }) => action === 'checkout.released' && target === paymentId,
      )
    /** A link whose payer took a voucher. */
    async function withVoucher() {
      const link = await paylink.createLink()
      const address = await paylink.openCheckout(link)
      await paylink.pay(address, 'cash_later')
      const { id } = await eventually(
        () =>
          paylink
            .db('payments')
            .where({ link_id: link.id })
            .whereNotNull('voucher')
            .whereNull('verifying_token')
            .first(),
        (row) => row !== undefined,
      )
      return { link, address, paymentId: id as string }
    }

    it('keeps its link, and every refusal says what to do', async () => {
      const { link, paymentId } = await withVoucher()
      const startOver = await paylink.form(`${link.url}/checkout`, { provider: 'provider_b', startOver: '1' })
      expect(startOver.status).to.equal(409)
      const disable = await paylink.post(`/v1/payment_links/${link.id}/disable`)
      const markPaid = await paylink.post(`/v1/payment_links/${link.id}/mark_paid`)
      for (const { status, body, headers } of [disable, markPaid]) {
        expect([status, body.code]).to.deep.equal([409, 'request_in_flight'])
        expect(body.detail).to.include(`bin/paylink links release ${link.id} --reason`)
        // A repeat would be refused for days.
        expect(headers.get('retry-after')).to.equal(null)
      }
      expect(disable.body.detail).to.include(REFUSAL)
      const resolve = paylink.container.get(ResolveReview).run(paymentId, { kind: 'failed' }, 'free it', OPERATOR)
      expect((await refusalOf(resolve)).message).to.match(/not under review.*links release/)
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      expect((await paymentRow(paymentId)).status).to.equal('pending')
    })

    it('gives its link up when the merchant releases it, once, with one event and one audit entry', async () => {
      const { link, paymentId } = await withVoucher()
      const both = await Promise.allSettled([release(link), release(link)])
      const [done] = both.filter((one) => one.status === 'fulfilled')
      expect(done?.value).to.deep.include({ checkout: 'released' })
      expect((await release(link)).payment.id).to.equal(paymentId)
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      expect(await paymentRow(paymentId)).to.include({ status: 'canceled' })
      expect(await paylink.eventTypes(paymentId)).to.deep.equal(['payment.canceled'])
      const [entry, ...others] = await releases(paymentId)
      expect(others).to.deep.equal([])
      expect(entry).to.include({ actor: 'operator', surface: 'cli' })
      expect(entry?.details).to.deep.equal({
        link: link.id,
        reason: 'the customer pays in cash',
        refusal: REFUSAL,
        before: { payment: 'pending', link: 'processing' },
        after: { payment: 'canceled', link: 'active' },
      })
      expect((await refusalOf(release(await paylink.createLink()))).code).to.equal('validation_error')
    })

    it('stays watched: money for a link that is open again pays it, and closes the other checkout', async () => {
      const { link, address, paymentId } = await withVoucher()
      await release(link)
      await paylink.openCheckout(link, 'provider_b')
      await paylink.setFaults([{ kind: 'notification_lost', times: 9 }])
      await paylink.pay(address, 'succeed')
      await paylink.sweepAfter(7 * HOUR_MS)
      await eventually(
        () => paylink.linkOf(link.id),
        ({ paidPaymentId }) => paidPaymentId === paymentId,
      )
      const statuses = async () => (await paylink.paymentsOf(link.id)).map(({ status }) => status).sort()
      await eventually(statuses, (now) => now.join() === 'canceled,succeeded')
    })

    it('is a duplicate when the link was paid otherwise, and pays one that was disabled', async () => {
      const [marked, disabled] = [await withVoucher(), await withVoucher()]
      for (const { link } of [marked, disabled]) await release(link)
      expect((await paylink.post(`/v1/payment_links/${marked.link.id}/mark_paid`)).status).to.equal(200)
      expect((await paylink.post(`/v1/payment_links/${disabled.link.id}/disable`)).status).to.equal(200)
      for (const { address } of [marked, disabled]) await paylink.pay(address, 'succeed')
      await eventually(
        () => paymentRow(marked.paymentId),
        ({ status, review_reason }) => status === 'succeeded' && review_reason === 'duplicate',
      )
      await eventually(
        () => paylink.linkOf(disabled.link.id),
        ({ status, paidPaymentId }) => status === 'paid' && paidPaymentId === disabled.paymentId,
      )
    })

    it('keeps its link while the provider cannot be asked, and when the money came first', async () => {
      const { link, address } = await withVoucher()
      await paylink.setFaults([
        { kind: 'reset_after', match: 'GET /v1/checkout/sessions', times: 3 },
        { kind: 'notification_lost', times: 9 },
      ])
      expect((await refusalOf(release(link))).code).to.equal('provider_unavailable')
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      await paylink.setFaults([{ kind: 'notification_lost', times: 9 }])
      await paylink.pay(address, 'succeed')
      const refused = await eventually(
        () => refusalOf(release(link)),
        ({ code }) => code !== 'request_in_flight',
      )
      expect(refused.code).to.equal('link_already_paid')
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })

    it('is released all or not at all, and can be released again', async () => {
      const { link, paymentId } = await withVoucher()
      const audit = paylink.container.get(AuditLog)
      const append = audit.append.bind(audit)
      audit.append = () => Promise.reject(new Error('the process dies before the commit'))
      await refusalOf(release(link))
      audit.append = append
      expect(await paymentRow(paymentId)).to.include({ status: 'pending', verifying_token: null, released_at: null })
      expect(await paylink.eventTypes(paymentId)).to.deep.equal([])
      expect((await release(link)).checkout).to.equal('released')
    })

    it('is asked about until long after it lapsed, and never again', async () => {
      const { link, paymentId } = await withVoucher()
      await release(link)
      const started = paylink.clock.now().getTime()
      let last = 0
      for (let looks = 0; looks < 60; looks++) {
        const { reconcile_after: next } = await paymentRow(paymentId)
        if (next === null) break
        last = Date.parse(next as string)
        expect(last - paylink.clock.now().getTime()).to.be.below(24 * DAY_MS)
        await paylink.sweepAfter(Math.max(MINUTE_MS, last - paylink.clock.now().getTime() + 1000))
      }
      expect(last - started).to.be.above(26 * DAY_MS)
      expect(await paymentRow(paymentId)).to.include({ status: 'canceled', reconcile_after: null })
    })
  })
}

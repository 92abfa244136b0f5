import type { PaymentLinkView } from '@paylink/core/payment-links/payment-link.view'
import { expect } from 'chai'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { AuditLog } from '@paylink/core/audit/audit-log.repository'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { DAY_MS } from '@paylink/core/kernel/clock'
import { Payments } from '@paylink/core/payments/payments.repository'
import { ReadReviews } from '@paylink/core/reconciliation/read-reviews'
import type { Decision } from '@paylink/core/reconciliation/record-decision'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import { eventually, TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'

for (const engine of ENGINES) {
  describe(`the review queue on ${engine} (R238)`, () => {
    let paylink: TestAppliance
    before(async () => (paylink = await TestAppliance.start(engine)))
    after(() => paylink.stop())
    afterEach(() => paylink.setFaults([]))

    const resolve = (id: string, decision: Decision) =>
      paylink.container.get(ResolveReview).run(id, decision, 'I looked', OPERATOR)
    /** Again if the background is at it just then, as clients are told to. */
    const sync = async (id: string) => {
      const isFree = ({ status }: { status: number }): boolean => status !== 409
      return (await eventually(() => paylink.post(`/v1/payments/${id}/sync`), isFree)).body
    }
    const paymentOf = async (id: string) => (await paylink.get(`/v1/payments/${id}`)).body

    /** Resolves to the problem's code and where it is; fails if nothing is refused. */
    async function refusal(attempt: Promise<unknown>): Promise<string> {
      try {
        await attempt
      } catch (error) {
        const { code, errors } = error as { code: string; errors?: { path: string }[] }
        return [code, ...(errors ?? []).map(({ path }) => path)].join(' ')
      }
      throw new Error('it was not refused')
    }

    /** 150.00 came, as if 149.99 had been asked for. */
    async function mismatch(): Promise<{ link: PaymentLinkView; payment: any }> {
      const made = await paylink.paidQuietly()
      await paylink.change('payments', made.payment.id, { amount_centavos: 14_999 })
      expect(await sync(made.payment.id)).to.include({ outcome: 'needs_review' })
      return made
    }

    async function duplicate(): Promise<{ link: PaymentLinkView; payment: any }> {
      const made = await paylink.paidQuietly()
      await paylink.change('payments', made.payment.id, { status: 'canceled', reconcile_after: null })
      await paylink.change('payment_links', made.link.id, { status: 'active' })
      await paylink.post(`/v1/payment_links/${made.link.id}/mark_paid`)
      await sync(made.payment.id)
      return made
    }

    /** The provider never answered the creation, nor anything since, for eight days. */
    async function unknownOutcome(): Promise<{ link: PaymentLinkView; payment: any }> {
      const link = await paylink.createLink()
      await paylink.setFaults([{ kind: 'reset_before', times: 1000 }])
      expect((await paylink.press(link)).status).to.equal(409)
      const [payment] = await paylink.paymentsOf(link.id)
      paylink.clock.advance(8 * DAY_MS)
      expect(await sync(payment.id)).to.include({ outcome: 'needs_review', status: 'pending' })
      return { link, payment }
    }

    it('lists what waits, the longest waiting first, and shows the evidence', async () => {
      const first = await mismatch()
      const second = await duplicate()
      const list = await paylink.container.get(ReadReviews).list(paylink.account.id)
      const ours = list.filter(({ paymentId }) => [first.payment.id, second.payment.id].includes(paymentId))
      expect(ours.map(({ paymentId, linkId, reason }) => [paymentId, linkId, reason])).to.deep.equal([
        [first.payment.id, first.link.id, 'mismatch'],
        [second.payment.id, second.link.id, 'duplicate'],
      ])
      const file = await paylink.container.get(ReadReviews).one(first.payment.id)
      expect(file.decisions).to.include('accept')
      expect(file.evidence.map(({ state }) => state.amount?.amount)).to.deep.equal([15_000])
      expect(file.payment.amountCentavos).to.equal(14_999)
      const other = await paylink.container.get(ReadReviews).one(second.payment.id)
      expect(other.link.paidPaymentId).to.not.equal(second.payment.id)
    })

    it('stores an answer once, however often the provider repeats it (I11)', async () => {
      const { payment } = await mismatch()
      await sync(payment.id)
      await sync(payment.id)
      expect((await paylink.container.get(ReadReviews).one(payment.id)).evidence.length).to.equal(1)
    })

    it('accepts money that the provider confirms: the payment states what came, and the link is paid', async () => {
      const { link, payment } = await mismatch()
      await resolve(payment.id, { kind: 'accept' })
      expect(await paymentOf(payment.id)).to.include({ status: 'succeeded', amountCentavos: 15_000 })
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
      expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.succeeded'])
      const [entry] = await paylink.container.get(AuditLog).list(paylink.account.id, 1)
      expect(entry).to.include({ actor: 'operator', surface: 'cli', action: 'review.resolved', target: payment.id })
      expect(entry?.details).to.deep.include({
        reason: 'I looked',
        review: 'mismatch',
        decision: { kind: 'accept' },
        before: { status: 'pending', providerRef: payment.providerRef, amountCentavos: 14_999, currency: 'MXN' },
        after: { status: 'succeeded', providerRef: payment.providerRef, amountCentavos: 15_000, currency: 'MXN' },
      })
    })

    it('never makes a success of what the provider does not confirm', async () => {
      const { payment } = await unknownOutcome()
      expect(await refusal(resolve(payment.id, { kind: 'accept' }))).to.equal('provider_unavailable')
      const open = await paylink.createLink()
      await paylink.setFaults([])
      await paylink.openCheckout(open)
      const [waiting] = await paylink.paymentsOf(open.id)
      await paylink.change('payments', waiting.id, { review_reason: 'mismatch', review_since: waiting.createdAt })
      expect(await refusal(resolve(waiting.id, { kind: 'accept' }))).to.equal('validation_error accept')
      expect(await paymentOf(waiting.id)).to.include({ status: 'pending' })
    })

    it('does not end as failed what the provider confirms money for', async () => {
      const { payment } = await mismatch()
      expect(await refusal(resolve(payment.id, { kind: 'failed' }))).to.equal('validation_error as')
      expect(await paymentOf(payment.id)).to.include({ status: 'pending' })
    })

    it('treats mismatched money as given back: the payment is refunded, and the link free again', async () => {
      const { link, payment } = await mismatch()
      await resolve(payment.id, { kind: 'refunded' })
      expect(await paymentOf(payment.id)).to.include({ status: 'refunded' })
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      expect(await paylink.eventTypes(link.id)).to.deep.equal([])
      // The same answer again raises nothing.
      await sync(payment.id)
      expect((await paylink.container.get(ReadReviews).one(payment.id)).reason).to.equal(null)
    })

    it('ends an unknown outcome as failed, and frees the link; money that comes after all is recorded', async () => {
      const { link, payment } = await unknownOutcome()
      await resolve(payment.id, { kind: 'failed' })
      expect(await paymentOf(payment.id)).to.include({ status: 'failed' })
      expect(await paylink.linkStatus(link.id)).to.equal('active')
      expect(await paylink.eventTypes(payment.id)).to.deep.equal(['payment.failed'])
      expect(await refusal(resolve(payment.id, { kind: 'keep' }))).to.equal('validation_error id')
    })

    it('keeps waiting after that decision, and is raised again only after another week', async () => {
      const { link, payment } = await unknownOutcome()
      await resolve(payment.id, { kind: 'keep' })
      expect(await sync(payment.id)).to.include({ outcome: 'retrying', status: 'pending' })
      expect(await paylink.linkStatus(link.id)).to.equal('processing')
      paylink.clock.advance(8 * DAY_MS)
      expect(await sync(payment.id)).to.include({ outcome: 'needs_review' })
    })

    it('keeps duplicate money, or treats it as given back, as decided', async () => {
      const kept = await duplicate()
      await resolve(kept.payment.id, { kind: 'keep' })
      expect(await paymentOf(kept.payment.id)).to.include({ status: 'succeeded' })
      await sync(kept.payment.id)
      expect((await paylink.container.get(ReadReviews).one(kept.payment.id)).reason).to.equal(null)
      const returned = await duplicate()
      await resolve(returned.payment.id, { kind: 'refunded' })
      expect(await paymentOf(returned.payment.id)).to.include({ status: 'refunded' })
      expect(await paylink.linkStatus(returned.link.id)).to.equal('paid')
    })

    it('still asks about money for a paid link when something else about it did not match either (I16)', async () => {
      const { payment } = await duplicate()
      for (const amount of [14_999, 15_000]) {
        await paylink.change('payments', payment.id, { amount_centavos: amount })
        await sync(payment.id)
        expect((await paylink.container.get(ReadReviews).one(payment.id)).reason).to.equal('duplicate')
      }
    })

    it('refunds at most the amount received when that amount is accepted later (I13)', async () => {
      const { payment } = await mismatch()
      await paylink.change('payments', payment.id, { amount_centavos: 15_001 })
      await resolve(payment.id, { kind: 'refunded' })
      await paylink.change('payments', payment.id, { review_reason: 'mismatch', review_since: payment.createdAt })
      await resolve(payment.id, { kind: 'accept' })
      const accepted = await paylink.container.get(Payments).findAny(payment.id)
      expect(accepted).to.include({ status: 'refunded', amountCentavos: 15_000, amountRefunded: 15_000 })
    })

    it('assigns the checkout named by the operator, and trusts only its state at the provider', async () => {
      const { link, payment } = await paylink.paidQuietly()
      const { payment: other } = await paylink.paidQuietly()
      await paylink.change('payments', payment.id, {
        provider_ref: `creating:${payment.id}`,
        review_reason: 'unknown_outcome',
        review_since: payment.createdAt,
      })
      const foreign: Decision = { kind: 'ref', providerRef: other.providerRef }
      expect(await refusal(resolve(payment.id, foreign))).to.equal('validation_error ref')
      expect(await refusal(resolve(payment.id, { kind: 'ref', providerRef: 'cs_test_none' }))).to.equal(
        'provider_unavailable',
      )
      await resolve(payment.id, { kind: 'ref', providerRef: payment.providerRef })
      expect(await paymentOf(payment.id)).to.include({ status: 'succeeded', providerRef: payment.providerRef })
      expect(await paylink.linkStatus(link.id)).to.equal('paid')
    })

    it('writes every decision in a log that shows whatever is done to it (I52)', async () => {
      const log = paylink.container.get(AuditLog)
      expect(await log.verify()).to.include({ ok: true })
      const writer = paylink.writer
      for (const act of [
        writer('audit_entries').where({ seq: 2 }).update({ details: '{}' }),
        writer('audit_entries').where({ seq: 2 }).delete(),
      ]) {
        expect(await refusal(act)).to.not.equal('')
      }
      const head = await writer('audit_head').first()
      await writer('audit_head').update({ seq: Number(head.seq) + 1 })
      expect(await log.verify()).to.include({ ok: false, brokenAt: Number(head.seq) + 1 })
      await writer('audit_head').update({ seq: head.seq })
      expect(await log.verify()).to.deep.equal({ ok: true, entries: Number(head.seq) })
    })

    it('shows that the end of the log was cut off, and its head set back to fit (I52)', async () => {
      const log = paylink.container.get(AuditLog)
      const writer = paylink.writer
      const anchor = (await log.head()).hash
      expect(await log.verify(anchor)).to.include({ ok: true })
      expect(await log.verify('0'.repeat(64))).to.include({ ok: false, brokenAt: null })

      // What an attacker with the database, but without the secret key, can do.
      const { signature, seq: last } = await writer('audit_head').first()
      const on = engine === 'postgres' ? ' on audit_entries' : ''
      await writer.raw(`drop trigger ${engine === 'postgres' ? 'audit_append_only' : 'audit_no_delete'}${on}`)
      await writer('audit_entries').where({ seq: last }).delete()
      const newest = await writer('audit_entries').orderBy('seq', 'desc').first()
      for (const forged of [signature, null, '']) {
        await writer('audit_head').update({ seq: newest.seq, hash: newest.hash, signature: forged })
        expect(await log.verify()).to.include({ ok: false })
      }
      await paylink.container
        .get(UnitOfWork)
        .run((tx) => log.append(tx, OPERATOR, { accountId: null, action: 'test.done', target: 'x' }))
      expect(await log.verify(), 'after a further entry').to.include({ ok: false })
    })
  })
}

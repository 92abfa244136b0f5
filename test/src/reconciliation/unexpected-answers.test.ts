import { expect } from 'chai'
import { OPERATOR } from '@paylink/core/kernel/principal'
import { CheckConnection } from '@paylink/core/connections/check-connection'
import { Connections } from '@paylink/core/connections/connections.repository'
import { OpenConnection } from '@paylink/core/connections/open-connection'
import { UnitOfWork } from '@paylink/core/database/unit-of-work'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@paylink/core/kernel/clock'
import { CallProvider } from '@paylink/core/plugin-host/call-provider'
import { ReadReviews } from '@paylink/core/reconciliation/read-reviews'
import type { Decision } from '@paylink/core/reconciliation/record-decision'
import { ResolveReview } from '@paylink/core/reconciliation/resolve-review'
import type { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { LyingProvider, SECRET_KEY } from '../support/lying-provider.js'

for (const engine of ENGINES) {
  describe(`a provider with unexpected answers, on ${engine}`, () => {
    let paylink: TestAppliance
    let provider: LyingProvider
    beforeEach(async () => {
      ;({ provider, paylink } = await LyingProvider.withAppliance(engine))
    })
    afterEach(async () => {
      await paylink.stop()
      await provider.stop()
    })

    const row = (id: string) => paylink.db('payments').where({ id }).first()
    const resolve = (id: string, decision: Decision) =>
      paylink.container.get(ResolveReview).run(id, decision, 'why', OPERATOR)
    const answers = (session: string, differences: object): void =>
      void provider.sessions.set(session, { ...provider.sessions.get(session), ...differences })

    async function pass(times: number, ms: number): Promise<void> {
      for (let time = 0; time < times; time++) {
        await paylink.sweepAfter(ms)
      }
    }

    it('lets an operator decide once the checkout can no longer be paid (R238, I6)', async () => {
      const { link, payment, session } = await paylink.opened()
      answers(session, { status: 'complete', payment_status: 'no_payment_required' })
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
      const { decisions } = await paylink.container.get(ReadReviews).one(payment.id)
      expect(decisions).to.deep.equal(['failed', 'refunded', 'keep'])
      const early = await resolve(payment.id, { kind: 'failed' }).then(() => 'it was not refused', String)
      expect(early).to.match(/does not close the open checkout/)
      paylink.clock.advance(5 * DAY_MS)
      expect(await resolve(payment.id, { kind: 'failed' })).to.include({ status: 'failed' })
      expect(await paylink.linkStatus(link.id)).to.equal('active')
    })

    it('may mean money that was given back: an operator decides so (R238)', async () => {
      const { link, payment, session } = await paylink.opened()
      answers(session, { status: 'complete', payment_status: 'charged_back' })
      await paylink.sync(payment.id)
      paylink.clock.advance(5 * DAY_MS)
      expect(await resolve(payment.id, { kind: 'refunded' })).to.include({ status: 'refunded' })
      expect(await paylink.linkStatus(link.id)).to.equal('active')
    })

    it('counts as unpaid once its checkout was closed unpaid: no refund is recorded (R238)', async () => {
      const { link, payment, session } = await paylink.opened()
      const open = provider.sessions.get(session) as object
      provider.sessions.set(session, { ...open, status: 'on_hold' })
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
      provider.lie = (call, response) => {
        if (call !== `POST /v1/checkout/sessions/${session}/expire`) return false
        provider.sessions.set(session, { ...open, status: 'expired' })
        return Boolean(response.writeHead(200).end(JSON.stringify(provider.sessions.get(session))))
      }
      const refused = await resolve(payment.id, { kind: 'refunded' }).then(() => 'it was not refused', String)
      expect(refused).to.match(/there is no money to refund: the payment is canceled/)
      expect(await row(payment.id)).to.include({ status: 'canceled', amount_refunded: 0, review_decided_at: null })
      expect(await paylink.linkStatus(link.id)).to.equal('active')
    })

    it('does not undo its confirmation of mismatched money: no decision can deny it (R238, I14)', async () => {
      const { payment, session } = await paylink.opened()
      const odd = provider.paid(session, { currency: 'usd' })
      provider.sessions.set(session, odd)
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
      provider.sessions.set(session, { ...odd, payment_status: 'disputed' })
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
      expect((await row(payment.id)).review_reason).to.equal('mismatch')
      paylink.clock.advance(5 * DAY_MS)
      const refused = await resolve(payment.id, { kind: 'failed' }).then(() => 'it was not refused', String)
      expect(refused).to.match(/the provider confirms money/)
    })

    it('keeps nothing open that its link no longer waits for (I6)', async () => {
      const late = await paylink.opened()
      await paylink.change('payments', late.payment.id, { status: 'canceled', reconcile_after: null })
      await paylink.change('payment_links', late.link.id, { status: 'active' })
      await paylink.openCheckout(late.link)
      const second = (await paylink.paymentsOf(late.link.id)).find(({ id }: { id: string }) => id !== late.payment.id)
      answers(second.providerRef, { status: 'on_hold' })
      const closed: string[] = []
      provider.lie = (call) => call.endsWith('/expire') && closed.push(call) < 0
      provider.sessions.set(late.session, provider.paid(late.session))
      await paylink.sync(late.payment.id)
      expect(await paylink.linkStatus(late.link.id)).to.equal('paid')
      await pass(1, SECOND_MS)
      expect(closed).to.deep.equal([`POST /v1/checkout/sessions/${second.providerRef}/expire`])
    })

    it('takes back the money that it had confirmed: the mismatch stays until an operator decides (R238)', async () => {
      const { link, payment, session } = await paylink.opened()
      const open = provider.sessions.get(session) as object
      provider.sessions.set(session, provider.paid(session, { currency: 'usd' }))
      expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
      for (const later of [open, { ...open, status: 'expired' }]) {
        provider.sessions.set(session, later)
        expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
        expect((await row(payment.id)).review_reason).to.equal('mismatch')
        expect(await paylink.linkStatus(link.id)).to.equal('processing')
      }
    })

    it('returns an invalid address: a failed call, not an internal error (I22)', async () => {
      const connection = await paylink.container.get(Connections).find('payment', await provider.connect(paylink))
      const connected = connection && (await paylink.container.get(OpenConnection).run(connection))
      if (!connected) throw new Error('it is not connected')
      const nowhere = { ...connected, config: { ...connected.config, apiBase: 'nowhere' } }
      const ask = paylink.container
        .get(CallProvider)
        .run(nowhere, 'checkConnection', (asked, ctx) => asked.checkConnection(ctx))
      expect(await ask).to.include({ ok: false, fault: 'unavailable' })
    })

    it('refunds more than was paid, and then less: the payment shows neither (I13)', async () => {
      const { payment, session } = await paylink.opened()
      const refunded = (amount_refunded: number, isWhole: boolean): void => {
        const latest_charge = { id: 'ch_1', object: 'charge', created: 1, refunded: isWhole, amount_refunded }
        const { payment_intent } = provider.paid(session) as { payment_intent: object }
        provider.sessions.set(session, provider.paid(session, { payment_intent: { ...payment_intent, latest_charge } }))
      }
      for (const [amount, isWhole, known] of [
        [9_000, false, 9_000],
        [4_000, false, 9_000],
        [99_999, false, 15_000],
        [1, true, 15_000],
      ] as const) {
        refunded(amount, isWhole)
        await paylink.sync(payment.id)
        expect((await row(payment.id)).amount_refunded).to.equal(known)
      }
      expect((await row(payment.id)).status).to.equal('refunded')
    })

    for (const currency of ['jpy', 'pesos']) {
      it(`names a currency that no amount of the API can be in: ${currency} is not accepted (R109, R238)`, async () => {
        const { payment, session } = await paylink.opened()
        provider.sessions.set(session, provider.paid(session, { currency }))
        expect(await paylink.sync(payment.id)).to.include({ outcome: 'needs_review' })
        const refused = await resolve(payment.id, { kind: 'accept' }).then(() => 'it was not refused', String)
        expect(refused).to.match(/unsupported currency (JPY|PESOS)/)
        expect(await row(payment.id)).to.include({ status: 'pending', currency: 'MXN' })
      })
    }

    it('does not clear the review of a duplicate (I16)', async () => {
      const { link, payment, session } = await paylink.opened()
      await paylink.change('payments', payment.id, { status: 'canceled', reconcile_after: null })
      await paylink.change('payment_links', link.id, { status: 'active' })
      await paylink.post(`/v1/payment_links/${link.id}/mark_paid`)
      const paid = provider.paid(session)
      for (const answer of [paid, { ...paid, payment_status: 'disputed' }, paid]) {
        provider.sessions.set(session, answer)
        await paylink.sync(payment.id)
        expect((await row(payment.id)).review_reason).to.equal('duplicate')
      }
    })

    it('is under review since its first such answer, not since its last one', async () => {
      const { payment, session } = await paylink.opened()
      const paid = provider.paid(session)
      provider.sessions.set(session, paid)
      await paylink.sync(payment.id)
      provider.sessions.set(session, { ...paid, payment_status: 'disputed' })
      await paylink.sync(payment.id)
      const first = (await row(payment.id)).review_since
      paylink.clock.advance(DAY_MS)
      await paylink.sync(payment.id)
      expect((await row(payment.id)).review_since).to.deep.equal(first)
      const alarms = paylink.log.entries.filter(({ message }) => message === 'a payment needs review')
      expect(alarms).to.have.length(1)
    })

    it('is asked within two minutes of its return, however long it was away (I12)', async () => {
      const { payment, session } = await paylink.opened()
      provider.lie = (_call, response) => Boolean(response.writeHead(503).end('{}'))
      await paylink.change('payments', payment.id, { reconcile_attempts: 5000, unknown_since: payment.createdAt })
      await pass(3, 4 * DAY_MS)
      expect((await row(payment.id)).review_reason).to.equal('unknown_outcome')
      provider.sessions.set(session, provider.paid(session))
      provider.lie = () => false
      await pass(4, 30 * SECOND_MS)
      expect((await row(payment.id)).status).to.equal('succeeded')
    })

    it('is asked at once with new credentials (I12, R204)', async () => {
      const { payment, session } = await paylink.opened()
      const refusal = JSON.stringify({ error: { type: 'invalid_request_error', message: 'Invalid API Key' } })
      provider.lie = (_call, response) => Boolean(response.writeHead(401).end(refusal))
      await pass(90, 2 * MINUTE_MS)
      expect((await row(payment.id)).status).to.equal('pending')
      provider.sessions.set(session, provider.paid(session))
      provider.lie = () => false
      await provider.connect(paylink, `${SECRET_KEY}2`)
      await pass(4, 30 * SECOND_MS)
      expect((await row(payment.id)).status).to.equal('succeeded')
    })

    it('is no longer connected when it answers as another account (R204)', async () => {
      const id = await provider.connect(paylink)
      const account = { id: 'acct_other', object: 'account', charges_enabled: true }
      provider.lie = (call, response) =>
        call === 'GET /v1/account' && Boolean(response.writeHead(200).end(JSON.stringify(account)))
      const connection = await paylink.container.get(Connections).find('payment', id)
      const checked = await paylink.container.get(CheckConnection).run(connection!)
      expect(checked).to.include({
        status: 'error',
        lastError: 'these are the credentials of another account at the provider',
      })
    })

    it('sends a notification again that was given up, and it is handled (I18)', async () => {
      const connection = await provider.connect(paylink)
      const { payment, session } = await paylink.opened()
      const letGo = { id: 'evt_let_go', event_id: 'evt_again', event_type: 'checkout.session.completed', attempts: 7 }
      const subjects = JSON.stringify([{ providerRef: session }])
      await paylink.container.get(UnitOfWork).run((tx) =>
        tx('notifications').insert({
          ...letGo,
          subjects,
          connection_id: connection,
          received_at: payment.createdAt,
        }),
      )
      provider.sessions.set(session, provider.paid(session))
      const at = Math.floor(paylink.clock.now().getTime() / 1000)
      const { body, signature } = provider.notification('evt_again', session, at)
      const headers = { 'Stripe-Signature': signature }
      const address = `${paylink.url}/hooks/provider_a/${connection}`
      expect((await fetch(address, { method: 'POST', body, headers })).status).to.equal(200)
      await paylink.sweepAfter(MINUTE_MS)
      expect((await row(payment.id)).status).to.equal('succeeded')
      expect(await paylink.db('notifications').pluck('id')).to.deep.equal(['evt_let_go'])
    })
  })
}

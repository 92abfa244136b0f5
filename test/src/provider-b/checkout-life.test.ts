import type { PluginHttp } from '@paylink/plugin-api'
import { expect } from 'chai'
import { loopbackHttp } from '../support/provider-sandbox.js'
import { Sandbox } from './harness.js'

const DAY = 86_400

describe('a Conekta checkout', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  type Ref = Awaited<ReturnType<typeof sandbox.open>>['ref']
  const look = (ref: Ref) => sandbox.provider.retrieve(ref, sandbox.context())
  const expire = (ref: Ref) => sandbox.provider.expireCheckout!(ref, sandbox.context())

  it('opens with our id, amount, expiry and a page to pay on', async () => {
    const { handle, ref, input } = await sandbox.open()
    expect(handle.providerRef).to.match(/^ord_/)
    expect(handle.redirectUrl).to.match(/^http:\/\/localhost:3000\/sandbox\/provider_b\/checkout\/\w+$/)
    expect(handle.expiresAt).to.equal(input.expiresAt)
    const state = await look(ref)
    expect(state).to.deep.include({ status: 'open', livemode: false, paymentId: ref.paymentId })
    expect(state).to.deep.include({ expiresAt: input.expiresAt, redirectUrl: handle.redirectUrl })
    expect(state.amount).to.deep.equal({ amount: 435_000, currency: 'MXN' })
    expect(handle.state).to.deep.equal(state)
    expect(sandbox.requests.at(-1)!.headers['accept']).to.equal('application/vnd.conekta-v2.3.0+json')
  })

  it('is paid by card, and reports the kind of card and the time', async () => {
    const { handle, ref, input } = await sandbox.open()
    sandbox.pass(60)
    const answer = await sandbox.page('POST', handle.redirectUrl, 'succeed')
    expect(answer.headers!['location']).to.equal(input.returnUrl)
    const state = await look(ref)
    expect(state).to.deep.include({ status: 'paid', paidAt: new Date(sandbox.now).toISOString() })
    expect(state.method).to.deep.equal({
      type: 'card',
      raw: 'credit',
      card: { funding: 'credit', brand: 'visa', last4: '4242' },
    })
    expect(state.redirectUrl).to.equal(undefined)
  })

  it('stays open after a declined card, and can be paid then', async () => {
    const { handle, ref } = await sandbox.open()
    const answer = await sandbox.page('POST', handle.redirectUrl, 'decline')
    expect(answer.text).to.contain('role="alert"')
    expect(await look(ref)).to.deep.include({ status: 'open', redirectUrl: handle.redirectUrl, failure: undefined })
    await sandbox.page('POST', handle.redirectUrl, 'succeed')
    expect((await look(ref)).status).to.equal('paid')
  })

  it('stays open when the payer goes back to the merchant', async () => {
    const { handle, ref, input } = await sandbox.open()
    const answer = await sandbox.page('POST', handle.redirectUrl, 'cancel')
    expect(answer.headers!['location']).to.equal(input.cancelUrl)
    expect((await look(ref)).status).to.equal('open')
  })

  const references: [outcome: string, type: string, raw: string, reference: RegExp][] = [
    ['cash_later', 'retail_cash', 'cash', /^\d{14}$/],
    ['transfer_later', 'spei_transfer', 'spei', /^646180\d{12}$/],
  ]
  for (const [outcome, type, raw, reference] of references) {
    describe(`to be paid later, ${type}`, () => {
      const choose = async () => {
        const opened = await sandbox.open()
        await sandbox.page('POST', opened.handle.redirectUrl, outcome)
        return opened
      }

      it('waits with a reference, beyond the checkout’s own expiry, and is paid', async () => {
        const { handle, ref } = await choose()
        const waiting = await look(ref)
        expect(waiting).to.deep.include({ status: 'processing', method: { type, raw } })
        expect(waiting.voucher!.reference).to.match(reference)
        expect(waiting.voucher).to.deep.include({
          expiresAt: new Date(sandbox.now + 3 * DAY * 1000).toISOString(),
          instructionsUrl: handle.redirectUrl,
        })
        sandbox.pass(7200)
        expect((await look(ref)).status).to.equal('processing')
        await sandbox.page('POST', handle.redirectUrl, 'succeed')
        const paid = await look(ref)
        expect(paid).to.deep.include({ status: 'paid', voucher: undefined })
        expect(paid.method).to.deep.include({ type, raw })
        expect(paid.method?.trackingKey?.slice(0, 3)).to.equal(type === 'spei_transfer' ? 'SIM' : undefined)
        expect(paid.paidAt).to.equal(new Date(sandbox.now).toISOString())
      })

      for (const how of ['by hand', 'by time'] as const) {
        it(`expires ${how}, for good`, async () => {
          const { handle, ref } = await choose()
          if (how === 'by hand') await sandbox.page('POST', handle.redirectUrl, 'expire')
          else sandbox.pass(3 * DAY + 1)
          expect((await look(ref)).status).to.equal('expired')
          await sandbox.page('POST', handle.redirectUrl, 'succeed')
          expect((await look(ref)).status).to.equal('expired')
        })
      }

      it('is canceled on request and cannot be paid afterwards; returns already_closed when called again', async () => {
        const { handle, ref } = await choose()
        expect((await expire(ref)).outcome).to.equal('expired')
        await sandbox.page('POST', handle.redirectUrl, 'succeed')
        expect((await look(ref)).status).to.equal('canceled')
        expect((await expire(ref)).outcome).to.equal('already_closed')
      })

      it('stays payable if Conekta refuses to cancel an order with a pending charge', async () => {
        const { handle, ref } = await choose()
        const refusing: PluginHttp = {
          request: (request) => {
            if (!request.url.endsWith('/cancel')) return loopbackHttp.request(request)
            const code = 'conekta.errors.precondition_required.combo.order.cannot_be_updated_because_has_charge'
            const details = [{ code, message: 'The order cannot be modified.' }]
            const answer = { object: 'error', type: 'precondition_required_error', details }
            const body = new TextEncoder().encode(JSON.stringify(answer))
            return Promise.resolve({ status: 428, headers: {}, body })
          },
        }
        const result = await sandbox.provider.expireCheckout!(ref, sandbox.context({}, refusing))
        expect(result.outcome).to.equal('refused')
        await sandbox.page('POST', handle.redirectUrl, 'succeed')
        expect((await look(ref)).status).to.equal('paid')
      })

      it('reports what a payer needs', async () => {
        const { voucher } = await look((await choose()).ref)
        const expected =
          type === 'spei_transfer'
            ? { method: type, bank: 'STP', beneficiary: 'Sandbox' }
            : { method: type, stores: ['OXXO'] }
        expect(voucher).to.deep.include(expected)
      })
    })
  }

  it('allows only the methods that accept the total', async () => {
    const items = [{ name: 'Taza', quantity: 1, unitAmount: 1_000_001, taxAmount: 0 }]
    const { handle, ref } = await sandbox.open({
      paymentId: 'pay_life_large',
      items,
      total: { amount: 1_000_001, currency: 'MXN' },
    })
    const { json } = await sandbox.api('GET', `/orders/${ref.providerRef}`)
    expect((json as any).checkout.allowed_payment_methods).to.deep.equal(['card', 'bank_transfer'])
    const { text } = await sandbox.page('GET', handle.redirectUrl)
    expect(text).to.include('value="transfer_later"').and.not.include('value="cash_later"')
  })

  it('reports a chargeback and its decision', async () => {
    const { handle, ref } = await sandbox.open()
    for (const outcome of ['succeed', 'dispute']) await sandbox.page('POST', handle.redirectUrl, outcome)
    expect((await look(ref)).dispute).to.deep.include({ status: 'open' })
    await sandbox.page('POST', handle.redirectUrl, 'dispute_won')
    expect(await look(ref))
      .to.deep.include({ status: 'paid' })
      .and.nested.include({ 'dispute.status': 'won' })
  })

  it('expires, and cannot be paid afterwards', async () => {
    const { handle, ref } = await sandbox.open()
    sandbox.pass(3601)
    expect((await look(ref)).status).to.equal('expired')
    await sandbox.page('POST', handle.redirectUrl, 'succeed')
    expect((await look(ref)).status).to.equal('expired')
  })

  it('reports a partial and then a full refund, made on the page or by the API', async () => {
    const { handle, ref } = await sandbox.open()
    await sandbox.page('POST', handle.redirectUrl, 'succeed')
    const { paidAt, method } = await look(ref)
    await sandbox.page('POST', handle.redirectUrl, 'refund', { amount: '1000' })
    expect(await look(ref)).to.deep.include({ status: 'paid', amountRefunded: 1000, paidAt, method })
    const refund = { amount: 434_000, reason: 'requested_by_client' }
    expect((await sandbox.api('POST', `/orders/${ref.providerRef}/refunds`, refund)).status).to.equal(200)
    expect(await look(ref)).to.deep.include({ status: 'refunded', amountRefunded: 435_000, paidAt, method })
  })

  describe('when asked to close', () => {
    it('closes while open', async () => {
      const { handle, ref } = await sandbox.open()
      expect(await expire(ref)).to.have.nested.property('state.status', 'canceled')
      expect((await look(ref)).status).to.equal('canceled')
      await sandbox.page('POST', handle.redirectUrl, 'succeed')
      expect((await look(ref)).status).to.equal('canceled')
    })

    it('returns already_paid if it was paid first', async () => {
      const { handle, ref } = await sandbox.open()
      await sandbox.page('POST', handle.redirectUrl, 'succeed')
      expect(await expire(ref)).to.deep.include({ outcome: 'already_paid', state: await look(ref) })
    })

    it('returns already_closed if it had expired or been closed', async () => {
      const { ref } = await sandbox.open()
      await expire(ref)
      expect((await expire(ref)).outcome).to.equal('already_closed')
      const late = await sandbox.open()
      sandbox.pass(3601)
      expect((await expire(late.ref)).outcome).to.equal('already_closed')
    })
  })
})

import type { PluginHttp } from '@paylink/plugin-api'
import { expect } from 'chai'
import { loopbackHttp } from '../support/provider-sandbox.js'
import { rejection, Sandbox } from './harness.js'

describe('a Stripe checkout', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  const look = (ref: { providerRef: string; paymentId: string }) => sandbox.provider.retrieve(ref, sandbox.context())

  it('opens with our id, amount, expiry and a page to pay on', async () => {
    const { handle, ref, input } = await sandbox.open()
    expect(handle.redirectUrl).to.equal(`http://localhost:3000/sandbox/provider_a/checkout/${handle.providerRef}`)
    expect(handle).not.to.have.property('state')
    const state = await look(ref)
    expect(state).to.deep.include({ status: 'open', livemode: false, paymentId: ref.paymentId })
    expect(state.amount).to.deep.equal({ amount: 435_000, currency: 'MXN' })
    expect(state.expiresAt).to.equal(input.expiresAt)
    expect(state.redirectUrl).to.equal(handle.redirectUrl)
  })

  it('is created once by two calls under one key', async () => {
    const first = await sandbox.open()
    sandbox.pass(5)
    const again = await sandbox.provider.createCheckout(first.input, sandbox.context())
    expect(again).to.deep.equal(first.handle)
  })

  it('sends the same parameters for the same input, tax as a line of its own', async () => {
    await sandbox.open({ paymentId: 'pay_params', idempotencyKey: 'params-1', locale: 'en' })
    const sent = new URLSearchParams(sandbox.requests.at(-1)!.body)
    expect(sent.get('line_items[2][price_data][product_data][name]')).to.equal('VAT (IVA) 16 %')
    expect(sent.get('line_items[2][price_data][unit_amount]')).to.equal('60000')
    expect(sent.get('payment_intent_data[metadata][paylink_payment]')).to.equal('pay_params')
    expect(sent.get('metadata[paylink_link]')).to.equal('link_1')
    expect(sent.get('client_reference_id')).to.equal('pay_params')
    expect(sent.get('locale')).to.equal('en')
    expect(sandbox.requests.at(-1)!.headers).to.include({
      'idempotency-key': 'params-1',
      'stripe-version': '2026-10-28.endive',
    })
  })

  it('is paid by card, and reports the kind of card and the time', async () => {
    const { handle, ref, input } = await sandbox.open()
    sandbox.pass(60)
    const answer = await sandbox.page('POST', handle.redirectUrl, 'succeed')
    expect(answer).to.deep.include({ status: 303 })
    expect(answer.headers!['location']).to.equal(input.returnUrl)
    const state = await look(ref)
    expect(state.status).to.equal('paid')
    expect(state.method).to.deep.equal({
      type: 'card',
      raw: 'card',
      card: { funding: 'credit', brand: 'visa', last4: '4242' },
    })
    expect(state.paidAt).to.equal(new Date(sandbox.now).toISOString())
    expect(state.redirectUrl).to.equal(undefined)
    const again = await sandbox.page('POST', handle.redirectUrl, 'succeed')
    expect(again.headers!['location']).to.equal(input.returnUrl)
  })

  it('stays open after a declined card and can be paid then', async () => {
    const { handle, ref } = await sandbox.open()
    const answer = await sandbox.page('POST', handle.redirectUrl, 'decline')
    expect(answer.status).to.equal(200)
    expect(answer.text).to.contain('role="alert"')
    expect((await look(ref)).status).to.equal('open')
    await sandbox.page('POST', handle.redirectUrl, 'succeed')
    expect((await look(ref)).status).to.equal('paid')
  })

  it('stays open when the payer goes back to the merchant', async () => {
    const { handle, ref, input } = await sandbox.open()
    const answer = await sandbox.page('POST', handle.redirectUrl, 'cancel')
    expect(answer).to.deep.include({ status: 303 })
    expect(answer.headers!['location']).to.equal(input.cancelUrl)
    expect((await look(ref)).status).to.equal('open')
  })

  it('waits with a voucher and is paid at the store', async () => {
    const { handle, ref } = await sandbox.open()
    await sandbox.page('POST', handle.redirectUrl, 'cash_later')
    const waiting = await look(ref)
    expect(waiting.status).to.equal('processing')
    expect(waiting.method).to.deep.equal({ type: 'retail_cash', raw: 'oxxo' })
    expect(waiting.voucher!.reference).to.match(/^\d{14}$/)
    expect(waiting.voucher).to.deep.include({ method: 'retail_cash', stores: ['OXXO'] })
    expect(waiting.voucher!.expiresAt).to.equal(new Date(sandbox.now + 3 * 86_400_000).toISOString())
    const page = await sandbox.page('GET', handle.redirectUrl)
    expect(page.text).to.contain(waiting.voucher!.reference)
    sandbox.pass(7200)
    expect((await look(ref)).status).to.equal('processing')
    await sandbox.page('POST', handle.redirectUrl, 'succeed')
    expect(await look(ref)).to.deep.include({ status: 'paid', paidAt: new Date(sandbox.now).toISOString() })
  })

  for (const how of ['by hand', 'by time'] as const) {
    it(`expires with its voucher, ${how}`, async () => {
      const { handle, ref } = await sandbox.open()
      await sandbox.page('POST', handle.redirectUrl, 'cash_later')
      if (how === 'by hand') await sandbox.page('POST', handle.redirectUrl, 'expire')
      else sandbox.pass(3 * 86_400 + 1)
      const state = await look(ref)
      expect(state).to.deep.include({ status: 'expired', failure: undefined })
      await sandbox.page('POST', handle.redirectUrl, 'succeed')
      expect((await look(ref)).status).to.equal('expired')
    })
  }

  it('expires, and cannot be paid afterwards', async () => {
    const { handle, ref } = await sandbox.open()
    sandbox.pass(3601)
    expect((await look(ref)).status).to.equal('expired')
    await sandbox.page('POST', handle.redirectUrl, 'succeed')
    expect((await look(ref)).status).to.equal('expired')
  })

  it('reports a partial and then a full refund', async () => {
    const { handle, ref } = await sandbox.open()
    await sandbox.page('POST', handle.redirectUrl, 'succeed')
    const session = await sandbox.api('GET', `/v1/checkout/sessions/${ref.providerRef}`)
    const { payment_intent } = session.json
    await sandbox.api('POST', '/v1/refunds', { payment_intent, amount: '1000' })
    expect(await look(ref)).to.deep.include({ status: 'paid', amountRefunded: 1000 })
    await sandbox.api('POST', '/v1/refunds', { payment_intent })
    expect(await look(ref)).to.deep.include({ status: 'refunded', amountRefunded: 435_000 })
    const tooMuch = await sandbox.api('POST', '/v1/refunds', { payment_intent, amount: '1' })
    expect(tooMuch.json.error.code).to.equal('charge_already_refunded')
  })

  describe('when asked to expire', () => {
    const expire = (ref: { providerRef: string; paymentId: string }) =>
      sandbox.provider.expireCheckout!(ref, sandbox.context())

    it('closes while open', async () => {
      const { ref } = await sandbox.open()
      expect((await expire(ref)).outcome).to.equal('expired')
      expect((await look(ref)).status).to.equal('expired')
    })

    it('returns already_paid if it was paid first', async () => {
      const { handle, ref } = await sandbox.open()
      await sandbox.page('POST', handle.redirectUrl, 'succeed')
      const result = await expire(ref)
      expect(result.outcome).to.equal('already_paid')
      expect(result).to.have.nested.property('state.status', 'paid')
    })

    it('returns already_closed if it had expired', async () => {
      const { ref } = await sandbox.open()
      sandbox.pass(3601)
      expect((await expire(ref)).outcome).to.equal('already_closed')
    })

    const openVoucher = async () => {
      const opened = await sandbox.open()
      await sandbox.page('POST', opened.handle.redirectUrl, 'cash_later')
      return opened
    }

    it('cancels an unpaid voucher, which cannot be paid afterwards; returns already_closed when called again', async () => {
      const { handle, ref } = await openVoucher()
      const result = await expire(ref)
      expect(result).to.have.nested.property('state.status', 'canceled')
      expect(result.outcome).to.equal('expired')
      await sandbox.page('POST', handle.redirectUrl, 'succeed')
      expect((await look(ref)).status).to.equal('canceled')
      expect((await sandbox.page('GET', handle.redirectUrl)).text).to.include('La referencia se canceló')
      expect((await expire(ref)).outcome).to.equal('already_closed')
    })

    it('reports a voucher that was paid first as paid', async () => {
      const { handle, ref } = await openVoucher()
      await sandbox.page('POST', handle.redirectUrl, 'succeed')
      expect((await expire(ref)).outcome).to.equal('already_paid')
    })

    // As Stripe answers for a PaymentIntent that it will not cancel, and for a key that may not ask.
    for (const status of [400, 403]) {
      it(`refuses if Stripe answers the cancellation with ${status}: the voucher can still be paid`, async () => {
        const { handle, ref } = await openVoucher()
        const refusing: PluginHttp = {
          request: (request) => {
            if (!request.url.endsWith('/cancel')) return loopbackHttp.request(request)
            const error = { type: 'invalid_request_error', message: 'You cannot cancel this PaymentIntent' }
            const body = new TextEncoder().encode(JSON.stringify({ error }))
            return Promise.resolve({ status, headers: {}, body })
          },
        }
        const result = await sandbox.provider.expireCheckout!(ref, sandbox.context({}, refusing))
        expect(result).to.deep.equal({ outcome: 'refused', reason: 'Stripe refused to cancel the voucher' })
        await sandbox.page('POST', handle.redirectUrl, 'succeed')
        expect((await look(ref)).status).to.equal('paid')
      })
    }
  })

  it('reports a dispute with its amount and deadline, and its decision', async () => {
    const { handle, ref } = await sandbox.open()
    await sandbox.page('POST', handle.redirectUrl, 'succeed')
    await sandbox.page('POST', handle.redirectUrl, 'dispute')
    const { status, dispute } = await look(ref)
    expect(status).to.equal('paid')
    const dueAt = new Date(sandbox.now + 7 * 86_400_000).toISOString()
    const amount = { amount: 435_000, currency: 'MXN' }
    expect(dispute).to.deep.equal({ status: 'open', amount, dueAt, url: undefined })
    await sandbox.page('POST', handle.redirectUrl, 'dispute_lost')
    expect((await look(ref)).dispute!.status).to.equal('lost')
  })

  it('allows only the methods that accept the total', async () => {
    const cases: [amount: number, currency: string, methods: string[]][] = [
      [1_000_000, 'MXN', ['card', 'oxxo']],
      [1_000_001, 'MXN', ['card']],
      [43_500, 'USD', ['card']],
    ]
    for (const [amount, currency, methods] of cases) {
      const items = [{ name: 'x', quantity: 1, unitAmount: amount, taxAmount: 0 }]
      const { handle, ref } = await sandbox.open({ items, total: { amount, currency } })
      const { json } = await sandbox.api('GET', `/v1/checkout/sessions/${ref.providerRef}`)
      expect((json as any).payment_method_types).to.deep.equal(methods)
      const { text } = await sandbox.page('GET', handle.redirectUrl)
      expect(text.includes('value="cash_later"')).to.equal(methods.includes('oxxo'))
      await sandbox.page('POST', handle.redirectUrl, 'cash_later')
      expect((await look(ref)).status).to.equal(methods.includes('oxxo') ? 'processing' : 'open')
    }
  })

  it('accepts any title, and twenty items', async () => {
    const items = Array.from({ length: 20 }, (_, index) => ({
      name: `Ñandú 🌵 “${index}” & <b>=[x]</b>`,
      quantity: index + 1,
      unitAmount: 101,
      taxAmount: 0,
    }))
    const { handle, ref } = await sandbox.open({
      title: 'Café ☕ — 日本語 & 100 % [a]=b',
      items,
      total: { amount: 101 * 210, currency: 'MXN' },
    })
    expect((await look(ref)).amount!.amount).to.equal(21_210)
    const page = await sandbox.page('GET', handle.redirectUrl)
    expect(page.text).to.contain('Café ☕ — 日本語 &#38; 100 % [a]=b')
    expect(page.text).to.contain('Ñandú 🌵 “19” &#38; &#60;b&#62;=[x]&#60;/b&#62;')
    expect(page.text.match(/<li>/g)).to.have.length(20)
  })

  it('is refused below the minimum and outside its lifetime, with Stripe’s code', async () => {
    const tooSmall = {
      items: [{ name: 'x', quantity: 1, unitAmount: 999, taxAmount: 0 }],
      total: { amount: 999, currency: 'MXN' },
    }
    const error = await rejection(sandbox.open(tooSmall))
    expect(error).to.deep.include({ fault: 'rejected', name: 'ProviderRejectedError' })
    expect(error.info.providerCode).to.equal('amount_too_small')
    for (const seconds of [1799, 86_401]) {
      const expiresAt = new Date(sandbox.now + seconds * 1000).toISOString()
      expect((await rejection(sandbox.open({ expiresAt }))).fault, String(seconds)).to.equal('rejected')
    }
  })
})

import type { ProviderState } from '@paylink/plugin-api'
import plugin from '@paylink/provider-b'
import { expect } from 'chai'
import { contextOf, CREDENTIALS, scriptedHttp } from './harness.js'

const URL = 'https://pay.conekta.com/checkout/1'

async function stateOf(changes: object, config: Record<string, string> = CREDENTIALS): Promise<ProviderState> {
  const order = {
    id: 'ord_1',
    object: 'order',
    livemode: false,
    amount: 1000,
    amount_refunded: 0,
    currency: 'MXN',
    metadata: { paylink_payment: 'pay_1' },
    checkout: { object: 'checkout', status: 'Issued', url: URL, expires_at: 1_800_000_000 },
    ...changes,
  }
  const { http } = scriptedHttp(() => ({ status: 200, body: order }))
  return plugin.create().retrieve({ providerRef: 'ord_1', paymentId: 'pay_1' }, contextOf(config, http))
}

const PAST = { object: 'checkout', status: 'Issued', url: URL, expires_at: 1_600_000_000 }

const charge = (status: string, payment_method: object, changes: object = {}) => ({
  id: 'chr_1',
  object: 'charge',
  status,
  paid_at: 1_790_000_000,
  payment_method,
  ...changes,
})
const charges = (...data: object[]) => ({ charges: { object: 'list', has_more: false, data } })
const card = (changes: object = {}) => ({ object: 'card_payment', type: 'credit', account_type: 'Credit', ...changes })

describe('a status that Conekta reports', () => {
  const statuses: [title: string, order: object, expected: string][] = [
    ['none yet', {}, 'open'],
    ['null', { payment_status: null }, 'open'],
    ['none, the checkout expired', { checkout: { status: 'Expired' } }, 'expired'],
    ['none, the checkout canceled', { checkout: { status: 'Cancelled' } }, 'canceled'],
    ['none, the checkout in a new state', { checkout: { status: 'Paused' } }, 'unrecognized'],
    ['declined, the checkout open', { payment_status: 'declined' }, 'open'],
    ['declined, the checkout expired', { payment_status: 'declined', checkout: { status: 'Expired' } }, 'failed'],
    ['pending_payment', { payment_status: 'pending_payment' }, 'processing'],
    ['paid', { payment_status: 'paid' }, 'paid'],
    ['partially_refunded', { payment_status: 'partially_refunded' }, 'paid'],
    ['refunded', { payment_status: 'refunded' }, 'refunded'],
    ['expired', { payment_status: 'expired', checkout: { status: 'Expired' } }, 'expired'],
    ['expired, the checkout open', { payment_status: 'expired' }, 'open'],
    ['expired, the checkout past its end', { payment_status: 'expired', checkout: PAST }, 'expired'],
    ['canceled', { payment_status: 'canceled' }, 'canceled'],
    ['charged_back', { payment_status: 'charged_back' }, 'unrecognized'],
    ['pre_authorized', { payment_status: 'pre_authorized' }, 'unrecognized'],
    ['Paid, in another spelling', { payment_status: 'Paid' }, 'unrecognized'],
    ['a word of JavaScript', { payment_status: 'constructor' }, 'unrecognized'],
    ['an empty text', { payment_status: '' }, 'unrecognized'],
  ]
  for (const [title, order, expected] of statuses) {
    it(`${title} = ${expected}`, async () => {
      const state = await stateOf(order)
      expect(state).to.deep.include({ status: expected, paymentId: 'pay_1', providerRef: 'ord_1' })
      expect(state.amount).to.deep.equal({ amount: 1000, currency: 'MXN' })
      expect(state.redirectUrl).to.equal(expected === 'open' ? URL : undefined)
    })
  }

  it('without our id, or with a malformed one, names no payment', async () => {
    for (const metadata of [undefined, {}, { paylink_payment: 7 }, { paylink_payment: '' }]) {
      expect((await stateOf({ metadata })).paymentId).to.equal(undefined)
    }
  })
})

describe('a payment method that Conekta reports', () => {
  const ways: [title: string, payment_method: object, expected: object][] = [
    ['credit', card(), { type: 'card', raw: 'credit', funding: 'credit' }],
    ['debit', card({ type: 'debit', account_type: 'Debit' }), { type: 'card', raw: 'debit', funding: 'debit' }],
    ['prepaid', card({ account_type: 'PREPAID' }), { type: 'card', raw: 'credit', funding: 'prepaid' }],
    ['a business card', card({ account_type: 'BUSINESS' }), { type: 'card', raw: 'credit', funding: 'unknown' }],
    ['a card unsaid', card({ account_type: undefined }), { type: 'card', raw: 'credit', funding: 'unknown' }],
    ['cash', { object: 'cash_payment', type: 'cash' }, { type: 'retail_cash', raw: 'cash' }],
    ['OXXO of old', { object: 'payment_source', type: 'oxxo' }, { type: 'retail_cash', raw: 'oxxo' }],
    ['SPEI', { object: 'bank_transfer_payment', type: 'spei' }, { type: 'spei_transfer', raw: 'spei' }],
    ['in instalments elsewhere', { object: 'bnpl_payment', type: 'bnpl' }, { type: 'bnpl', raw: 'bnpl' }],
    ['anything else', { object: 'barter_payment' }, { type: 'other', raw: 'barter_payment' }],
    ['a word of JavaScript', { object: 'constructor' }, { type: 'other', raw: 'constructor' }],
  ]
  for (const [title, payment_method, expected] of ways) {
    it(`${title} = ${JSON.stringify(expected)}`, async () => {
      const tried = charge('declined', card(), { paid_at: null })
      const state = await stateOf({ payment_status: 'paid', ...charges(tried, charge('paid', payment_method)) })
      const { type, raw, card: told } = state.method!
      expect({ type, raw, ...(told ? { funding: told.funding } : {}) }).to.deep.equal(expected)
      expect(state.paidAt).to.equal(new Date(1_790_000_000_000).toISOString())
    })
  }

  const references: [title: string, payment_method: object, expected: string | undefined][] = [
    ['a text', { object: 'cash_payment', reference: '93000262276908' }, '93000262276908'],
    ['a number', { object: 'cash_payment', reference: 93000262276908 }, '93000262276908'],
    // As JSON has it; what JavaScript reads is not what is printed.
    ['a number too long', { object: 'cash_payment', reference: 10001140326893402000 }, undefined],
    ['a CLABE', { object: 'bank_transfer_payment', clabe: '646180111805034237' }, '646180111805034237'],
    ['nothing', { object: 'cash_payment' }, undefined],
  ]
  for (const [title, payment_method, expected] of references) {
    it(`shows ${title} as ${expected ?? 'no reference'}`, async () => {
      const pending = charge('pending_payment', { ...payment_method, expires_at: 1_790_000_000 })
      const { status, voucher } = await stateOf({ payment_status: 'pending_payment', ...charges(pending) })
      expect(status).to.equal('processing')
      expect(voucher?.reference).to.equal(expected)
      if (voucher) expect(voucher.instructionsUrl).to.equal(URL)
    })
  }

  it('leads to the order in the dashboard, where a refund is made and a chargeback answered (R24)', async () => {
    const disputed = charge('paid', card(), { amount: 1000, currency: 'MXN', chargeback: { status: 'under_review' } })
    const order = { payment_status: 'paid', ...charges(disputed) }
    const state = await stateOf(order)
    expect(state.dashboardUrl).to.equal('https://panel.conekta.com/transactions/payments/ord_1')
    expect(state.dispute?.url).to.equal(state.dashboardUrl)
    const simulated = await stateOf(order, { ...CREDENTIALS, apiBase: 'http://127.0.0.1:4000' })
    expect(simulated.status).to.equal('paid')
    expect([simulated.dashboardUrl, simulated.dispute?.url]).to.deep.equal([undefined, undefined])
  })

  it('has the reason of a failed payment', async () => {
    const declined = charge('declined', card(), { failure_code: 'insufficient_funds', failure_message: 'Sin fondos' })
    const state = await stateOf({
      payment_status: 'declined',
      checkout: { status: 'Expired' },
      ...charges(declined),
    })
    expect(state.failure).to.deep.equal({ code: 'insufficient_funds', message: 'Sin fondos' })
    expect(state.paidAt).to.equal(undefined)
  })
})

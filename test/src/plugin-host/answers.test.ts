import type { PaymentProvider, PluginContext } from '@paylink/plugin-api'
import { withCheckedAnswers } from '@paylink/core/plugin-host/check-answers'
import { MalformedAnswerError } from '@paylink/core/plugin-host/fields'
import { expect } from 'chai'

const ref = { providerRef: 'cs_1', paymentId: 'pay_1' }
const state = { ...ref, status: 'paid', livemode: false, amount: { amount: 5, currency: 'MXN' } }
const contextFor = (apiBase: string) => ({ config: { apiBase } }) as unknown as PluginContext
const live = contextFor('https://api.acme.example')

const answering = (method: keyof PaymentProvider, answer: unknown): PaymentProvider => {
  const provider = withCheckedAnswers({ [method]: () => answer } as unknown as PaymentProvider)
  return provider
}
const read = (changes: object, ctx = live) => answering('retrieve', { ...state, ...changes }).retrieve(ref, ctx)

describe('a plugin answer', () => {
  it('is normalized to the contract: times in UTC, nulls omitted, unknown fields dropped', async () => {
    const answer = await read({
      paidAt: '2026-03-01T12:00:00-06:00',
      method: null,
      voucher: undefined,
      more: { big: 1 },
    })
    expect(answer).to.deep.equal({ ...state, paidAt: '2026-03-01T18:00:00.000Z' })
  })

  const malformed: [string, object][] = [
    ['no reference', { providerRef: undefined }],
    ['an empty reference', { providerRef: '' }],
    ['a reference with a NUL', { providerRef: 'a\0b' }],
    ['an oversized reference', { providerRef: 'x'.repeat(10_000) }],
    ['an undefined status', { status: 'fine' }],
    ['no mode', { livemode: undefined }],
    ['a mode as text', { livemode: 'false' }],
    ['an amount as text', { amount: { amount: '5', currency: 'MXN' } }],
    ['half a centavo', { amount: { amount: 0.5, currency: 'MXN' } }],
    ['no currency', { amount: { amount: 5 } }],
    ['a negative refund', { amountRefunded: -1 }],
    ['a refund larger than an integer column', { amountRefunded: 2 ** 31 }],
    ['a date instead of a time', { paidAt: '2026-03-01' }],
    ['an impossible time', { expiresAt: '2026-13-01T00:00:00Z' }],
    ['an unknown method', { method: { type: 'cheque', raw: 'x' } }],
    ['a script as address', { redirectUrl: 'javascript:alert(1)' }],
    ['an address without TLS', { redirectUrl: 'http://acme.example/' }],
    ['a relative dashboard address', { dashboardUrl: '/here' }],
    ['a voucher without a reference', { voucher: {} }],
    ['a list instead of an object', { voucher: [] }],
    ['a voucher of an unknown method', { voucher: { reference: '1', method: 'cheque' } }],
    ['stores that are not text', { voucher: { reference: '1', stores: [1] } }],
    ['an undefined dispute status', { dispute: { status: 'maybe' } }],
    ['a disputed amount without a currency', { dispute: { status: 'open', amount: { amount: 5 } } }],
  ]
  for (const [what, changes] of malformed) {
    it(`is malformed with ${what}`, async () => {
      expect(await read(changes).catch((error: unknown) => error)).to.be.instanceOf(MalformedAnswerError)
    })
  }

  it('keeps the voucher and the dispute', async () => {
    const voucher = { reference: '646180', method: 'spei_transfer', bank: 'STP', beneficiary: 'Ana', stores: ['OXXO'] }
    const dispute = { status: 'open', amount: { amount: 5, currency: 'MXN' }, dueAt: '2026-03-01T18:00:00.000Z' }
    expect(await read({ voucher, dispute })).to.deep.include({
      voucher: { ...voucher, instructionsUrl: undefined, expiresAt: undefined },
      dispute: { ...dispute, url: undefined },
    })
  })

  it('normalizes an address as a browser does', async () => {
    const { redirectUrl } = await read({ redirectUrl: 'https://acme.example/a\r\nb: c' })
    expect(redirectUrl).to.equal('https://acme.example/ab:%20c')
  })

  it('offers a method only within its own limits', () => {
    const methods = { card: { min: 20, max: 50 }, retail_cash: { min: 9, max: 1 }, cheque: { min: 1, max: 2 } }
    const limits = answering('limits', { min: 10, max: 50, methods }).limits('MXN')
    expect(limits).to.deep.equal({ min: 10, max: 50, methods: { card: { min: 20, max: 50 } } })
  })

  it('may lead to a page without TLS only if apiBase has none', async () => {
    const { redirectUrl } = await read({ redirectUrl: 'http://localhost/x' }, contextFor('http://127.0.0.1:4000'))
    expect(redirectUrl).to.equal('http://localhost/x')
  })

  for (const limits of [
    { min: NaN, max: 5 },
    { min: 5, max: 1 },
    { min: 1 },
    { min: 0.5, max: 5 },
    'many',
    undefined,
  ]) {
    it(`offers nothing for limits of ${JSON.stringify(limits)} (R114)`, () => {
      expect(answering('limits', limits).limits('MXN')).to.equal(null)
    })
  }

  it('to an unreadable notification counts as an invalid signature, not as a plugin failure', async () => {
    const webhook = { headers: {}, rawBody: new Uint8Array(), receivedAt: '2026-03-01T12:00:00.000Z' }
    for (const answer of [null, { eventId: 'e' }, Promise.reject(new TypeError('no'))]) {
      const refusal = await answering('verifyWebhook', answer)
        .verifyWebhook(webhook, live)
        .catch((error: unknown) => error)
      expect(refusal).to.include({ name: 'WebhookSignatureError', reason: 'malformed' })
    }
  })
})

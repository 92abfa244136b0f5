import { type PaymentProviderPlugin, type PluginHttp, ProviderUnknownOutcomeError } from '@paylink/plugin-api'
import { expect } from 'chai'
import type { CheckoutSandbox } from './checkout-sandbox.js'
import { checkoutInput, contextOf, type Cut, rejection, scriptedHttp } from './provider-sandbox.js'

const CUTS: [Cut, checkouts: number][] = [
  ['before processing', 0],
  ['after processing', 1],
  ['mid-answer', 1],
]

/** What holds for every payment provider that cannot be reached, or whose answer is lost. */
export function expectConnectionFailures(sandbox: CheckoutSandbox, another: CheckoutSandbox): void {
  for (const [cut, checkouts] of CUTS) {
    it(`${cut}: is an unknown outcome, sent once, which the search resolves (I11)`, async () => {
      const paymentId = `pay_${cut}`
      const asked = sandbox.requests.length
      sandbox.cut = cut
      expect((await rejection(sandbox.open({ paymentId }))).fault).to.equal('unknown')
      expect(sandbox.requests.length - asked).to.equal(1)
      const found = await sandbox.find(paymentId)
      expect(found === null ? 0 : 1).to.equal(checkouts)
      if (found) expect(found).to.deep.include({ status: 'open', paymentId })
    })
  }

  it('before the request is sent: is unavailable', async () => {
    await another.start()
    await another.stop()
    const ctx = sandbox.context({ apiBase: another.apiBase })
    expect((await rejection(sandbox.provider.createCheckout(checkoutInput(), ctx))).fault).to.equal('unavailable')
  })

  it('during a read: is unavailable', async () => {
    sandbox.cut = 'mid-answer'
    const ref = { providerRef: 'checkout_1', paymentId: 'pay_1' }
    expect((await rejection(sandbox.provider.retrieve(ref, sandbox.context()))).fault).to.equal('unavailable')
  })

  for (const code of ['ECONNRESET', 'EPIPE']) {
    it(`by ${code}: is rethrown unchanged, without a retry`, async () => {
      let sent = 0
      const lost = Object.assign(new ProviderUnknownOutcomeError('lost'), { code })
      const http: PluginHttp = { request: () => (sent++, Promise.reject(lost)) }
      const ctx = sandbox.context({}, http)
      expect(await rejection(sandbox.provider.createCheckout(checkoutInput(), ctx))).to.equal(lost)
      expect(sent).to.equal(1)
    })
  }
}

export type AnswerCase = [title: string, status: number, body: unknown, write: string, read: string]

/** The fault of each answer, for a write and for a read. */
export function expectFaults(
  plugin: Pick<PaymentProviderPlugin, 'create'>,
  credentials: Record<string, string>,
  cases: readonly AnswerCase[],
  headers: Record<string, string> = {},
): void {
  for (const [title, status, body, write, read] of cases) {
    it(`${title} (${status}): ${write} for a write, ${read} for a read, asked once`, async () => {
      for (const [expected, effect] of [
        [write, 'write'],
        [read, 'read'],
      ] as const) {
        const { http, requests } = scriptedHttp(() => ({ status, body, headers }))
        const ctx = contextOf(credentials, http)
        const provider = plugin.create()
        const error = await rejection(
          effect === 'read'
            ? provider.retrieve({ providerRef: 'checkout_1', paymentId: 'pay_1' }, ctx)
            : provider.createCheckout(checkoutInput(), ctx),
        )
        expect(error.fault, effect).to.equal(expected)
        expect(error.info.httpStatus).to.equal(status)
        expect(requests).to.have.length(1)
        expect(requests[0]!.effect).to.equal(effect)
      }
    })
  }
}

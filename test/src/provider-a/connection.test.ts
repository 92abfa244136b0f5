import type { CurrencyLimits } from '@paylink/plugin-api'
import plugin from '@paylink/provider-a'
import { expect } from 'chai'
import { contextOf, rejection, Sandbox, scriptedHttp } from './harness.js'

describe('a Stripe connection', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  it('reports the account and mode of its key, one account for each', async () => {
    const one = await sandbox.provider.checkConnection(sandbox.context())
    const other = await sandbox.provider.checkConnection(sandbox.context({ secretKey: 'sk_test_sandboxanother1' }))
    expect(one).to.deep.include({ ok: true, livemode: false, displayName: 'Sandbox' })
    expect(one.externalAccountId).to.match(/^acct_/)
    expect(other.externalAccountId).not.to.equal(one.externalAccountId)
  })

  it('is refused for a key outside the sandbox, without repeating it', async () => {
    for (const secretKey of ['sk_test_51H8abcdefgh', 'sk_live_sandboxharness0001', 'sk_test_sandbox']) {
      const error = await rejection(sandbox.provider.checkConnection(sandbox.context({ secretKey })))
      expect(error.fault).to.equal('auth')
      expect(`${error.stack}${JSON.stringify(error)}`).not.to.contain(secretKey)
    }
  })

  it('explains that a live account cannot charge yet', async () => {
    const account = { id: 'acct_1', charges_enabled: false, business_profile: { name: 'Flores Lupita' } }
    const { http } = scriptedHttp(() => ({ status: 200, body: account }))
    const live = await plugin.create().checkConnection(contextOf({ secretKey: 'rk_live_12345678' }, http))
    expect(live).to.deep.include({ ok: false, livemode: true, displayName: 'Flores Lupita' })
    expect(live.problem).to.be.a('string')
    const test = await plugin.create().checkConnection(contextOf({ secretKey: 'rk_test_12345678' }, http))
    expect(test).to.deep.include({ ok: true, livemode: false })
  })

  it('accepts the settings of its simulator', () => {
    const values = plugin.simulator!.config({ apiBase: 'http://127.0.0.1:4000', seed: 'a1b2c3d4e5f6' })
    const { pattern } = plugin.config.find(({ key }) => key === 'secretKey')!
    expect(values['secretKey']).to.equal('sk_test_sandboxa1b2c3d4e5f6')
    expect(values['secretKey']).to.match(new RegExp(pattern!))
  })

  const card = (min: number): CurrencyLimits => ({ min, max: 99_999_999, methods: { card: { min, max: 99_999_999 } } })
  const limits: [currency: string, expected: CurrencyLimits | null][] = [
    ['MXN', { ...card(1000), methods: { ...card(1000).methods, retail_cash: { min: 1000, max: 1_000_000 } } }],
    ['USD', card(50)],
    ['GBP', card(30)],
    ['CZK', card(1500)],
    ['JPY', null],
    ['CLP', null],
    ['KWD', null],
    ['HUF', null],
    ['mxn', null],
    ['XXX', null],
    ['constructor', null],
    ['', null],
  ]
  for (const [currency, expected] of limits) {
    it(`${expected ? `takes ${currency} from ${expected.min}` : `does not take “${currency}”`}`, () =>
      expect(sandbox.provider.limits(currency)).to.deep.equal(expected))
  }
})

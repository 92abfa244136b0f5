import type { CurrencyLimits } from '@paylink/plugin-api'
import plugin from '@paylink/provider-b'
import { expect } from 'chai'
import { contextOf, CREDENTIALS, rejection, Sandbox, scriptedHttp } from './harness.js'

const HOOK = 'https://pay.example.com/hooks/provider_b/conn_1'

describe('a Conekta connection', () => {
  const sandbox = new Sandbox()
  before(() => sandbox.start())
  after(() => sandbox.stop())

  it('reports the account of its key, one for each', async () => {
    const one = await sandbox.provider.checkConnection(sandbox.context())
    const other = await sandbox.provider.checkConnection(sandbox.context({ privateKey: 'key_sandboxanother1' }))
    expect(one).to.deep.include({ ok: true, livemode: false, displayName: 'Sandbox', problem: undefined })
    expect(other.externalAccountId).to.be.a('string').and.not.equal(one.externalAccountId)
  })

  it('is refused for a key outside the sandbox, without repeating it', async () => {
    for (const privateKey of ['key_eYvWV7gSDkNYXsmr', 'key_sandbox', 'sk_test_sandboxharness0001']) {
      const error = await rejection(sandbox.provider.checkConnection(sandbox.context({ privateKey })))
      expect(error.fault).to.equal('auth')
      expect(`${error.stack}${JSON.stringify(error)}`).not.to.contain(privateKey)
    }
  })

  describe('whose key belongs to the other mode (I47)', () => {
    const live = () => ({ ...sandbox.context(), mode: 'live' as const, livemode: true })

    it('is detected by the orders made with it', async () => {
      await sandbox.open()
      expect((await sandbox.provider.checkConnection(live())).livemode).to.equal(false)
    })

    it('is detected when notifications are registered, and nothing is registered', async () => {
      const fresh = { ...live(), config: { ...live().config, privateKey: 'key_sandboxfresh0001' } }
      expect((await sandbox.provider.checkConnection(fresh)).livemode).to.equal(true)
      expect((await rejection(sandbox.provider.registerWebhook!(HOOK, fresh))).fault).to.equal('auth')
      const { json } = await sandbox.api('GET', '/webhooks', undefined, 'Bearer key_sandboxfresh0001')
      expect(json.data).to.deep.equal([])
    })
  })

  it('does not tell the mode if keys of both are listed', async () => {
    const { http } = scriptedHttp(({ url }) => {
      const data = url.includes('/webhook_keys')
        ? [
            { livemode: true, public_key: 'k' },
            { livemode: false, public_key: 'k' },
          ]
        : []
      return {
        status: 200,
        body: { id: 'c1', object: url.endsWith('/current') ? 'company' : 'list', has_more: false, data },
      }
    })
    for (const livemode of [true, false]) {
      const ctx = { ...contextOf(CREDENTIALS, http), livemode }
      expect((await plugin.create().checkConnection(ctx)).livemode).to.equal(livemode)
    }
  })

  it('explains that a live account cannot charge yet', async () => {
    const answer = (livemode: boolean) => {
      const { http } = scriptedHttp(({ url }) => ({
        status: 200,
        body: url.endsWith('/companies/current')
          ? { id: 'c1', object: 'company', name: 'Flores Lupita', active: false }
          : { object: 'list', has_more: false, data: [{ livemode }] },
      }))
      return plugin.create().checkConnection(contextOf(CREDENTIALS, http))
    }
    const live = await answer(true)
    expect(live).to.deep.include({ ok: false, livemode: true, displayName: 'Flores Lupita', externalAccountId: 'c1' })
    expect(live.problem).to.be.a('string')
    expect(await answer(false)).to.deep.include({ ok: true, livemode: false })
  })

  it('accepts the settings of its simulator', () => {
    const values = plugin.simulator!.config({ apiBase: 'http://127.0.0.1:4000', seed: 'a1b2c3d4e5f6' })
    const { pattern } = plugin.config.find(({ key }) => key === 'privateKey')!
    expect(values['privateKey']).to.match(new RegExp(pattern!))
  })

  const order = { min: 1000, max: 99_999_999 }
  const methods = { card: order, retail_cash: { min: 1000, max: 1_000_000 }, spei_transfer: order }
  const limits: [currency: string, expected: CurrencyLimits | null][] = [
    ['MXN', { ...order, methods }],
    ['USD', null],
    ['mxn', null],
    ['constructor', null],
    ['', null],
  ]
  for (const [currency, expected] of limits) {
    it(`${expected ? `takes ${currency} from ${expected.min}` : `does not take “${currency}”`}`, () =>
      expect(sandbox.provider.limits(currency)).to.deep.equal(expected))
  }
})

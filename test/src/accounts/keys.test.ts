import { expect } from 'chai'
import { ApiKeys } from '@paylink/core/accounts/api-keys.repository'
import type { NewKey } from '@paylink/core/accounts/new-key'
import { Problem } from '@paylink/core/kernel/problem'
import { TestAppliance } from '../support/appliance.js'
import { ENGINES } from '../support/engines.js'
import { Merchant } from '../support/merchants.js'
import { refusalOf } from '../support/refusals.js'

const WRONG: [NewKey, ...string[]][] = [
  [{ name: '' }, 'name'],
  [{ name: '  ' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ name: 'a\0b' }, 'name'],
  [{ name: 'a\ud800' }, 'name'],
  [{ rateLimit: 0 }, 'rateLimit'],
  [{ rateLimit: -1 }, 'rateLimit'],
  [{ rateLimit: 1_000_001 }, 'rateLimit'],
  [{ rateLimit: 1.5 }, 'rateLimit'],
  [{ rateLimit: NaN }, 'rateLimit'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: [''] }, 'scopes'],
  [{ scopes: ['links:read', 'links'] }, 'scopes'],
  [{ name: '', scopes: ['all'], rateLimit: 0 }, 'name', 'scopes', 'rateLimit'],
]

const RIGHT: [NewKey, object][] = [
  [{}, { name: 'test key', scopes: null, rateLimit: null }],
  [{ name: '🫖'.repeat(200), scopes: null, rateLimit: null }, { name: '🫖'.repeat(200) }],
  [{ rateLimit: 1 }, { rateLimit: 1 }],
  [{ rateLimit: 1_000_000 }, { rateLimit: 1_000_000 }],
  [{ scopes: ['links:write', 'links:read', 'links:write'] }, { scopes: ['links:write', 'links:read'] }],
]

for (const engine of ENGINES) {
  describe(`a new key, on ${engine}`, () => {
    let paylink: TestAppliance
    let merchant: Merchant
    before(async () => {
      paylink = await TestAppliance.start(engine)
      merchant = await Merchant.join(paylink, { connected: false })
    })
    after(() => paylink.stop())

    const stored = () => paylink.appliance.composition.container.get(ApiKeys).list(merchant.account.id)

    it('is refused with the path of everything that is wrong', async () => {
      const before = await stored()
      for (const [input, ...paths] of WRONG) {
        const refusal = (await refusalOf(merchant.newKey(input))) as Problem
        expect(refusal, JSON.stringify(input)).to.be.instanceOf(Problem)
        expect([refusal.code, refusal.errors?.map(({ path }) => path)]).to.deep.equal(['validation_error', paths])
      }
      expect(await stored()).to.deep.equal(before)
    })

    it('is stored as it was chosen, with defaults for the rest', async () => {
      for (const [input, expected] of RIGHT) {
        const { key } = await merchant.newKey(input)
        const { name, scopes, rateLimit } = (await stored()).find(({ id }) => id === key.id) ?? {}
        expect({ name, scopes, rateLimit }).to.deep.include(expected)
      }
    })
  })
}

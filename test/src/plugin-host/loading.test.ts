import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { connectFirstSandboxes } from '@paylink/core/composition/connect-sandboxes'
import { SECOND_MS } from '@paylink/core/kernel/clock'
import { Plugins } from '@paylink/core/plugin-host/registry'
import { eventually, TestAppliance } from '../support/appliance.js'
import { TestTimer } from '../support/ports.js'
import { dataDirWith, type ThirdParty } from '../support/third-party.js'

const plugin = (manifest: string, more = '') => `
  const capabilities = { idempotentCreate: true, findByReference: false, expireCheckout: false,
    checkoutLifetime: { minSeconds: 1800, maxSeconds: 86400 }, methods: ['card'], delayedMethods: [],
    reportsCardFunding: false, installments: false, refunds: 'none', disputes: 'none', payouts: 'none',
    webhooks: 'manual', simulator: false }
  const manifest = { apiVersion: 1, kind: 'payment-provider', id: 'mine', name: 'Mine', version: '0.1.0',
    allowedHosts: ['api.example.com'], checkoutOrigins: ['https://pay.example.com'], capabilities }
  const ask = async () => ({})
  const provider = { limits: () => null, checkConnection: ask, createCheckout: ask, retrieve: ask, verifyWebhook: ask }
  ${more}
  export default { manifest: { ...manifest, ${manifest} }, config: [], create: () => provider }`

const described = (paylink: object): string => JSON.stringify({ version: '1.0.0', type: 'module', paylink })
const mine = { kind: 'payment-provider', apiVersion: 1, id: 'mine', main: './index.js' }

const LOAD_DEADLINE_MS = 30 * SECOND_MS
const HANGING = ['hangs', 'hangs_too']

/** Each is refused with this reason. */
const REFUSED: [ThirdParty, RegExp][] = [
  [{ id: 'throws', main: "throw new Error('not today')" }, /does not load: not today \(index.js:1\)/],
  [
    {
      id: 'forges',
      main: "const e = new Error('forged'); e.stack = `E\\n at ${import.meta.url.replace('index', '%zz')}:3:1`; throw e",
    },
    /does not load: forged \(%zz.js:3\)/,
  ],
  [{ id: 'throws_no_text', main: 'throw { toString: 1, valueOf: 1 }' }, /does not load: something that is not text/],
  [{ id: 'exits', main: 'process.exit(0)' }, /it ended itself, with code 0/],
  [{ id: 'waits', main: 'await new Promise(() => {})' }, /it ended itself/],
  ...HANGING.map((id): [ThirdParty, RegExp] => [{ id, main: 'for (;;);' }, /within 30 s/]),
  [{ id: 'eats', main: 'for (const kept = []; ; ) kept.push(new Array(1e5).fill(kept.length))' }, /128 MB/],
  [{ id: 'typo', main: 'export default {' }, /does not load: .*\(paylink plugins check, in its folder, says where\)/],
  [{ id: 'lonely', main: "import 'not-installed'" }, /not-installed/],
  [{ id: 'empty', main: 'export default 5' }, /no plugin as its default export/],
  [
    {
      id: 'creates',
      main: plugin(
        '',
        "provider.limits = null; Object.defineProperty(manifest, 'version', { enumerable: true, get() { throw new Error('no') } })",
      ),
    },
    /no/,
  ],
  [{ id: 'provider_a', main: plugin('') }, /another plugin has the same id/],
  [{ id: 'broken', packageJson: '{', main: '' }, /package.json cannot be read/],
  [{ id: 'newer', packageJson: described({ ...mine, id: 'newer', apiVersion: 2 }), main: '' }, /made for plugin-api 2/],
  [
    { id: 'text', packageJson: described({ ...mine, id: 'text', apiVersion: '1' }), main: '' },
    /paylink.apiVersion is the text "1": it must be the number 1/,
  ],
  [
    { id: 'outside', packageJson: described({ ...mine, id: 'outside', main: '../acme/index.js' }), main: '' },
    /paylink.main is the text "..\/acme\/index.js": it must be a path within the package/,
  ],
  [{ id: 'other_kind', packageJson: described({ ...mine, id: 'other_kind', kind: 'fax' }), main: '' }, /kind fax/],
  [{ id: 'id', packageJson: described({ ...mine, id: 'No!' }), main: '' }, /cannot be the id/],
  [{ id: 'liar', main: plugin('') }, /its manifest says mine, its package.json liar/],
  [{ id: 'm1', main: plugin("id: 'm1', name: 5") }, /manifest.name/],
  [{ id: 'm2', main: plugin("id: 'm2', checkoutOrigins: ['; script-src *']") }, /manifest.checkoutOrigins/],
  [{ id: 'm3', main: plugin("id: 'm3', capabilities: { ...capabilities, methods: 'card' }") }, /capabilities.methods/],
  [{ id: 'm4', main: plugin("id: 'm4', capabilities: undefined") }, /capabilities is missing/],
  [
    { id: 'm5', main: plugin("id: 'm5', capabilities: { ...capabilities, simulator: true }") },
    /simulator is true, but the simulator is missing/,
  ],
  [{ id: 'm6', main: plugin("id: 'm6', capabilities: { ...capabilities, expireCheckout: true }") }, /expireCheckout/],
  [{ id: 'm7', main: plugin("id: 'm7'", 'delete provider.retrieve') }, /no method retrieve/],
  [{ id: 'm8', main: plugin("id: 'm8'", 'provider.limits = async () => null') }, /limits\('\w+'\) is a promise/],
  [{ id: 'm9', version: '2.0.0', main: plugin("id: 'm9'") }, /package.json: version is the text "2.0.0"/],
]

describe('unusable plugins', () => {
  it('are refused with a reason, those that hang all after the same 30 s, and the others load', async () => {
    const dataDir = dataDirWith([...REFUSED.map(([broken]) => broken), { id: 'acme' }])
    const timer = new TestTimer()
    timer.hold(LOAD_DEADLINE_MS)
    const starting = TestAppliance.start('sqlite', { dataDir }, undefined, { timer })
    // All the others have loaded or failed, and no deadline has passed.
    await eventually(
      () => Promise.resolve(timer.waiting),
      (waiting) => waiting === HANGING.length,
    )
    timer.release()
    const paylink = await starting
    try {
      const listed = paylink.container.get(Plugins).list(new Map())
      for (const [{ id }, reason] of REFUSED) {
        const found = listed.find(
          (one) => one.origin === 'third-party' && (one.id === id || (one.id === 'No!' && id === 'id')),
        )
        expect(found, id).to.include({ status: 'refused' })
        expect(found?.reason, id).to.match(reason)
      }
      expect(paylink.container.get(Plugins).ids('payment-provider')).to.include.members(['provider_a', 'acme'])
      await paylink.openCheckout(await paylink.createLink())
    } finally {
      await paylink.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it('that the settings name are listed by name, and do not prevent the start', async () => {
    const paylink = await TestAppliance.start('sqlite', { plugins: ['/nowhere/acme', 'no-such-package'] })
    try {
      const listed = paylink.container.get(Plugins).list(new Map())
      const refused = listed.filter(({ status }) => status === 'refused').map(({ id, reason }) => `${id}: ${reason}`)
      expect(refused).to.have.length(2)
      expect(refused[0]).to.match(/^\/nowhere\/acme: PAYLINK_PLUGINS: there is no PayLink plugin here/)
      expect(refused[1]).to.match(/^no-such-package: PAYLINK_PLUGINS: no package of this name/)
      await paylink.openCheckout(await paylink.createLink())
    } finally {
      await paylink.stop()
    }
  })

  it('do not prevent the start if only their sandbox fails; safe mode leaves all out', async () => {
    const checks = plugin(
      "id: 'mine'",
      `
      capabilities.simulator = true
      const fail = () => { throw new TypeError('no sandbox') }`,
    ).replace('create:', 'simulator: { config: fail, api: fail, page: fail }, create:')
    const dataDir = dataDirWith([{ id: 'mine', main: checks }])
    try {
      const paylink = await TestAppliance.start('sqlite', { dataDir })
      const providers = (await paylink.get('/v1/connections')).body.data.map(
        (one: { provider: string }) => one.provider,
      )
      expect(providers).to.include('provider_a').and.not.include('mine')
      await connectFirstSandboxes(paylink.appliance.composition)
      const page = await fetch(`${paylink.url}/sandbox/mine/x`)
      expect(page.status).to.equal(503)
      await paylink.stop()

      const safe = await TestAppliance.start('sqlite', { dataDir, safeMode: true })
      expect(
        safe.container
          .get(Plugins)
          .list(new Map())
          .map(({ origin }) => origin),
      ).to.not.include('third-party')
      await safe.stop()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

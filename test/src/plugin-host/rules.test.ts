import type { PaymentProvider, PaymentProviderPlugin } from '@paylink/plugin-api'
import { checkProvider } from '@paylink/plugin-kit'
import { faultOfLimits, methodsOf } from '@paylink/plugin-api/rules'
import { faultOfPlugin } from '@paylink/core/plugin-host/check-manifest'
import { expect } from 'chai'

type Fields = Record<string, unknown>

const ask = () => Promise.reject(new Error('not to be called'))
const MANIFEST: Fields = {
  apiVersion: 1,
  kind: 'payment-provider',
  id: 'acme',
  name: 'Acme',
  version: '1.0.0',
  allowedHosts: ['api.acme.example'],
  checkoutOrigins: ['https://pay.acme.example'],
}
const CAPABILITIES: Fields = {
  idempotentCreate: true,
  findByReference: false,
  expireCheckout: false,
  checkoutLifetime: { minSeconds: 1800, maxSeconds: 86_400 },
  methods: ['card'],
  delayedMethods: [],
  reportsCardFunding: false,
  installments: false,
  refunds: 'none',
  disputes: 'none',
  payouts: 'none',
  webhooks: 'manual',
  simulator: false,
}
const FIELD: Fields = { key: 'apiKey', label: 'Key', type: 'secret' }
const PACKAGE: Fields = {
  type: 'module',
  version: '1.0.0',
  paylink: { kind: 'payment-provider', apiVersion: 1, id: 'acme', main: './index.js' },
}

interface Parts {
  manifest?: Fields
  capabilities?: Fields
  config?: unknown
  webhookSecretKey?: unknown
  limits?: (currency: string) => unknown
  packageJson?: Fields
}

const manifest = (changes: Fields): Parts => ({ manifest: changes })
const capabilities = (changes: Fields): Parts => ({ capabilities: changes })
const field = (changes: Fields): Parts => ({ config: [{ key: 'shop', label: 'Shop', type: 'string', ...changes }] })
const byMethod = (methods: object): Parts => ({
  limits: (currency) => (currency === 'MXN' ? { min: 1000, max: 5000, methods } : null),
})
const lasting = (minSeconds: unknown, maxSeconds: unknown): Parts =>
  capabilities({ checkoutLifetime: { minSeconds, maxSeconds } })

/** Each is reported by one case of the kit and refused by the appliance, in the same words. */
const WRONG: [id: string, parts: Parts, words: string][] = [
  ['C01', manifest({ apiVersion: '1' }), 'manifest.apiVersion is the text "1": it must be the number 1'],
  ['C01', manifest({ version: 'latest' }), 'manifest.version is the text "latest": it must be a semantic version'],
  ['C01', manifest({ vendor: {} }), 'manifest.vendor is {}: it must be a text'],
  ['C01', manifest({ docsUrl: 'javascript:1' }), 'manifest.docsUrl is the text "javascript:1"'],
  ['C01', manifest({ marks: { card: 'Visa' } }), 'manifest.marks.card is the text "Visa": it must be a list'],
  ['C01', manifest({ marks: { gold: [] } }), 'manifest.marks is the text "gold": it must be keyed by card'],
  ['C01', manifest({ marks: { card: ['V'.repeat(21)] } }), 'a name of at most 20 characters'],
  ['C01', manifest({ name: { es: 'Acme' } }), 'manifest.name is {"es":"Acme"}'],
  [
    'C02',
    manifest({ allowedHosts: 'api.acme.example' }),
    'manifest.allowedHosts is the text "api.acme.example": it must be a list',
  ],
  ['C02', manifest({ allowedHosts: ['*'] }), 'manifest.allowedHosts[0] is the text "*": it must be a bare host name'],
  [
    'C02',
    manifest({ allowedHosts: ['a.example', 'https://b.example'] }),
    'manifest.allowedHosts[1] is the text "https://b.example"',
  ],
  [
    'C02',
    manifest({ checkoutOrigins: ['http://pay.example'] }),
    'manifest.checkoutOrigins[0] is the text "http://pay.example"',
  ],
  ['C03', capabilities({ installments: 'no' }), 'capabilities.installments is the text "no": it must be true or false'],
  [
    'C03',
    capabilities({ refunds: 'sometimes' }),
    'capabilities.refunds is the text "sometimes": it must be one of none, reported',
  ],
  ['C03', capabilities({ timedNotifications: 'yes' }), 'capabilities.timedNotifications is the text "yes"'],
  ['C03', capabilities({ methods: [] }), 'capabilities.methods is empty'],
  ['C03', capabilities({ methods: ['gold'] }), 'capabilities.methods[0] is the text "gold"'],
  ['C03', capabilities({ delayedMethods: ['wallet'] }), 'capabilities.delayedMethods[0] is the text "wallet"'],
  ['C03', lasting(1, 2), 'checkoutLifetime.maxSeconds is 2: it must be at least 660 seconds above'],
  ['C03', lasting(0, '1 h'), 'checkoutLifetime.minSeconds is 0: it must be whole seconds'],
  ['C04', capabilities({ webhooks: 'auto' }), "capabilities.webhooks must be 'auto' if, and only if"],
  ['C04', capabilities({ idempotentCreate: false }), 'could never be resolved'],
  ['C04', capabilities({ findByReference: true }), 'capabilities.findByReference is true, but the method is missing'],
  ['C04', capabilities({ simulator: true }), 'capabilities.simulator is true, but the simulator is missing'],
  ['C06', { packageJson: { version: '1.0.1' } }, 'package.json: version is the text "1.0.1": it must be 1.0.0'],
  ['C10', { config: 'apiKey' }, 'config is the text "apiKey": it must be a list'],
  ['C10', { config: [FIELD, FIELD] }, 'config has two fields of the key apiKey'],
  ['C10', { webhookSecretKey: 'secret' }, 'webhookSecretKey is the text "secret": it must be the key of a field'],
  ['C10', { webhookSecretKey: 5 }, 'webhookSecretKey is 5'],
  ['C10', field({ key: 'Shop_1' }), 'config[0].key is the text "Shop_1": it must be camelCase'],
  ['C10', field({ type: 'number' }), 'config.shop.type is the text "number": it must be one of string, secret'],
  ['C10', field({ type: 'select' }), 'config.shop.options is missing: it must be a list'],
  ['C10', field({ type: 'select', options: [{ value: 'a' }] }), 'config.shop.options[0].label is missing'],
  ['C10', field({ options: [] }), 'config.shop.options: only a field of type select has options'],
  ['C10', field({ pattern: '[0-9' }), 'config.shop.pattern is the text "[0-9": it must be a regular expression'],
  ['C10', field({ type: 'integer', default: '5' }), 'config.shop.default is the text "5": it must be a number'],
  ['C10', field({ type: 'integer', min: 3, max: 2 }), 'config.shop.min is above max'],
  ['C10', field({ pattern: 'a+', default: 'b' }), 'config.shop.default does not have the right form'],
  ['C13', { limits: () => ({ min: NaN }) }, 'limits(\'MXN\') is {"min":null}: it must be null, or { min, max }'],
  ['C13', { limits: async () => null }, "limits('MXN') is a promise: it must be synchronous"],
  ['C13', { limits: () => ({ min: 1000, max: 5000 }) }, "limits('ZZZ') is"],
  ['C13', byMethod({}), "limits('MXN') has methods {}: omit them"],
  [
    'C13',
    byMethod({ wallet: { min: 1000, max: 5000 } }),
    "limits('MXN') has methods.wallet: it must be one of manifest",
  ],
  ['C13', byMethod({ card: { min: 5000, max: 1000 } }), "limits('MXN') has methods.card {"],
  ['C13', byMethod({ card: { min: 999, max: 5000 } }), 'it must be within { min: 1000, max: 5000 }'],
  [
    'C13',
    {
      limits: () => {
        throw new Error('no')
      },
    },
    "limits('MXN') threw Error: no",
  ],
]

function pluginOf(parts: Parts): PaymentProviderPlugin {
  const methods = { checkConnection: ask, createCheckout: ask, retrieve: ask, verifyWebhook: ask }
  return {
    manifest: { ...MANIFEST, capabilities: { ...CAPABILITIES, ...parts.capabilities }, ...parts.manifest },
    config: parts.config ?? [FIELD],
    webhookSecretKey: parts.webhookSecretKey,
    create: () => ({ limits: () => null, ...methods, ...(parts.limits && { limits: parts.limits }) }),
  } as unknown as PaymentProviderPlugin
}

/** The kit fails these; the appliance accepts them. */
const ILL_ADVISED: [id: string, parts: Parts, words: string][] = [
  ['C02', manifest({ allowedHosts: [] }), 'manifest.allowedHosts is empty'],
  ['C02', manifest({ checkoutOrigins: [] }), 'manifest.checkoutOrigins is empty'],
  ['C06', { packageJson: { dependencies: { '@paylink/plugin-api': '^1.0.0' } } }, 'belongs in peerDependencies'],
  ['C11', field({ key: 'apiToken' }), 'config.apiToken sounds like a secret'],
  ['C03', capabilities({ refunds: undefined }), 'manifest.capabilities.refunds is missing'],
  ['C06', { packageJson: { version: undefined } }, 'package.json: version is missing'],
  ['C06', { packageJson: { type: 'commonjs' } }, 'package.json: type is the text "commonjs": it must be \'module\''],
]

/** Why the appliance refuses this plugin; null if it does not. */
function refusalOf(plugin: PaymentProviderPlugin, packageJson: Fields): string | null {
  const place = { folder: '', main: '', origin: 'third-party', version: '1.0.0', fault: null } as const
  const found = { ...place, id: 'acme', kind: 'payment-provider', apiVersion: 1, packageJson }
  const provider: PaymentProvider = plugin.create()
  const { manifest, config, webhookSecretKey } = plugin
  const nothing = (): Promise<void> => Promise.resolve()
  return faultOfPlugin(found, {
    kind: 'payment-provider',
    plugin: { origin: place.origin, version: place.version, manifest, config, webhookSecretKey },
    provider,
    methods: methodsOf(provider),
    limitsFault: faultOfLimits(provider, ['MXN'], manifest.capabilities?.methods),
    ...{ stop: nothing, close: nothing },
  })
}

describe('the rules of a valid plugin', () => {
  it('accept the plugin that the other tests vary', async () => {
    const plugin = pluginOf({})
    const { cases } = await checkProvider(plugin, { packageJson: PACKAGE, only: ['C01', 'C02', 'C03', 'C04', 'C06'] })
    expect(cases.filter(({ outcome }) => outcome !== 'passed')).to.deep.equal([])
    expect(refusalOf(plugin, PACKAGE)).to.equal(null)
  })

  for (const [id, parts, words] of WRONG) {
    it(`give the kit (${id}) and the appliance the same words: ${words}`, async () => {
      const plugin = pluginOf(parts)
      const packageJson = { ...PACKAGE, ...parts.packageJson }
      const reason = refusalOf(plugin, packageJson)
      expect(reason).to.include(words)
      const { cases } = await checkProvider(plugin, { packageJson, only: [id] })
      expect(cases[0]).to.include({ id, outcome: 'failed' })
      expect(cases[0]?.message).to.include(reason)
    })
  }

  for (const [id, parts, words] of ILL_ADVISED) {
    it(`are stricter in the kit (${id}): ${words}`, async () => {
      const plugin = pluginOf(parts)
      const packageJson = { ...PACKAGE, ...parts.packageJson }
      expect(refusalOf(plugin, packageJson)).to.equal(null)
      const { cases } = await checkProvider(plugin, { packageJson, only: [id] })
      expect(cases[0]).to.include({ id, outcome: 'failed' })
      expect(cases[0]?.message).to.include(words)
    })
  }
})

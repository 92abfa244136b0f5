import { type ProviderCapabilities, ProviderUnavailableError } from '@paylink/plugin-api'
import { acting, type Variant, type WrongVariant } from './wrong-variant.js'

const claiming =
  (changes: Partial<ProviderCapabilities>): Variant =>
  (plugin) => ({
    ...plugin,
    manifest: { ...plugin.manifest, capabilities: { ...plugin.manifest.capabilities, ...changes } },
  })

export const WRONG_SETTINGS: WrongVariant[] = [
  [
    'takes an outage for bad credentials',
    ['C22'],
    acting((right) => ({
      checkConnection: (ctx) => right.checkConnection(ctx).catch(() => ({ ok: false, livemode: false })),
    })),
  ],
  [
    'takes bad credentials for an outage',
    ['C21'],
    acting((right) => ({
      checkConnection: (ctx) =>
        right.checkConnection(ctx).catch(() => Promise.reject(new ProviderUnavailableError('?'))),
    })),
  ],
  ['offers every currency', ['C13'], acting(() => ({ limits: () => ({ min: 1000, max: 5000 }) }))],
  [
    'does not declare its key as a secret',
    ['C11'],
    (plugin) => ({
      ...plugin,
      config: plugin.config.map((field) => (field.key === 'apiKey' ? { ...field, type: 'string' as const } : field)),
    }),
  ],
  [
    'has a simulator with invalid settings',
    ['C12'],
    (plugin) => ({
      ...plugin,
      simulator: { ...plugin.simulator!, config: ({ apiBase }) => ({ apiKey: 'key', apiBase }) },
    }),
  ],
  ['claims what it cannot do', ['C04'], claiming({ expireCheckout: false })],
  ['claims methods it does not have', ['C03'], claiming({ delayedMethods: ['retail_cash'] })],
  ['has no simulator', ['C05'], (plugin) => ({ ...plugin, simulator: undefined })],
  [
    'allows any host',
    ['C02'],
    (plugin) => ({ ...plugin, manifest: { ...plugin.manifest, allowedHosts: ['*.example.com'] } }),
  ],
  [
    'has another version than its package',
    ['C06'],
    (plugin) => ({ ...plugin, manifest: { ...plugin.manifest, version: '9.9.9' } }),
  ],
]

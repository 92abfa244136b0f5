import { pathToFileURL } from 'node:url'
import type { PaymentProvider, PaymentProviderPlugin } from '@paylink/plugin-api'
import { faultOfLimits, methodsOf, type ProviderMethod } from '@paylink/plugin-api/rules'
import { everyCurrency } from '../kernel/currency.js'
import type { FoundPlugin } from './discover.js'
import { inProcessSimulator, type InstalledPlugin } from './installed-plugin.js'

/** A running plugin and its provider. None of its answers is checked yet. */
export interface OpenedPlugin {
  plugin: InstalledPlugin
  provider: PaymentProvider
  methods: readonly ProviderMethod[]
  /** What is wrong with the answers of `limits`; null if nothing is. */
  limitsFault: string | null
  /** Ends its process; the next call starts another. */
  rest(reason: string): Promise<void>
  /** Ends its process for good. */
  close(): Promise<void>
}

/** Loads a built-in plugin into this process. @throws Error it does not load */
export async function openInProcess(found: FoundPlugin): Promise<OpenedPlugin> {
  const { default: plugin } = (await import(pathToFileURL(found.main).href)) as { default?: PaymentProviderPlugin }
  if (!plugin?.manifest || typeof plugin.create !== 'function') {
    throw new Error('its main module has no plugin as its default export')
  }
  const { manifest, config, webhookSecretKey, simulator } = plugin
  const provider = plugin.create()
  return {
    plugin: {
      ...{ origin: found.origin, version: found.version, manifest, config, webhookSecretKey },
      ...(simulator && { simulator: inProcessSimulator(simulator) }),
    },
    provider,
    methods: methodsOf(provider),
    limitsFault: faultOfLimits(provider, everyCurrency(), manifest.capabilities?.methods),
    rest: async () => undefined,
    close: async () => undefined,
  }
}

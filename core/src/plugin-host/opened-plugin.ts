import { pathToFileURL } from 'node:url'
import type { EmailPlugin, EmailTransport, InvoicingPlugin, PaymentProviderPlugin } from '@paylink/plugin-api'
import { faultOfLimits, invoicingMethodsOf, methodsOf } from '@paylink/plugin-api/rules'
import { everyCurrency } from '../kernel/currency.js'
import type { FoundPlugin } from './discover.js'
import { inProcessSimulator, type KindedPlugin, type PluginKind, type TransportFactory } from './installed-plugin.js'

/** A running plugin and what it provides. None of its answers is checked yet. */
export type OpenedPlugin = KindedPlugin & {
  /** The methods that its provider implements; those of an email transport are called unseen. */
  methods: readonly string[]
  /** What is wrong with the answers of `limits`; null if nothing is, or there are none. */
  limitsFault: string | null
  /** Ends its process; the next call starts another. */
  stop(reason: string): Promise<void>
  /** Ends its process, or its connections, for good. */
  close(): Promise<void>
}

/** The default export of a plugin's main module, by kind. */
type AnyPlugin =
  | { kind: 'payment-provider'; module: PaymentProviderPlugin }
  | { kind: 'invoicing'; module: InvoicingPlugin }
  | { kind: 'email'; module: EmailPlugin }

type Found = Pick<FoundPlugin, 'main' | 'origin' | 'version'>

/** Loads a plugin into this process. @throws Error it does not load */
export async function openInProcess(found: Found, kind: PluginKind): Promise<OpenedPlugin> {
  const { default: module } = (await import(pathToFileURL(found.main).href)) as { default?: AnyPlugin['module'] }
  if (!module?.manifest || typeof module.create !== 'function') {
    throw new Error('its main module has no plugin as its default export')
  }
  const common = { limitsFault: null, stop: async () => undefined, close: async () => undefined }
  return { ...common, ...withProvider(found, { kind, module } as AnyPlugin) }
}

function withProvider(
  { origin, version }: Found,
  { kind, module }: AnyPlugin,
): KindedPlugin & Pick<OpenedPlugin, 'methods'> & Partial<OpenedPlugin> {
  switch (kind) {
    case 'payment-provider': {
      const { manifest, config, webhookSecretKey } = module
      const provider = module.create()
      const limitsFault = faultOfLimits(provider, everyCurrency(), manifest.capabilities?.methods)
      const plugin = { origin, version, manifest, config, webhookSecretKey, ...simulatorOf(module) }
      return { kind, plugin, provider, methods: methodsOf(provider), limitsFault }
    }
    case 'invoicing': {
      const { manifest, config, webhookSecretKey } = module
      const provider = module.create()
      const plugin = { origin, version, manifest, config, webhookSecretKey, ...simulatorOf(module) }
      return { kind, plugin, provider, methods: invoicingMethodsOf(provider) }
    }
    case 'email': {
      const { manifest, config } = module
      return { kind, plugin: { origin, version, manifest, config }, methods: [], ...transportsOf(module) }
    }
  }
}

const simulatorOf = ({ simulator }: PaymentProviderPlugin | InvoicingPlugin) =>
  simulator && { simulator: inProcessSimulator(simulator) }

/** Remembers what it made, to close it. */
function transportsOf(module: EmailPlugin): { provider: TransportFactory; close(): Promise<void> } {
  const transports: EmailTransport[] = []
  const create = (config: Parameters<EmailPlugin['create']>[0]): EmailTransport => {
    const transport = module.create(config)
    transports.push(transport)
    return transport
  }
  return {
    provider: { create },
    close: async () => void (await Promise.all(transports.map((transport) => transport.close()))),
  }
}

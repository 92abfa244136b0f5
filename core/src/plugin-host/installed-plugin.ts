import type { ConfigValues, PaymentProviderPlugin, ProviderSimulator } from '@paylink/plugin-api'
import type { FoundPlugin } from './discover.js'

/** A plugin as core sees it, in this process or in one of its own. */
export interface InstalledPlugin
  extends
    Pick<FoundPlugin, 'origin' | 'version'>,
    Pick<PaymentProviderPlugin, 'manifest' | 'config' | 'webhookSecretKey'> {
  simulator?: InstalledSimulator
}

/** Asynchronous throughout: it may run in another process. */
export interface InstalledSimulator extends Pick<ProviderSimulator, 'api' | 'page'> {
  config(at: Parameters<ProviderSimulator['config']>[0]): Promise<ConfigValues>
}

/** The simulator of a plugin in this process. */
export const inProcessSimulator = (simulator: ProviderSimulator): InstalledSimulator => ({
  config: async (at) => simulator.config(at),
  api: (request, sim) => simulator.api(request, sim),
  page: (request, sim) => simulator.page(request, sim),
})

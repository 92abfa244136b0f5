import type { ConfigValues, PaymentProviderPlugin, ProviderSimulator } from '@paylink/plugin-api'
import type { FoundPlugin } from './discover.js'

/** A plugin as core knows it, wherever it runs. */
export interface InstalledPlugin
  extends
    Pick<FoundPlugin, 'origin' | 'version'>,
    Pick<PaymentProviderPlugin, 'manifest' | 'config' | 'webhookSecretKey'> {
  simulator?: InstalledSimulator
}

/** Its settings come from another process, perhaps. */
export interface InstalledSimulator extends Pick<ProviderSimulator, 'api' | 'page'> {
  config(at: Parameters<ProviderSimulator['config']>[0]): Promise<ConfigValues>
}

/** Of a plugin in this process. */
export const installedHere = (simulator: ProviderSimulator): InstalledSimulator => ({
  config: async (at) => simulator.config(at),
  api: (request, sim) => simulator.api(request, sim),
  page: (request, sim) => simulator.page(request, sim),
})

import type { InvoicingPlugin, InvoicingProvider } from '@paylink/plugin-api'
import { withCheckedInvoicing } from './check-invoicing-answers.js'
import type { FoundPlugin } from './discover.js'
import { inProcessSimulator, type InstalledSimulator } from './installed-plugin.js'
import { loadBuiltIn } from './load-built-in.js'
import { listing, type PluginListing } from './registry.js'

export interface InstalledInvoicing
  extends Pick<FoundPlugin, 'origin' | 'version'>, Pick<InvoicingPlugin, 'manifest' | 'config' | 'webhookSecretKey'> {
  provider: InvoicingProvider
  simulator?: InstalledSimulator
}

/** The installed invoicing plugins. */
export class InvoicingPlugins {
  constructor(
    private readonly loaded: ReadonlyMap<string, InstalledInvoicing>,
    private readonly listings: readonly PluginListing[],
  ) {}

  static async open(found: readonly FoundPlugin[]): Promise<InvoicingPlugins> {
    const loaded = new Map<string, InstalledInvoicing>()
    const listings: PluginListing[] = []
    for (const one of found) {
      const plugin = await loadBuiltIn<InvoicingPlugin>(one, 'stamps invoices')
      if (typeof plugin === 'string') listings.push(listing(one, 'refused', plugin))
      else {
        loaded.set(one.id, install(one, plugin))
        listings.push(listing(one, 'active', null))
      }
    }
    return new InvoicingPlugins(loaded, listings)
  }

  plugin(id: string): InstalledInvoicing | undefined {
    return this.loaded.get(id)
  }

  list(): readonly PluginListing[] {
    return this.listings
  }
}

function install({ origin, version }: FoundPlugin, plugin: InvoicingPlugin): InstalledInvoicing {
  const { manifest, config, webhookSecretKey, simulator } = plugin
  return {
    ...{ origin, version, manifest, config, webhookSecretKey },
    provider: withCheckedInvoicing(plugin.create()),
    ...(simulator && { simulator: inProcessSimulator(simulator) }),
  }
}

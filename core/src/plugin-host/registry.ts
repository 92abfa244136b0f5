import type { PaymentProvider, PaymentProviderPlugin } from '@paylink/plugin-api'
import { discover, type PluginPlaces } from './discover.js'
import { load, type LoadedProvider, type RefusedPlugin } from './load.js'

export interface PluginListing {
  id: string
  kind: string
  version: string
  origin: string
  status: 'active' | 'refused'
  reason: string | null
}

/** The providers that are installed, by id. */
export class ProviderRegistry {
  private readonly providers: ReadonlyMap<string, LoadedProvider>

  constructor(
    loaded: readonly LoadedProvider[],
    private readonly refused: readonly RefusedPlugin[],
  ) {
    this.providers = new Map(loaded.map((provider) => [provider.found.id, provider]))
  }

  static async open(places: PluginPlaces): Promise<ProviderRegistry> {
    const results = await Promise.all(discover(places).map(load))
    const loaded: LoadedProvider[] = []
    const refused: RefusedPlugin[] = []
    for (const result of results) {
      if ('reason' in result) refused.push(result)
      else if (loaded.some(({ found }) => found.id === result.found.id)) {
        refused.push({ found: result.found, reason: 'another plugin has the same id' })
      } else loaded.push(result)
    }
    return new ProviderRegistry(loaded, refused)
  }

  ids(): string[] {
    return [...this.providers.keys()]
  }

  plugin(id: string): PaymentProviderPlugin | undefined {
    return this.providers.get(id)?.plugin
  }

  provider(id: string): PaymentProvider | undefined {
    return this.providers.get(id)?.provider
  }

  list(): PluginListing[] {
    const active = [...this.providers.values()].map(({ found }) => listing(found, 'active', null))
    return [...active, ...this.refused.map(({ found, reason }) => listing(found, 'refused', reason))]
  }
}

function listing(
  { id, kind, version, origin }: LoadedProvider['found'],
  status: PluginListing['status'],
  reason: string | null,
): PluginListing {
  return { id, kind, version, origin, status, reason }
}

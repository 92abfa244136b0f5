import type { PaymentProvider } from '@paylink/plugin-api'
import type { FoundPlugin } from './discover.js'
import type { InstalledPlugin } from './installed-plugin.js'
import type { WorkerHost } from './isolation/plugin-worker.js'
import { load, type LoadedProvider, type RefusedPlugin } from './load.js'
import type { DisabledPlugin } from './plugin-states.repository.js'

export interface PluginListing {
  id: string
  kind: string
  version: string
  origin: string
  status: 'active' | 'refused' | 'disabled'
  reason: string | null
}

/** The installed payment providers, by id. */
export class ProviderRegistry {
  private readonly providers: ReadonlyMap<string, LoadedProvider>

  constructor(
    loaded: readonly LoadedProvider[],
    private readonly refused: readonly RefusedPlugin[],
  ) {
    this.providers = new Map(loaded.map((provider) => [provider.found.id, provider]))
  }

  static async open(found: readonly FoundPlugin[], host: WorkerHost): Promise<ProviderRegistry> {
    const results = await Promise.all(
      found.map(async (one) => {
        const first = found.find(({ id }) => id === one.id)
        if (first === one) return load(one, host)
        return { found: one, reason: `another plugin has the same id: this one is ${one.folder}` }
      }),
    )
    const loaded: LoadedProvider[] = []
    const refused: RefusedPlugin[] = []
    for (const result of results) {
      if ('reason' in result) refused.push(result)
      else loaded.push(result)
    }
    return new ProviderRegistry(loaded, refused)
  }

  /** Includes disabled plugins: they may be enabled again. */
  ids(): string[] {
    return [...this.providers.keys()]
  }

  plugin(id: string): InstalledPlugin | undefined {
    return this.providers.get(id)?.plugin
  }

  provider(id: string): PaymentProvider | undefined {
    return this.providers.get(id)?.provider
  }

  /** Why this plugin was refused; null if no plugin with this id was found. */
  refusal(id: string): string | null {
    return this.refused.find(({ found }) => found.id === id)?.reason ?? null
  }

  list(disabled: ReadonlyMap<string, DisabledPlugin>): PluginListing[] {
    const usable = [...this.providers.values()].map(({ found }) => {
      const reason = disabled.get(found.id)?.reason
      return reason === undefined ? listing(found, 'active', null) : listing(found, 'disabled', reason)
    })
    return [...usable, ...this.refused.map(({ found, reason }) => listing(found, 'refused', reason))]
  }

  /** Ends the process of a plugin; the next call starts another. */
  async stop(id: string, why: string): Promise<void> {
    await this.providers.get(id)?.rest(why)
  }

  async close(): Promise<void> {
    await Promise.all([...this.providers.values()].map((provider) => provider.close()))
  }
}

export function listing(
  { id, kind, version, origin }: FoundPlugin,
  status: PluginListing['status'],
  reason: string | null,
): PluginListing {
  return { id, kind, version, origin, status, reason }
}

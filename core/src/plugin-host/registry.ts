import type { ConfigValues } from '@paylink/plugin-api'
import type { FoundPlugin } from './discover.js'
import type {
  InstalledTransport,
  KindedPlugin,
  PluginKind,
  PluginOf,
  PluginsByKind,
  ProviderOf,
} from './installed-plugin.js'
import type { WorkerHost } from './isolation/plugin-worker.js'
import { load, type LoadedPlugin, type RefusedPlugin } from './load.js'
import { OwnSettings } from './own-settings.js'
import type { DisabledPlugin } from './plugin-states.repository.js'

export interface PluginListing {
  id: string
  kind: string
  version: string
  origin: string
  status: 'active' | 'refused' | 'disabled'
  reason: string | null
}

/** Listed last, in this order. */
const LISTED_LAST = ['email', 'invoicing']

/** The installed plugins of every kind. Their ids are unique across kinds: `/hooks` and `/sandbox` go by them. */
export class Plugins {
  private readonly loaded: ReadonlyMap<string, LoadedPlugin>

  constructor(
    loaded: readonly LoadedPlugin[],
    private readonly refused: readonly RefusedPlugin[],
  ) {
    this.loaded = new Map(loaded.map((one) => [one.found.id, one]))
  }

  static async open(found: readonly FoundPlugin[], host: WorkerHost): Promise<Plugins> {
    const results = await Promise.all(
      found.map(async (one) => {
        const first = found.find(({ id }) => id === one.id)
        if (first === one) return load(one, host)
        return { found: one, reason: `another plugin has the same id: this one is ${one.folder}` }
      }),
    )
    const loaded: LoadedPlugin[] = []
    const refused: RefusedPlugin[] = []
    for (const result of results) {
      if ('reason' in result) refused.push(result)
      else loaded.push(result)
    }
    return new Plugins(loaded, refused)
  }

  /** Includes disabled plugins: they may be enabled again. */
  ids(kind: PluginKind): string[] {
    return [...this.loaded.values()].filter((one) => one.kind === kind).map(({ found }) => found.id)
  }

  /** The plugin of this kind that ships with the appliance, where there is one only. */
  builtIn(kind: PluginKind): string | undefined {
    return this.ids(kind).find((id) => this.loaded.get(id)?.found.origin === 'built-in')
  }

  /** One of any kind. */
  find(id: string): KindedPlugin | undefined {
    return this.loaded.get(id)
  }

  ofKind<Kind extends PluginKind>(kind: Kind, id: string): PluginsByKind[Kind] | undefined {
    const one = this.loaded.get(id)
    return one?.kind === kind ? (one as unknown as PluginsByKind[Kind]) : undefined
  }

  plugin<Kind extends PluginKind>(kind: Kind, id: string): PluginOf<Kind> | undefined {
    return this.ofKind(kind, id)?.plugin
  }

  provider<Kind extends PluginKind>(kind: Kind, id: string): ProviderOf<Kind> | undefined {
    return this.ofKind(kind, id)?.provider
  }

  /** Undefined if there is no such email plugin. */
  transport(id: string, config: ConfigValues): InstalledTransport | undefined {
    const email = this.ofKind('email', id)
    const settings = new OwnSettings(config)
    return email && { plugin: { ...email.plugin, id }, transport: email.provider.create(config), settings }
  }

  /** Why this plugin was refused; null if no plugin with this id was found. */
  refusal(id: string): string | null {
    return this.refused.find(({ found }) => found.id === id)?.reason ?? null
  }

  list(disabled: ReadonlyMap<string, DisabledPlugin>): PluginListing[] {
    const usable = [...this.loaded.values()].map(({ found }) => {
      const reason = disabled.get(found.id)?.reason
      return reason === undefined ? listing(found, 'active', null) : listing(found, 'disabled', reason)
    })
    const all = [...usable, ...this.refused.map(({ found, reason }) => listing(found, 'refused', reason))]
    return all.sort((a, b) => LISTED_LAST.indexOf(a.kind) - LISTED_LAST.indexOf(b.kind))
  }

  /** Ends the process of a plugin; the next call starts another. */
  async stop(id: string, reason: string): Promise<void> {
    await this.loaded.get(id)?.stop(reason)
  }

  async close(): Promise<void> {
    await Promise.all([...this.loaded.values()].map((one) => one.close()))
  }
}

const listing = (
  { id, kind, version, origin }: FoundPlugin,
  status: PluginListing['status'],
  reason: string | null,
): PluginListing => ({ id, kind, version, origin, status, reason })

import { pathToFileURL } from 'node:url'
import { type ConfigValues, type EmailPlugin, type EmailTransport, PLUGIN_API_VERSION } from '@paylink/plugin-api'
import type { FoundPlugin } from './discover.js'
import { listing, type PluginListing } from './registry.js'

interface LoadedEmailPlugin {
  found: FoundPlugin
  plugin: EmailPlugin
}

/** What can send mail. Only plugins of our own are loaded: one of others would need a process of its own, and has none yet. */
export class EmailPlugins {
  private readonly transports: EmailTransport[] = []

  constructor(
    private readonly loaded: readonly LoadedEmailPlugin[],
    private readonly refused: readonly PluginListing[],
  ) {}

  static async open(found: readonly FoundPlugin[]): Promise<EmailPlugins> {
    const loaded: LoadedEmailPlugin[] = []
    const refused: PluginListing[] = []
    for (const one of found) {
      const plugin = await load(one)
      if (typeof plugin === 'string') refused.push(listing(one, 'refused', plugin))
      else loaded.push({ found: one, plugin })
    }
    return new EmailPlugins(loaded, refused)
  }

  /** One that keeps its connections until `close`. Undefined: there is no such plugin. */
  transport(id: string, config: ConfigValues): EmailTransport | undefined {
    const transport = this.loaded.find(({ found }) => found.id === id)?.plugin.create(config)
    if (transport) this.transports.push(transport)
    return transport
  }

  list(): PluginListing[] {
    return [...this.loaded.map(({ found }) => listing(found, 'active', null)), ...this.refused]
  }

  async close(): Promise<void> {
    await Promise.all(this.transports.map((transport) => transport.close()))
  }
}

/** Or why not. */
async function load(found: FoundPlugin): Promise<EmailPlugin | string> {
  if (found.fault !== null) return found.fault
  if (found.origin !== 'built-in') return 'this version sends mail only with plugins of its own'
  if (found.apiVersion !== PLUGIN_API_VERSION) return `it is made for plugin-api ${String(found.apiVersion)}`
  try {
    const { default: plugin } = (await import(pathToFileURL(found.main).href)) as { default?: EmailPlugin }
    if (plugin?.manifest.id !== found.id) return 'its main module has no plugin of this id as its default export'
    return plugin
  } catch (error) {
    return `it does not load: ${error instanceof Error ? error.message : String(error)}`
  }
}

import type { ConfigValues, EmailPlugin, EmailTransport } from '@paylink/plugin-api'
import type { FoundPlugin } from './discover.js'
import { loadBuiltIn } from './load-built-in.js'
import { listing, type PluginListing } from './registry.js'

interface LoadedEmailPlugin {
  found: FoundPlugin
  plugin: EmailPlugin
}

/** The installed email plugins. */
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
      const plugin = await loadBuiltIn<EmailPlugin>(one, 'sends mail')
      if (typeof plugin === 'string') refused.push(listing(one, 'refused', plugin))
      else loaded.push({ found: one, plugin })
    }
    return new EmailPlugins(loaded, refused)
  }

  /** A transport that keeps its connections until `close`. Undefined if there is no such plugin. */
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

import type { InvoicingProvider, PaymentProvider } from '@paylink/plugin-api'
import type { InstalledInvoicing, InvoicingPlugins } from '../plugin-host/invoicing-plugins.js'
import type { InstalledPlugin } from '../plugin-host/installed-plugin.js'
import type { PluginStates } from '../plugin-host/plugin-states.repository.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'
import type { ConnectionKind } from './connection.js'

interface Installed {
  payment: { plugin: InstalledPlugin; provider: PaymentProvider }
  invoicing: { plugin: InstalledInvoicing; provider: InvoicingProvider }
}

export type ProviderOf<K extends ConnectionKind> = Installed[K]['provider']
export type PluginOf<K extends ConnectionKind> = Installed[K]['plugin']

/** The installed plugins that a connection may be with, by kind. */
export class ConnectionPlugins {
  private readonly byKind: { [K in ConnectionKind]: (id: string) => Installed[K] | undefined }

  constructor(
    private readonly registry: ProviderRegistry,
    private readonly states: PluginStates,
    invoicing: InvoicingPlugins,
  ) {
    this.byKind = {
      payment: (id) => {
        const plugin = registry.plugin(id)
        const provider = registry.provider(id)
        return plugin && provider && { plugin, provider }
      },
      invoicing: (id) => {
        const plugin = invoicing.plugin(id)
        return plugin && { plugin, provider: plugin.provider }
      },
    }
  }

  find<K extends ConnectionKind>(kind: K, id: string): Installed[K] | undefined {
    return this.byKind[kind](id)
  }

  /** Why an installed plugin must not be called now; null: it may be. */
  refusal(id: string): Promise<string | null> {
    return this.states.refusal(id)
  }

  /** Why `find` has no such plugin. */
  reasonMissing(id: string): string {
    const reason = this.registry.refusal(id)
    return reason === null ? `${id} is not installed` : `${id} cannot be used: ${reason}`
  }
}

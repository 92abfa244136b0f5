import type { PluginOf as PluginOfKind, ProviderOf as ProviderOfKind } from '../plugin-host/installed-plugin.js'
import type { PluginStates } from '../plugin-host/plugin-states.repository.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { ConnectionKind } from './connection.js'

const PLUGIN_KINDS = { payment: 'payment-provider', invoicing: 'invoicing' } as const satisfies Record<
  ConnectionKind,
  string
>

export type ConnectionProviderOf<K extends ConnectionKind> = ProviderOfKind<(typeof PLUGIN_KINDS)[K]>
export type ConnectionPluginOf<K extends ConnectionKind> = PluginOfKind<(typeof PLUGIN_KINDS)[K]>

/** The installed plugins that a connection may be with, by kind. */
export class ConnectionPlugins {
  constructor(
    private readonly plugins: Plugins,
    private readonly states: PluginStates,
  ) {}

  find<K extends ConnectionKind>(
    kind: K,
    id: string,
  ): { plugin: ConnectionPluginOf<K>; provider: ConnectionProviderOf<K> } | undefined {
    return this.plugins.ofKind(PLUGIN_KINDS[kind], id)
  }

  /** Why an installed plugin must not be called now; null: it may be. */
  refusal(id: string): Promise<string | null> {
    return this.states.refusal(id)
  }

  /** Why `find` has no such plugin. */
  reasonMissing(id: string): string {
    const reason = this.plugins.refusal(id)
    return reason === null ? `${id} is not installed` : `${id} cannot be used: ${reason}`
  }
}

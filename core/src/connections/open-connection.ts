import type { ConfigValues } from '@paylink/plugin-api'
import type { ConnectedProvider } from '../plugin-host/call-provider.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Sealer } from '../secrets/sealer.js'
import type { Connection } from './connection.js'

/** Puts a connection and its plugin together, credentials opened. */
export class OpenConnection {
  constructor(
    private readonly registry: ProviderRegistry,
    private readonly sandbox: Sandbox,
    private readonly sealer: Sealer,
  ) {}

  /** Null when its plugin is not installed, or it is a sandbox connection and the sandbox is off. */
  async run(connection: Connection): Promise<ConnectedProvider | null> {
    const plugin = this.registry.plugin(connection.provider)
    const provider = this.registry.provider(connection.provider)
    if (!plugin || !provider || (connection.sandbox && !this.sandbox.has(connection.provider))) return null
    const settings = JSON.parse(await this.sealer.open(placeOf(connection), connection.sealedSettings)) as ConfigValues
    const simulated = connection.sandbox ? await this.sandbox.configOf(plugin, connection.id) : {}
    return {
      connectionId: connection.id,
      readAt: connection.updatedAt,
      livemode: connection.livemode,
      plugin,
      provider,
      config: { ...settings, ...simulated },
    }
  }
}

export const placeOf = (connection: Pick<Connection, 'id' | 'accountId' | 'livemode'>) => ({
  table: 'connections',
  column: 'sealed_settings',
  row: connection.id,
  accountId: connection.accountId,
  livemode: connection.livemode,
})

import type { Connection, ConnectionKind } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { AccountWidePrincipal } from '../kernel/principal.js'
import type { MailRoutes } from '../mail/mail-routes.js'
import type { ReadPlugins } from '../plugin-host/read-plugins.js'
import type { PluginListing } from '../plugin-host/registry.js'

/** A plugin, and what an account uses it for. */
export interface UsedPlugin extends PluginListing {
  live: boolean
  test: boolean
  /** Sends the live mail of the installation. */
  sendsMail: boolean
}

/** Reads what the installed plugins are used for in an account. */
export class ReadPluginUses {
  constructor(
    private readonly plugins: ReadPlugins,
    private readonly connections: Connections,
    private readonly routes: MailRoutes,
  ) {}

  async run({ accountId }: AccountWidePrincipal): Promise<UsedPlugin[]> {
    const [listed, live, test] = await Promise.all([
      this.plugins.list(),
      this.connected(accountId, true),
      this.connected(accountId, false),
    ])
    const sender = this.routes.live?.transport.plugin.id
    return listed.map((plugin) => ({
      ...plugin,
      live: live.has(plugin.id),
      test: test.has(plugin.id),
      sendsMail: plugin.id === sender,
    }))
  }

  private async connected(accountId: string, livemode: boolean): Promise<Set<string>> {
    const kinds: ConnectionKind[] = ['payment', 'invoicing']
    const lists: Connection[][] = await Promise.all(
      kinds.map((kind) => this.connections.list(kind, { accountId, livemode })),
    )
    const inUse = lists.flat().filter(({ status }) => status !== 'disconnected')
    return new Set(inUse.map(({ provider }) => provider))
  }
}

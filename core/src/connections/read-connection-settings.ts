import { isSameScope, type Scope } from '../kernel/principal.js'
import { UnsealError } from '../secrets/sealer.js'
import type { ConnectionKind } from './connection.js'
import type { ConnectionPlugins } from './connection-plugins.js'
import type { Connections } from './connections.repository.js'
import type { OpenConnection } from './open-connection.js'

/** The settings of a connection that are no secrets, for the form that renews it. */
export class ReadConnectionSettings {
  constructor(
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly plugins: ConnectionPlugins,
  ) {}

  /** By key. Empty: nothing is connected, or the simulator. */
  async run(scope: Scope, kind: ConnectionKind, provider: string): Promise<Record<string, string>> {
    const inUse = await this.connections.listInUse(kind, scope)
    const connection = inUse.find((one) => one.provider === provider && !one.sandbox && isSameScope(one, scope))
    const fields = this.plugins.find(kind, provider)?.plugin.config ?? []
    if (!connection) return {}
    const given = await this.givenOf(connection)
    const shown = fields.filter(({ key, type }) => type !== 'secret' && type !== 'pem' && Object.hasOwn(given, key))
    return Object.fromEntries(shown.map(({ key }) => [key, String(given[key] ?? '')]))
  }

  /** None, where the secret key of the installation has changed: they have to be entered anew. */
  private async givenOf(connection: Parameters<OpenConnection['settingsOf']>[0]) {
    try {
      return (await this.openConnection.settingsOf(connection)).given
    } catch (error) {
      if (error instanceof UnsealError) return {}
      throw error
    }
  }
}

import type { ConfigValues } from '@paylink/plugin-api'
import { type Generation, GenerationCache } from '../database/generation.js'
import type { ConnectedProvider } from '../plugin-host/call-provider.js'
import type { PluginStates } from '../plugin-host/plugin-states.repository.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Sealer } from '../secrets/sealer.js'
import type { Connection } from './connection.js'

interface Simulated {
  simulated: ConfigValues
  objection: string | null
}

const NOT_SIMULATED: Simulated = { simulated: {}, objection: null }

/** Joins a connection with its plugin and its unsealed credentials. */
export class OpenConnection {
  /** Unsealing costs a turn on another thread, so the result is cached until something changes. */
  private readonly opened: GenerationCache<ConfigValues>

  constructor(
    private readonly registry: Plugins,
    private readonly states: PluginStates,
    private readonly sandbox: Sandbox,
    private readonly sealer: Sealer,
    generation: Generation,
  ) {
    this.opened = new GenerationCache(generation)
  }

  /** Null: the plugin is not installed, or this is a sandbox connection and the sandbox is off. */
  async run(connection: Connection): Promise<ConnectedProvider | null> {
    const plugin = this.registry.plugin('payment-provider', connection.provider)
    const provider = this.registry.provider('payment-provider', connection.provider)
    if (!plugin || !provider || (connection.sandbox && !this.sandbox.has(connection.provider))) return null
    const settings = await this.settingsOf(connection)
    const disabled = await this.states.refusal(connection.provider)
    const isSimulated = connection.sandbox && disabled === null
    const { simulated, objection } = isSimulated ? await this.simulated(connection) : NOT_SIMULATED
    const reason = disabled ?? objection
    return {
      connectionId: connection.id,
      readAt: connection.updatedAt,
      livemode: connection.livemode,
      plugin,
      provider,
      config: { ...settings, ...simulated },
      ...(reason !== null && { refusal: reason }),
    }
  }

  private settingsOf(connection: Connection): Promise<ConfigValues> {
    const { id, updatedAt, sealedSettings } = connection
    return this.opened.get(`${id} ${updatedAt}`, async () => {
      const settings: unknown = JSON.parse(await this.sealer.open(associatedDataOf(connection), sealedSettings))
      return settings as ConfigValues
    })
  }

  private async simulated({ provider, id }: Connection): Promise<Simulated> {
    try {
      return { simulated: await this.sandbox.configOf(provider, id), objection: null }
    } catch (error) {
      return { simulated: {}, objection: error instanceof Error ? error.message : String(error) }
    }
  }
}

export const associatedDataOf = (connection: Pick<Connection, 'id' | 'accountId' | 'livemode'>) => ({
  table: 'connections',
  column: 'sealed_settings',
  row: connection.id,
  accountId: connection.accountId,
  livemode: connection.livemode,
})

import type { ConfigValues } from '@paylink/plugin-api'
import { type Generation, GenerationCache } from '../database/generation.js'
import type { CallTarget } from '../plugin-host/call-provider.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Sealer } from '../secrets/sealer.js'
import { associatedDataOf, type Connection, type ConnectionKind } from './connection.js'
import type { Connections } from './connections.repository.js'
import type { ConnectionPlugins, ConnectionPluginOf, ConnectionProviderOf } from './connection-plugins.js'

/** A connection joined with its plugin and its unsealed credentials. */
export interface Connected<K extends ConnectionKind = ConnectionKind> extends CallTarget<ConnectionProviderOf<K>> {
  /** As it was when its credentials were unsealed. */
  connection: Connection<K>
  plugin: ConnectionPluginOf<K>
}

export type ConnectedProvider = Connected<'payment'>
export type ConnectedInvoicing = Connected<'invoicing'>

export interface ConnectionSettings {
  /** Entered by the merchant. */
  given: ConfigValues
  /** Returned by the provider when an invoice issuer was chosen and its webhook registered. */
  issuing: ConfigValues
}

/** As sealed: the settings of a payment provider are flat. */
export const toSealable = (kind: ConnectionKind, { given, issuing }: ConnectionSettings): string =>
  JSON.stringify(kind === 'payment' ? { ...given, ...issuing } : { given, issuing })

/** Joins a connection with its plugin and its unsealed credentials. */
export class OpenConnection {
  /** Unsealing costs a turn on another thread, so the result is cached until something changes. */
  private readonly opened: GenerationCache<ConnectionSettings>

  constructor(
    private readonly connections: Connections,
    private readonly plugins: ConnectionPlugins,
    private readonly sandbox: Sandbox,
    private readonly sealer: Sealer,
    generation: Generation,
  ) {
    this.opened = new GenerationCache(generation)
  }

  /** By the id that a payment or an invoice keeps. Null also if it has none. */
  async byId<K extends ConnectionKind>(kind: K, id: string | null): Promise<Connected<K> | null> {
    const connection = id === null ? undefined : await this.connections.find(kind, id)
    return connection ? this.run(connection) : null
  }

  /** Null: the plugin is not installed, or this is a sandbox connection and the sandbox is off. */
  async run<K extends ConnectionKind>(connection: Connection<K>): Promise<Connected<K> | null> {
    return this.isUsable(connection) ? this.runWith(connection, await this.settingsOf(connection)) : null
  }

  /** The same with settings that are not stored yet. */
  async runWith<K extends ConnectionKind>(
    connection: Connection<K>,
    { given, issuing }: ConnectionSettings,
  ): Promise<Connected<K> | null> {
    const { id, kind, provider, livemode, sandbox } = connection
    const installed = this.plugins.find(kind, provider)
    if (!installed || !this.isUsable(connection)) return null
    const disabled = await this.plugins.refusal(provider)
    const isSimulated = sandbox && disabled === null
    const { simulated, refusal } = isSimulated ? await this.simulated(connection) : { simulated: {}, refusal: disabled }
    return {
      ...{ connectionId: id, connection, livemode },
      ...{ plugin: installed.plugin, provider: installed.provider, config: { ...simulated, ...given, ...issuing } },
      ...(refusal !== null && { refusal }),
    }
  }

  settingsOf(connection: Connection): Promise<ConnectionSettings> {
    const { id, kind, updatedAt, sealedSettings } = connection
    return this.opened.get(`${id} ${updatedAt}`, async () => {
      const settings: unknown = JSON.parse(await this.sealer.open(associatedDataOf(connection), sealedSettings))
      return kind === 'payment' ? { given: settings as ConfigValues, issuing: {} } : (settings as ConnectionSettings)
    })
  }

  private isUsable({ kind, provider, sandbox }: Connection): boolean {
    return this.plugins.find(kind, provider) !== undefined && (!sandbox || this.sandbox.has(provider))
  }

  private async simulated({ provider, id }: Connection): Promise<{ simulated: ConfigValues; refusal: string | null }> {
    try {
      return { simulated: await this.sandbox.configOf(provider, id), refusal: null }
    } catch (error) {
      return { simulated: {}, refusal: error instanceof Error ? error.message : String(error) }
    }
  }
}

import type { ConfigValues, ConnectionReport } from '@paylink/plugin-api'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { modeOf } from '../kernel/mode.js'
import type { Scope } from '../kernel/principal.js'
import { invalid } from '../kernel/problem.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { checkConfig } from '../plugin-host/check-config.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Connection, ConnectionKind } from './connection.js'
import type { ConnectionPlugins, ConnectionPluginOf } from './connection-plugins.js'
import type { Connections } from './connections.repository.js'
import type { ConnectionSettings, OpenConnection } from './open-connection.js'
import { providerRefused, providerUnavailable, valueOrProblem } from './provider-problem.js'

export interface ConnectInput {
  provider: string
  /** Connects to the simulator; `settings` are then empty. */
  sandbox: boolean
  settings: Record<string, string>
}

export interface PreparedConnection<K extends ConnectionKind> {
  /** Not stored, and its settings not sealed yet. */
  connection: Connection<K>
  settings: ConnectionSettings
  /** The stored connection that it renews. */
  former: Connection<K> | undefined
  /** The ids of the connections with this provider that there were. */
  known: string[]
}

interface EarlierConnection<K extends ConnectionKind> {
  connection: Connection<K>
  settings: ConnectionSettings | null
}

/** The first half of connecting a provider: checks the settings and, with the provider, the credentials. */
export class PrepareConnection {
  constructor(
    private readonly plugins: ConnectionPlugins,
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly sandbox: Sandbox,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Problem `validation_error`: a setting is wrong, or the credentials belong to the other mode
   * @throws Problem of the kind: the provider refuses the credentials, or could not be asked
   */
  async run<K extends ConnectionKind>(kind: K, scope: Scope, input: ConnectInput): Promise<PreparedConnection<K>> {
    const { accountId, livemode } = scope
    const plugin = await this.usablePlugin(kind, livemode, input)
    const earlier = await this.listEarlier(kind, scope, input)
    const id = this.ids.next('conn')
    const given = input.sandbox
      ? await this.sandboxSettings(kind, input.provider, earlier[0]?.settings?.given, id)
      : checkConfig(plugin.config, modeOf(livemode), input.settings)
    const at = iso(this.clock.now())
    const draft: Connection<K> = {
      ...{ accountId, livemode, id, kind, provider: input.provider, status: 'active', sandbox: input.sandbox },
      ...{ externalAccountId: null, displayName: null, issuer: null, sealedSettings: '', webhookId: null },
      ...{ lastError: null, stalledSince: null, lastCheckedAt: at, createdAt: at, updatedAt: at },
    }
    // A sandbox account belongs to its connection: reconnecting keeps it.
    const checkedAs = { ...draft, id: (input.sandbox && earlier[0]?.connection.id) || id }
    const report = await this.checkCredentials(checkedAs, given)
    // A disconnected connection may come back: its open payments or invoices depend on it.
    const former = earlier.find(
      ({ connection, settings }) => isSameAccount(connection, report) || isSame(settings?.given, given),
    )
    return {
      connection: {
        ...draft,
        ...(former && { id: former.connection.id, createdAt: former.connection.createdAt }),
        ...{ externalAccountId: report.externalAccountId ?? null, displayName: report.displayName ?? null },
      },
      settings: { given, issuing: omitOverridden(given, former?.settings?.issuing ?? {}) },
      former: former?.connection,
      known: earlier.map(({ connection }) => connection.id),
    }
  }

  private async usablePlugin<K extends ConnectionKind>(
    kind: K,
    livemode: boolean,
    { provider, sandbox }: ConnectInput,
  ): Promise<ConnectionPluginOf<K>> {
    const installed = this.plugins.find(kind, provider)
    if (!installed) {
      const reason = this.plugins.reasonMissing(provider)
      throw kind === 'payment' ? invalid('provider', reason) : providerUnavailable(kind, reason)
    }
    if (sandbox && livemode) throw invalid('mode', 'the sandbox never serves live mode')
    if (sandbox && !this.sandbox.has(provider)) {
      throw invalid(kind === 'payment' ? 'provider' : 'sandbox', 'the sandbox is off')
    }
    const refusal = await this.plugins.refusal(provider)
    if (refusal !== null) throw providerUnavailable(kind, refusal)
    return installed.plugin
  }

  /** The connections to the same provider, the one in use first, then the newest. */
  private async listEarlier<K extends ConnectionKind>(
    kind: K,
    scope: Scope,
    input: ConnectInput,
  ): Promise<EarlierConnection<K>[]> {
    const all = await this.connections.list(kind, scope)
    const same = all.filter((one) => one.provider === input.provider && one.sandbox === input.sandbox)
    const isInUse = ({ status }: Connection) => status !== 'disconnected'
    const ordered = [...same.filter(isInUse), ...same.filter((one) => !isInUse(one))]
    return Promise.all(
      ordered.map(async (connection) => ({
        connection,
        // An invoicing account key does not identify its account, so keys are compared.
        settings: kind === 'invoicing' ? await this.openConnection.settingsOf(connection) : null,
      })),
    )
  }

  /**
   * A simulated invoicing account outlives its connection, since each issuer has a connection of its own; it is stored
   * without `apiBase`, because the simulator's port changes at every start.
   */
  private async sandboxSettings(
    kind: ConnectionKind,
    provider: string,
    known: ConfigValues | undefined,
    id: string,
  ): Promise<ConfigValues> {
    if (kind === 'payment') return {}
    if (known) return known
    const { apiBase: _, ...lasting } = await this.sandbox.configOf(provider, id)
    return lasting
  }

  private async checkCredentials(connection: Connection, given: ConfigValues): Promise<ConnectionReport> {
    const { kind, livemode } = connection
    const connected = await this.openConnection.runWith(connection, { given, issuing: {} })
    if (!connected) throw providerUnavailable(kind, 'its plugin is not installed')
    const report = valueOrProblem(
      kind,
      await this.callProvider.run(connected, 'checkConnection', (provider, ctx) => provider.checkConnection(ctx)),
    )
    if (report.livemode !== livemode) {
      const [theirs, ours] = [modeOf(report.livemode), modeOf(livemode)]
      throw invalid('mode', `these are ${theirs} credentials, and the connection is for ${ours} mode`)
    }
    if (!report.ok) throw providerRefused(kind, report.problem)
    return report
  }
}

const isSameAccount = ({ externalAccountId }: Connection, report: ConnectionReport): boolean =>
  externalAccountId !== null && externalAccountId === report.externalAccountId

const isSame = (one: ConfigValues | undefined, other: ConfigValues): boolean => {
  if (!one) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => one[key] === other[key])
}

/** Settings entered by the merchant win, e.g. their own webhook secret over the one that PayLink registered. */
const omitOverridden = (given: ConfigValues, issuing: ConfigValues): ConfigValues =>
  Object.fromEntries(Object.entries(issuing).filter(([key]) => given[key] === undefined))

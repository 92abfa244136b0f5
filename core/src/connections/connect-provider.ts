import type { ConfigValues, ConnectionReport } from '@paylink/plugin-api'
import type { Actor } from '../audit/audit-entry.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import type { Scope } from '../kernel/caller.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { modeOf } from '../kernel/mode.js'
import { invalid, Problem } from '../kernel/problem.js'
import { type CallProvider, type ConnectedProvider, type Outcome } from '../plugin-host/call-provider.js'
import { checkConfig } from '../plugin-host/check-config.js'
import type { PluginStates } from '../plugin-host/plugin-states.repository.js'
import type { ProviderRegistry } from '../plugin-host/registry.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Sealer } from '../secrets/sealer.js'
import type { Connection } from './connection.js'
import type { Connections } from './connections.repository.js'
import { placeOf } from './open-connection.js'

export interface ConnectWish {
  provider: string
  /** To the simulator; `settings` are then empty. */
  sandbox: boolean
  settings: Record<string, string>
}

export interface ConnectResult {
  connection: Connection
  /** Where the provider sends its notifications. */
  notificationUrl: string
  /** Whether we registered it there ourselves. */
  registered: boolean
}

export class ConnectProvider {
  constructor(
    private readonly registry: ProviderRegistry,
    private readonly states: PluginStates,
    private readonly connections: Connections,
    private readonly callProvider: CallProvider,
    private readonly sandbox: Sandbox,
    private readonly sealer: Sealer,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly baseUrl: string,
  ) {}

  /**
   * Checks the credentials with the provider and connects it. The same external account keeps its
   * connection with the new credentials; another one replaces it, and the former, `disconnected`, goes on
   * serving its open payments.
   *
   * @throws Problem `validation_error`: a setting is wrong, or the credentials are of the other mode
   * @throws Problem `provider_rejected`: the provider refuses the credentials
   * @throws Problem `provider_unavailable`: it could not be asked; nothing was changed
   */
  async run(scope: Scope, wish: ConnectWish, actor: Actor): Promise<ConnectResult> {
    const mode = modeOf(scope.livemode)
    const plugin = this.registry.plugin(wish.provider)
    const provider = this.registry.provider(wish.provider)
    if (!plugin || !provider) throw invalid('provider', this.absence(wish.provider))
    if (wish.sandbox && scope.livemode) throw invalid('mode', 'the sandbox never serves live mode')
    if (wish.sandbox && !this.sandbox.has(wish.provider)) throw invalid('provider', 'the sandbox is off')
    const objection = await this.states.objection(wish.provider)
    if (objection !== null) throw new Problem('provider_unavailable', { detail: objection })
    const settings = wish.sandbox ? {} : checkConfig(plugin.config, mode, wish.settings)

    const before = (await this.connections.list(scope)).filter(
      (one) => one.provider === wish.provider && one.sandbox === wish.sandbox,
    )
    const id = this.ids.next('conn')
    const open = async (connectionId: string): Promise<ConnectedProvider> => ({
      connectionId,
      readAt: '',
      livemode: scope.livemode,
      plugin,
      provider,
      config: wish.sandbox ? await this.sandbox.configOf(wish.provider, connectionId) : settings,
    })
    // A sandbox account is the connection's own: connecting it again keeps it.
    const report = await this.report(await open((wish.sandbox && before[0]?.id) || id), mode)
    // One that was ended may come back: open payments of that account hang on it.
    const same = before.find(
      ({ externalAccountId }) => externalAccountId !== null && externalAccountId === report.externalAccountId,
    )
    const connected = await open(same?.id ?? id)

    const notificationUrl = `${this.baseUrl}/hooks/${wish.provider}/${connected.connectionId}`
    const registration = await this.register(connected, notificationUrl)
    const at = iso(this.clock.now())
    const connection: Connection = {
      ...scope,
      id: connected.connectionId,
      provider: wish.provider,
      status: 'active',
      sandbox: wish.sandbox,
      externalAccountId: report.externalAccountId ?? null,
      displayName: report.displayName ?? null,
      sealedSettings: await this.sealer.seal(
        placeOf({ ...scope, id: connected.connectionId }),
        JSON.stringify({ ...settings, ...registration?.config }),
      ),
      webhookId: registration?.id ?? null,
      lastError: null,
      lastCheckedAt: at,
      createdAt: same?.createdAt ?? at,
      updatedAt: at,
    }
    await this.unitOfWork.run(async (tx) => {
      const replaced = await this.connections.replace(tx, connection, at)
      await (same ? this.connections.save(tx, connection) : this.connections.insert(tx, connection))
      await this.auditLog.append(tx, actor, {
        accountId: scope.accountId,
        action: 'connection.connected',
        target: connection.id,
        details: {
          provider: wish.provider,
          mode,
          sandbox: wish.sandbox,
          externalAccountId: connection.externalAccountId,
          replaced,
        },
      })
    })
    if (same?.webhookId && same.webhookId !== connection.webhookId) await this.unregister(connected, same.webhookId)
    return { connection, notificationUrl, registered: registration !== null }
  }

  private absence(provider: string): string {
    const reason = this.registry.refusal(provider)
    return reason === null ? `${provider} is not installed` : `${provider} cannot be used: ${reason}`
  }

  private async report(to: ConnectedProvider, mode: 'test' | 'live'): Promise<ConnectionReport> {
    const report = valueOf(await this.callProvider.run(to, 'read', (provider, ctx) => provider.checkConnection(ctx)))
    if (report.livemode !== to.livemode) {
      throw invalid('mode', `these are ${modeOf(report.livemode)} credentials, and the connection is for ${mode} mode`)
    }
    if (!report.ok) throw new Problem('provider_rejected', { detail: report.problem })
    return report
  }

  /** What an earlier connecting registered would send everything twice. It does no harm if it stays. */
  private async unregister(to: ConnectedProvider, webhookId: string): Promise<void> {
    await this.callProvider.run(to, 'write', async (provider, ctx) => provider.unregisterWebhook?.(webhookId, ctx))
  }

  /** Only when the merchant brought no webhook secret of their own. */
  private async register(to: ConnectedProvider, url: string): Promise<{ id: string; config?: ConfigValues } | null> {
    const { webhookSecretKey } = to.plugin
    if (webhookSecretKey !== undefined && to.config[webhookSecretKey] !== undefined) return null
    if (!to.provider.registerWebhook) return null
    return valueOf(
      await this.callProvider.run(to, 'write', (provider, ctx) => {
        if (!provider.registerWebhook) throw new Error('the provider registers no webhooks')
        return provider.registerWebhook(url, ctx)
      }),
    )
  }
}

function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  const refused = outcome.fault === 'auth' || outcome.fault === 'rejected'
  throw new Problem(refused ? 'provider_rejected' : 'provider_unavailable', {
    detail: outcome.message,
    cause: outcome.cause,
  })
}

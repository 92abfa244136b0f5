import type { ConfigValues, ConnectionReport } from '@paylink/plugin-api'
import type { Principal, Scope } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
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
import { associatedDataOf } from './open-connection.js'

export interface ConnectInput {
  provider: string
  /** Connects to the simulator; `settings` are then empty. */
  sandbox: boolean
  settings: Record<string, string>
}

export interface ConnectResult {
  connection: Connection
  /** Where the provider sends its notifications. */
  notificationUrl: string
  /** Whether PayLink registered it at the provider. */
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
   * Checks the credentials with the provider and connects it. The same external account keeps its connection, with the
   * new credentials; another account replaces it, and the former connection, `disconnected`, still serves its open
   * payments.
   *
   * @throws Problem `validation_error`: a setting is wrong, or the credentials belong to the other mode
   * @throws Problem `provider_rejected`: the provider refuses the credentials
   * @throws Problem `provider_unavailable`: it could not be asked; nothing was changed
   */
  async run(scope: Scope, input: ConnectInput, principal: Principal): Promise<ConnectResult> {
    const mode = modeOf(scope.livemode)
    const plugin = this.registry.plugin(input.provider)
    const provider = this.registry.provider(input.provider)
    if (!plugin || !provider) throw invalid('provider', this.refusalOf(input.provider))
    if (input.sandbox && scope.livemode) throw invalid('mode', 'the sandbox never serves live mode')
    if (input.sandbox && !this.sandbox.has(input.provider)) throw invalid('provider', 'the sandbox is off')
    const objection = await this.states.refusal(input.provider)
    if (objection !== null) throw new Problem('provider_unavailable', { detail: objection })
    const settings = input.sandbox ? {} : checkConfig(plugin.config, mode, input.settings)

    const before = (await this.connections.list(scope)).filter(
      (one) => one.provider === input.provider && one.sandbox === input.sandbox,
    )
    const id = this.ids.next('conn')
    const open = async (connectionId: string): Promise<ConnectedProvider> => ({
      connectionId,
      readAt: '',
      livemode: scope.livemode,
      plugin,
      provider,
      config: input.sandbox ? await this.sandbox.configOf(input.provider, connectionId) : settings,
    })
    // A sandbox account belongs to its connection: reconnecting keeps it.
    const report = await this.report(await open((input.sandbox && before[0]?.id) || id), mode)
    // A disconnected connection may come back: its open payments depend on it.
    const same = before.find(
      ({ externalAccountId }) => externalAccountId !== null && externalAccountId === report.externalAccountId,
    )
    const connected = await open(same?.id ?? id)

    const notificationUrl = `${this.baseUrl}/hooks/${input.provider}/${connected.connectionId}`
    const registration = await this.register(connected, notificationUrl)
    const at = iso(this.clock.now())
    const connection: Connection = {
      ...scope,
      id: connected.connectionId,
      provider: input.provider,
      status: 'active',
      sandbox: input.sandbox,
      externalAccountId: report.externalAccountId ?? null,
      displayName: report.displayName ?? null,
      sealedSettings: await this.sealer.seal(
        associatedDataOf({ ...scope, id: connected.connectionId }),
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
      await this.auditLog.append(tx, principal, {
        accountId: scope.accountId,
        action: 'connection.connected',
        target: connection.id,
        details: {
          provider: input.provider,
          mode,
          sandbox: input.sandbox,
          externalAccountId: connection.externalAccountId,
          replaced,
        },
      })
    })
    if (same?.webhookId && same.webhookId !== connection.webhookId) await this.unregister(connected, same.webhookId)
    return { connection, notificationUrl, registered: registration !== null }
  }

  private refusalOf(provider: string): string {
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

  /** A former registration would send every notification twice. Harmless if it stays. */
  private async unregister(to: ConnectedProvider, webhookId: string): Promise<void> {
    await this.callProvider.run(to, 'write', async (provider, ctx) => provider.unregisterWebhook?.(webhookId, ctx))
  }

  /** Skipped if the merchant configured a webhook secret. */
  private async register(to: ConnectedProvider, url: string): Promise<{ id: string; config?: ConfigValues } | null> {
    const { webhookSecretKey } = to.plugin
    if (webhookSecretKey !== undefined && to.config[webhookSecretKey] !== undefined) return null
    if (!to.provider.registerWebhook) return null
    return valueOf(
      await this.callProvider.run(to, 'write', (provider, ctx) => {
        if (!provider.registerWebhook) throw new Error('the provider does not support registering webhooks')
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

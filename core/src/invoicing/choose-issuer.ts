import type { ConfigValues, Issuer } from '@paylink/plugin-api'
import type { Principal, Scope } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { Sealer } from '../secrets/sealer.js'
import { type InvoicingConnection, invoicingAssociatedData } from './invoicing-connection.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'
import { invoicingNotificationUrl } from './notification-url.js'
import type { Invoices } from './invoices.repository.js'
import type { ConnectedInvoicing, InvoicingSettings, OpenInvoicing } from './open-invoicing.js'
import { invoicingNotConnected, invoicingUnavailable, valueOrProblem } from './provider-problem.js'

export interface ChosenIssuer {
  connection: InvoicingConnection
  /** Whether a notification address is registered with the provider; invoices are polled in any case. */
  registered: boolean
}

/** Sets in whose name invoices are issued, which only the owner may (R21, R59). */
export class ChooseIssuer {
  constructor(
    private readonly connections: InvoicingConnections,
    private readonly openInvoicing: OpenInvoicing,
    private readonly callProvider: CallProvider,
    private readonly invoices: Invoices,
    private readonly sealer: Sealer,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly baseUrl: string,
  ) {}

  /** The merchants that the connection in this mode may issue for. @throws Problem `not_found`, `invoicing_unavailable`, `invoicing_rejected` */
  async list(scope: Scope): Promise<Issuer[]> {
    const { connected } = await this.inUse(scope)
    return valueOrProblem(await this.callProvider.run(connected, 'read', (provider, ctx) => provider.listIssuers(ctx)))
  }

  /**
   * A different issuer gets a connection of its own; invoices stamped for the former one keep the former connection.
   *
   * @throws Problem `not_found`: nothing is connected in this mode
   * @throws Problem `invoicing_rejected`: there is no such issuer, or it cannot issue in this mode
   * @throws Problem `invoicing_unavailable`
   */
  async run(scope: Scope, issuerId: string, principal: Principal): Promise<ChosenIssuer> {
    const { connection, connected } = await this.inUse(scope)
    const { issuer, config = {} } = valueOrProblem(
      await this.callProvider.run(connected, 'read', (provider, ctx) => provider.chooseIssuer(issuerId, ctx)),
    )
    const isAnother = connection.issuer !== null && connection.issuer.id !== issuer.id
    const id = isAnother ? this.ids.next('conn') : connection.id
    const { given } = await this.openInvoicing.settingsOf(connection)
    const registration = await this.register({ ...connection, id }, { given, issuing: config })
    const settings: InvoicingSettings = { given, issuing: { ...config, ...registration?.config } }
    const at = iso(this.clock.now())
    const chosen: InvoicingConnection = {
      ...connection,
      id,
      issuer,
      status: 'active',
      sealedSettings: await this.sealer.seal(invoicingAssociatedData({ ...scope, id }), JSON.stringify(settings)),
      webhookId: registration?.id ?? null,
      lastError: null,
      createdAt: isAnother ? at : connection.createdAt,
      updatedAt: at,
    }
    await this.unitOfWork.run(async (tx) => {
      await this.connections.put(tx, chosen)
      await this.invoices.makeWaitingDue(tx, scope)
      await this.auditLog.append(tx, principal, {
        accountId: scope.accountId,
        action: 'invoicing.issuer_chosen',
        target: id,
        details: { issuer: issuer.id, rfc: issuer.rfc ?? null, replaced: isAnother ? connection.id : null },
      })
    })
    const replaced = isAnother ? null : connection.webhookId
    if (replaced !== null && replaced !== chosen.webhookId) await this.unregister(connected, replaced)
    return { connection: chosen, registered: registration !== null }
  }

  private async inUse(scope: Scope): Promise<{ connection: InvoicingConnection; connected: ConnectedInvoicing }> {
    const connection = await this.connections.current(scope)
    if (!connection || connection.status === 'disconnected') throw invoicingNotConnected()
    const connected = await this.openInvoicing.run(connection)
    if (!connected) throw invoicingUnavailable()
    return { connection, connected }
  }

  /** Registers only if the merchant gave no webhook secret. Null: nothing is registered, and invoices are polled. */
  private async register(
    connection: InvoicingConnection,
    settings: InvoicingSettings,
  ): Promise<{ id: string; config?: ConfigValues } | null> {
    const connected = await this.openInvoicing.openWith(connection, settings)
    if (!connected?.provider.registerWebhook) return null
    const { webhookSecretKey } = connected.plugin
    if (webhookSecretKey !== undefined && settings.given[webhookSecretKey] !== undefined) return null
    const url = invoicingNotificationUrl(this.baseUrl, connection.id)
    const outcome = await this.callProvider.run(connected, 'write', async (provider, ctx) =>
      provider.registerWebhook ? provider.registerWebhook(url, ctx) : null,
    )
    return outcome.ok ? outcome.value : null
  }

  /** The replaced webhook would deliver everything twice. A failure is harmless: duplicates are ignored. */
  private async unregister(connected: ConnectedInvoicing, webhookId: string): Promise<void> {
    await this.callProvider.run(connected, 'write', async (provider, ctx) =>
      provider.unregisterWebhook?.(webhookId, ctx),
    )
  }
}

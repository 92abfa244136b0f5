import type { Issuer } from '@paylink/plugin-api'
import type { InvoicingConnection } from '../connections/connection.js'
import type { Connections } from '../connections/connections.repository.js'
import type { ConnectedInvoicing, OpenConnection } from '../connections/open-connection.js'
import { valueOrProblem } from '../connections/provider-problem.js'
import type { RegisterWebhook } from '../connections/register-webhook.js'
import type { StoreConnection } from '../connections/store-connection.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import type { AccountPrincipal, Scope } from '../kernel/principal.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { Invoices } from './invoices.repository.js'
import { invoicingNotConnected, invoicingUnavailable } from './provider-problem.js'

export interface ChosenIssuer {
  connection: InvoicingConnection
  /** Whether a notification address is registered with the provider; invoices are polled in any case. */
  registered: boolean
}

/** Sets in whose name invoices are issued, which only the owner may (R21, R59). */
export class ChooseIssuer {
  constructor(
    private readonly connections: Connections,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly registerWebhook: RegisterWebhook,
    private readonly storeConnection: StoreConnection,
    private readonly invoices: Invoices,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** The merchants that the connection in this mode may issue for. @throws Problem `not_found`, `invoicing_unavailable`, `invoicing_rejected` */
  async list(scope: Scope): Promise<Issuer[]> {
    const connected = await this.inUse(scope)
    return valueOrProblem(
      'invoicing',
      await this.callProvider.run(connected, 'listIssuers', (provider, ctx) => provider.listIssuers(ctx)),
    )
  }

  /**
   * A different issuer gets a connection of its own; invoices stamped for the former one keep the former connection.
   *
   * @throws Problem `not_found`: nothing is connected in this mode
   * @throws Problem `invoicing_rejected`: there is no such issuer, or it cannot issue in this mode
   * @throws Problem `invoicing_unavailable`
   * @throws Problem `request_in_flight`: the connection was changed in the meantime
   */
  async run(principal: AccountPrincipal, issuerId: string): Promise<ChosenIssuer> {
    const connected = await this.inUse(principal)
    const { connection } = connected
    const { issuer, config = {} } = valueOrProblem(
      'invoicing',
      await this.callProvider.run(connected, 'chooseIssuer', (provider, ctx) => provider.chooseIssuer(issuerId, ctx)),
    )
    const isAnother = connection.issuer !== null && connection.issuer.id !== issuer.id
    const renewed = {
      ...connection,
      ...(isAnother && { id: this.ids.next('conn'), createdAt: iso(this.clock.now()) }),
      ...{ issuer, status: 'active' as const, lastError: null },
    }
    const { given } = await this.openConnection.settingsOf(connection)
    const target = await this.openConnection.runWith(renewed, { given, issuing: config })
    // Without a registration invoices are polled.
    const outcome = target && (await this.registerWebhook.run(target))
    const registration = outcome?.ok ? outcome.value : null
    const chosen = await this.storeConnection.run(
      { ...renewed, webhookId: registration?.id ?? null },
      { given, issuing: { ...config, ...registration?.config } },
      principal,
      {
        basis: { connection, mustBeInUse: true },
        action: 'issuer_chosen',
        details: { issuer: issuer.id, rfc: issuer.rfc ?? null },
        also: (tx) => this.invoices.makeWaitingDue(tx, principal),
      },
    )
    const replaced = isAnother ? null : connection.webhookId
    if (replaced !== null && replaced !== chosen.webhookId) await this.registerWebhook.undo(connected, replaced)
    return { connection: chosen, registered: registration !== null }
  }

  private async inUse(scope: Scope): Promise<ConnectedInvoicing> {
    const connection = await this.connections.current('invoicing', scope)
    if (!connection || connection.status === 'disconnected') throw invoicingNotConnected()
    const connected = await this.openConnection.run(connection)
    if (!connected) throw invoicingUnavailable()
    return connected
  }
}

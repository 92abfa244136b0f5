import type { InvoicingConnection } from '../connections/connection.js'
import { onceMoreAfterTwin } from '../connections/once-more-after-twin.js'
import type { ConnectionSettings, OpenConnection } from '../connections/open-connection.js'
import type { ConnectInput, PrepareConnection } from '../connections/prepare-connection.js'
import { valueOrProblem } from '../connections/provider-problem.js'
import type { StoreConnection } from '../connections/store-connection.js'
import { modeOf } from '../kernel/mode.js'
import { Problem } from '../kernel/problem.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import type { Invoices } from './invoices.repository.js'
import type { Plugins } from '../plugin-host/registry.js'

/** `provider`: the built-in plugin if omitted. */
export type ConnectInvoicingInput = Omit<ConnectInput, 'provider'> & Partial<Pick<ConnectInput, 'provider'>>

/** Connects the invoicing provider, which only the owner may (R21). */
export class ConnectInvoicing {
  constructor(
    private readonly plugins: Plugins,
    private readonly prepareConnection: PrepareConnection,
    private readonly openConnection: OpenConnection,
    private readonly callProvider: CallProvider,
    private readonly storeConnection: StoreConnection,
    private readonly invoices: Invoices,
  ) {}

  /**
   * Checks the credentials with the provider and connects it. The same provider account keeps its connection and issuing
   * merchant; another one replaces it, and the former, `disconnected`, keeps serving its invoices.
   *
   * @throws Problem `validation_error`: a setting is wrong, or the credentials are of the other mode
   * @throws Problem `invoicing_rejected`: the provider refuses the credentials
   * @throws Problem `invoicing_unavailable`: the provider could not be asked; nothing was changed
   * @throws Problem `request_in_flight`: the connection was changed in the meantime
   */
  async run(
    principal: AccountPrincipal,
    { provider = this.plugins.builtIn('invoicing'), ...given }: ConnectInvoicingInput,
  ): Promise<InvoicingConnection> {
    if (provider === undefined) {
      throw new Problem('invoicing_unavailable', { detail: 'No invoicing plugin is installed.' })
    }
    const input = { ...given, provider }
    return onceMoreAfterTwin(() => this.connect(principal, input))
  }

  private async connect(principal: AccountPrincipal, input: ConnectInput): Promise<InvoicingConnection> {
    const { connection, settings, former, known } = await this.prepareConnection.run('invoicing', principal, input)
    const { issuer = null, webhookId = null, stalledSince = null } = former ?? {}
    const renewed = { ...connection, issuer, webhookId, stalledSince }
    return this.storeConnection.run(renewed, await this.refreshIssuing(renewed, settings), principal, {
      basis: former && { connection: former, mustBeInUse: false },
      known,
      action: 'connected',
      details: {
        mode: modeOf(principal.livemode),
        sandbox: input.sandbox,
        externalAccountId: connection.externalAccountId,
      },
      also: (tx) => this.invoices.makeWaitingDue(tx, principal),
    })
  }

  /** The settings that the provider returned for the issuer may be outdated. */
  private async refreshIssuing(
    connection: InvoicingConnection,
    settings: ConnectionSettings,
  ): Promise<ConnectionSettings> {
    const issuerId = connection.issuer?.id
    const connected = issuerId === undefined ? null : await this.openConnection.runWith(connection, settings)
    if (!connected || issuerId === undefined) return settings
    const { config } = valueOrProblem(
      'invoicing',
      await this.callProvider.run(connected, 'chooseIssuer', (provider, ctx) => provider.chooseIssuer(issuerId, ctx)),
    )
    return { ...settings, issuing: { ...settings.issuing, ...config } }
  }
}

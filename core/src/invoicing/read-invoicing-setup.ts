import type { ConfigField } from '@paylink/plugin-api'
import { type InvoicingConnection, notificationUrlOf } from '../connections/connection.js'
import { isReady } from '../connections/connection.view.js'
import type { ConnectionPlugins } from '../connections/connection-plugins.js'
import type { Connections } from '../connections/connections.repository.js'
import type { ReadRefusals } from '../connections/read-refusals.js'
import type { BaseUrl } from '../kernel/named.js'
import type { AccountPrincipal } from '../kernel/principal.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { Sandbox } from '../sandbox/sandbox.js'

/** An invoicing provider that is installed. */
export interface InvoicingChoice {
  provider: string
  origin: 'built-in' | 'third-party'
  version: string
  /** Of this mode. */
  fields: ConfigField[]
  /** It can be simulated, in this mode. */
  hasSandbox: boolean
  /** Why the plugin must not be called now; null: it may be. */
  refusal: string | null
}

/** The connection in use, as people see it. */
export interface InvoicingInUse extends Pick<
  InvoicingConnection,
  | 'id'
  | 'provider'
  | 'status'
  | 'sandbox'
  | 'displayName'
  | 'externalAccountId'
  | 'issuer'
  | 'lastError'
  | 'lastCheckedAt'
> {
  notificationUrl: string
  /** Whether PayLink registered it at the provider; invoices are polled in any case. */
  isRegistered: boolean
  /** Since when the provider refuses the credentials; null: it does not. */
  refusedSince: string | null
  /** Links can be invoiceable. */
  isReady: boolean
}

export interface InvoicingSetup {
  choices: InvoicingChoice[]
  connection: InvoicingInUse | null
}

/** How invoicing is set up in one mode. */
export class ReadInvoicingSetup {
  constructor(
    private readonly plugins: Plugins,
    private readonly connectionPlugins: ConnectionPlugins,
    private readonly connections: Connections,
    private readonly refusals: ReadRefusals,
    private readonly sandbox: Sandbox,
    private readonly baseUrl: BaseUrl,
  ) {}

  async run(principal: AccountPrincipal): Promise<InvoicingSetup> {
    const [inUse] = await this.connections.listInUse('invoicing', principal)
    return {
      choices: await Promise.all(this.plugins.ids('invoicing').map((id) => this.choice(id, principal.livemode))),
      connection: inUse ? await this.describe(inUse) : null,
    }
  }

  private async choice(provider: string, livemode: boolean): Promise<InvoicingChoice> {
    const plugin = this.plugins.plugin('invoicing', provider)
    const otherMode = livemode ? 'test' : 'live'
    return {
      provider,
      origin: plugin?.origin ?? 'third-party',
      version: plugin?.version ?? '',
      fields: (plugin?.config ?? []).filter(({ mode = 'both' }) => mode !== otherMode),
      hasSandbox: !livemode && this.sandbox.has(provider),
      refusal: await this.connectionPlugins.refusal(provider),
    }
  }

  private async describe(connection: InvoicingConnection): Promise<InvoicingInUse> {
    const { id, provider, status, sandbox, displayName, externalAccountId, issuer, lastError, lastCheckedAt } =
      connection
    return {
      ...{ id, provider, status, sandbox, displayName, externalAccountId, issuer, lastError, lastCheckedAt },
      notificationUrl: notificationUrlOf(this.baseUrl, connection),
      isRegistered: connection.webhookId !== null,
      refusedSince: status === 'error' ? await this.refusals.since(connection) : null,
      isReady: isReady(connection),
    }
  }
}

import type { ConfigField, I18n, MethodType } from '@paylink/plugin-api'
import { notificationUrlOf, type PaymentConnection } from '../connections/connection.js'
import type { ConnectionPlugins } from '../connections/connection-plugins.js'
import type { Connections } from '../connections/connections.repository.js'
import type { ReadRefusals } from '../connections/read-refusals.js'
import { everyCurrency, hasTwoDecimals } from '../kernel/currency.js'
import type { BaseUrl } from '../kernel/named.js'
import { type AccountPrincipal, isSameScope } from '../kernel/principal.js'
import { notFound } from '../kernel/problem.js'
import type { Payments } from '../payments/payments.repository.js'
import { methodTypesOf } from '../plugin-host/payable-methods.js'
import type { Plugins } from '../plugin-host/registry.js'
import type { Notifications } from '../reconciliation/notifications.repository.js'
import type { Sandbox } from '../sandbox/sandbox.js'

/** A connection as people see it. */
export interface WayConnection extends Pick<
  PaymentConnection,
  'id' | 'status' | 'sandbox' | 'externalAccountId' | 'displayName' | 'lastError' | 'lastCheckedAt' | 'updatedAt'
> {
  notificationUrl: string
  /** Whether PayLink registered it at the provider. */
  isRegistered: boolean
  lastNotificationAt: string | null
  /** Open checkouts and vouchers; at most `MAX_COUNTED` of all providers are counted. */
  openPayments: number
  /** Since when the provider refuses the credentials; null: it does not. */
  refusedSince: string | null
}

/** A payment provider that is installed, or was. */
export interface WayToPay {
  provider: string
  /** Null: it is no longer installed. */
  plugin: {
    origin: 'built-in' | 'third-party'
    version: string
    methods: MethodType[]
    /** ISO 4217, pesos first. */
    currencies: string[]
    /** Of this mode. */
    fields: ConfigField[]
    hasWebhooks: boolean
    docsUrl: I18n | undefined
    /** It can be simulated, in this mode. */
    hasSandbox: boolean
  } | null
  /** Why the plugin must not be called now; null: it may be. */
  refusal: string | null
  connection: WayConnection | null
  /** Former connections whose payments are still open. */
  former: WayConnection[]
}

export const MAX_COUNTED = 1000

/** The payment providers of one mode, connected or not. */
export class ReadWaysToPay {
  constructor(
    private readonly plugins: Plugins,
    private readonly connectionPlugins: ConnectionPlugins,
    private readonly connections: Connections,
    private readonly refusals: ReadRefusals,
    private readonly payments: Payments,
    private readonly notifications: Notifications,
    private readonly sandbox: Sandbox,
    private readonly baseUrl: BaseUrl,
  ) {}

  /** Connected ones first, then those that could be, in the order of the plugins. */
  async list(principal: AccountPrincipal): Promise<WayToPay[]> {
    const [connections, open] = await Promise.all([
      this.connections.list('payment', principal),
      this.payments.countOpen(principal, MAX_COUNTED),
    ])
    const installed = this.plugins.ids('payment-provider')
    const used = connections.map(({ provider }) => provider)
    const ways = await Promise.all(
      [...new Set([...installed, ...used])].map((provider) =>
        this.way(
          principal,
          provider,
          connections.filter((one) => one.provider === provider),
          open,
        ),
      ),
    )
    const shown = ways.filter(({ plugin, connection, former }) => plugin || connection || former.length > 0)
    return [...shown.filter(({ connection }) => connection), ...shown.filter(({ connection }) => !connection)]
  }

  /** One that is installed. @throws Problem `not_found` */
  async find(principal: AccountPrincipal, provider: string): Promise<WayToPay & { plugin: object }> {
    const way = (await this.list(principal)).find((one) => one.provider === provider)
    if (!way?.plugin) throw notFound('provider')
    return { ...way, plugin: way.plugin }
  }

  /** The provider of a connection, which may be a former one. @throws Problem `not_found` */
  async ofConnection(principal: AccountPrincipal, id: string): Promise<{ way: WayToPay; connection: WayConnection }> {
    const connection = await this.connections.find('payment', id)
    if (!connection || !isSameScope(connection, principal)) throw notFound('connection')
    const ways = await this.list(principal)
    const way = ways.find(({ provider }) => provider === connection.provider)
    if (!way) throw notFound('connection')
    const open = await this.payments.countOpen(principal, MAX_COUNTED)
    return { way, connection: await this.describe(connection, open) }
  }

  private async way(
    { livemode }: AccountPrincipal,
    provider: string,
    connections: readonly PaymentConnection[],
    open: ReadonlyMap<string, number>,
  ): Promise<WayToPay> {
    const inUse = connections.find(({ status }) => status !== 'disconnected')
    const former = connections.filter(({ id, status }) => status === 'disconnected' && open.has(id))
    return {
      provider,
      plugin: this.pluginOf(provider, livemode),
      refusal: this.plugins.plugin('payment-provider', provider)
        ? await this.connectionPlugins.refusal(provider)
        : this.plugins.refusal(provider),
      connection: inUse ? await this.describe(inUse, open) : null,
      former: await Promise.all(former.map((one) => this.describe(one, open))),
    }
  }

  private pluginOf(provider: string, livemode: boolean): WayToPay['plugin'] {
    const installed = this.plugins.ofKind('payment-provider', provider)
    if (!installed) return null
    const { manifest, config, origin, version } = installed.plugin
    const isOffered = (currency: string): boolean =>
      hasTwoDecimals(currency) && installed.provider.limits(currency) !== null
    const otherMode = livemode ? 'test' : 'live'
    return {
      ...{ origin, version, docsUrl: manifest.docsUrl },
      methods: methodTypesOf(this.plugins, provider),
      currencies: ['MXN', ...everyCurrency().filter((currency) => currency !== 'MXN')].filter(isOffered),
      fields: config.filter(({ mode = 'both' }) => mode !== otherMode),
      hasWebhooks: manifest.capabilities.webhooks !== 'none',
      hasSandbox: !livemode && this.sandbox.has(provider),
    }
  }

  private async describe(connection: PaymentConnection, open: ReadonlyMap<string, number>): Promise<WayConnection> {
    const { id, status, sandbox, externalAccountId, displayName, lastError, lastCheckedAt, updatedAt } = connection
    return {
      ...{ id, status, sandbox, externalAccountId, displayName, lastError, lastCheckedAt, updatedAt },
      notificationUrl: notificationUrlOf(this.baseUrl, connection),
      isRegistered: connection.webhookId !== null,
      lastNotificationAt: await this.notifications.lastReceivedAt(id),
      openPayments: open.get(id) ?? 0,
      refusedSince: status === 'error' ? await this.refusals.since(connection) : null,
    }
  }
}

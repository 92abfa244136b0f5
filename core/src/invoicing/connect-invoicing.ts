import type { ConfigValues, InvoicingReport } from '@paylink/plugin-api'
import type { Principal, Scope } from '../kernel/principal.js'
import type { AuditLog } from '../audit/audit-log.repository.js'
import type { UnitOfWork } from '../database/unit-of-work.js'
import { type Clock, iso } from '../kernel/clock.js'
import type { Ids } from '../kernel/ids.js'
import { modeOf } from '../kernel/mode.js'
import { invalid, Problem } from '../kernel/problem.js'
import type { CallProvider } from '../plugin-host/call-provider.js'
import { checkConfig } from '../plugin-host/check-config.js'
import type { InvoicingPlugins } from '../plugin-host/invoicing-plugins.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Sealer } from '../secrets/sealer.js'
import { INVOICING_SERVICE, type InvoicingConnection, invoicingAssociatedData } from './invoicing-connection.js'
import type { InvoicingConnections } from './invoicing-connections.repository.js'
import type { Invoices } from './invoices.repository.js'
import type { InvoicingSettings, OpenInvoicing } from './open-invoicing.js'
import { valueOrProblem } from './provider-problem.js'

export interface ConnectInvoicingInput {
  /** Connects to the simulator; `settings` are then empty. */
  sandbox: boolean
  settings: Record<string, string>
}

/** Connects the invoicing provider, which only the owner may (R21). */
export class ConnectInvoicing {
  constructor(
    private readonly plugins: InvoicingPlugins,
    private readonly connections: InvoicingConnections,
    private readonly openInvoicing: OpenInvoicing,
    private readonly callProvider: CallProvider,
    private readonly invoices: Invoices,
    private readonly sandbox: Sandbox,
    private readonly sealer: Sealer,
    private readonly auditLog: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks the credentials with the provider and connects it. The same provider account keeps its connection and issuing
   * merchant; another one replaces it, and the former, `disconnected`, keeps serving its invoices.
   *
   * @throws Problem `validation_error`: a setting is wrong, or the credentials are of the other mode
   * @throws Problem `invoicing_rejected`: the provider refuses the credentials
   * @throws Problem `invoicing_unavailable`: the provider could not be asked; nothing was changed
   */
  async run(scope: Scope, input: ConnectInvoicingInput, principal: Principal): Promise<InvoicingConnection> {
    const plugin = this.plugins.plugin(INVOICING_SERVICE)
    if (!plugin) throw new Problem('invoicing_unavailable', { detail: `${INVOICING_SERVICE} is not installed` })
    if (input.sandbox && scope.livemode) throw invalid('mode', 'the sandbox never serves live mode')
    if (input.sandbox && !this.sandbox.has(INVOICING_SERVICE)) throw invalid('sandbox', 'the sandbox is off')
    const before = await this.connections.current(scope)
    const previous = await this.listPrevious(scope, input.sandbox)

    const id = this.ids.next('conn')
    const given = input.sandbox
      ? (previous[0]?.settings.given ?? (await this.simulatorSettings(id)))
      : checkConfig(plugin.config, modeOf(scope.livemode), input.settings)
    const report = await this.checkCredentials(
      { ...scope, id: previous[0]?.connection.id ?? id, sandbox: input.sandbox },
      given,
    )
    // A replaced connection may come back, with its issuing merchant.
    const former = previous.find(
      ({ connection, settings }) => isSameAccount(connection, report) || isEqual(settings.given, given),
    )
    const same = former?.connection
    const issuing = omitOverridden(given, former?.settings.issuing ?? {})
    const settings = await this.refreshIssuing({ given, issuing }, same)
    const at = iso(this.clock.now())
    const connection: InvoicingConnection = {
      ...scope,
      id: same?.id ?? id,
      status: 'active',
      sandbox: input.sandbox,
      externalAccountId: report.externalAccountId ?? null,
      displayName: report.displayName ?? null,
      issuer: same?.issuer ?? null,
      sealedSettings: await this.sealer.seal(
        invoicingAssociatedData({ ...scope, id: same?.id ?? id }),
        JSON.stringify(settings),
      ),
      webhookId: same?.webhookId ?? null,
      lastError: null,
      stalledSince: same?.stalledSince ?? null,
      lastCheckedAt: at,
      createdAt: same?.createdAt ?? at,
      updatedAt: at,
    }
    await this.unitOfWork.run(async (tx) => {
      await this.connections.put(tx, connection)
      await this.invoices.makeWaitingDue(tx, scope)
      await this.auditLog.append(tx, principal, {
        accountId: scope.accountId,
        action: 'invoicing.connected',
        target: connection.id,
        details: {
          mode: modeOf(scope.livemode),
          sandbox: input.sandbox,
          externalAccountId: connection.externalAccountId,
          replaced: before !== undefined && before.id !== connection.id ? before.id : null,
        },
      })
    })
    return connection
  }

  /** The one in use first, then former ones, newest first. */
  private async listPrevious(scope: Scope, sandbox: boolean): Promise<Former[]> {
    const connections = (await this.connections.list(scope)).filter((one) => one.sandbox === sandbox)
    return Promise.all(
      connections.map(async (connection) => ({
        connection,
        settings: await this.openInvoicing.settingsOf(connection),
      })),
    )
  }

  /** The settings that the provider returned for the issuer may be outdated. */
  private async refreshIssuing(
    settings: InvoicingSettings,
    same: InvoicingConnection | undefined,
  ): Promise<InvoicingSettings> {
    const issuerId = same?.issuer?.id
    const connected = same && issuerId !== undefined ? await this.openInvoicing.openWith(same, settings) : null
    if (!connected || issuerId === undefined) return settings
    const { config } = valueOrProblem(
      await this.callProvider.run(connected, 'read', (provider, ctx) => provider.chooseIssuer(issuerId, ctx)),
    )
    return { ...settings, issuing: { ...settings.issuing, ...config } }
  }

  /** Without `apiBase`: the simulator's port changes at every start. */
  private async simulatorSettings(id: string): Promise<ConfigValues> {
    const { apiBase: _, ...lasting } = await this.sandbox.configOf(INVOICING_SERVICE, id)
    return lasting
  }

  private async checkCredentials(
    at: Pick<InvoicingConnection, 'id' | 'livemode' | 'sandbox'>,
    given: ConfigValues,
  ): Promise<InvoicingReport> {
    const connected = await this.openInvoicing.openWith(at, { given, issuing: {} })
    if (!connected) throw new Problem('invoicing_unavailable', { detail: 'its plugin is not installed' })
    const report = valueOrProblem(
      await this.callProvider.run(connected, 'read', (provider, ctx) => provider.checkConnection(ctx)),
    )
    if (report.livemode !== at.livemode) {
      const [theirs, ours] = [modeOf(report.livemode), modeOf(at.livemode)]
      throw invalid('mode', `these are ${theirs} credentials, but the connection is for ${ours} mode`)
    }
    if (!report.ok) throw new Problem('invoicing_rejected', { detail: report.problem })
    return report
  }
}

interface Former {
  connection: InvoicingConnection
  settings: InvoicingSettings
}

const isSameAccount = ({ externalAccountId }: InvoicingConnection, report: InvoicingReport): boolean =>
  externalAccountId !== null && externalAccountId === report.externalAccountId

const isEqual = (one: ConfigValues, other: ConfigValues): boolean => {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => one[key] === other[key])
}

/** Settings entered by the merchant win, e.g. their own webhook secret over the one that we registered. */
const omitOverridden = (given: ConfigValues, issuing: ConfigValues): ConfigValues =>
  Object.fromEntries(Object.entries(issuing).filter(([key]) => given[key] === undefined))

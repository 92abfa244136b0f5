import 'reflect-metadata'
import { join } from 'node:path'
import type { KeylessSettings, Settings } from '@paylink/config'
import { Container } from 'inversify'
import { Generation } from '../database/generation.js'
import { directUrlOf } from '../database/direct-url.js'
import { Workers } from '../work/workers.repository.js'
import { NoMeter } from '../kernel/meter.js'
import type { ProcessId } from '../kernel/named.js'
import { NoTracer } from '../kernel/tracer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import { BUILT_IN_PLUGINS } from '../plugin-host/built-in-plugins.js'
import { discover, type FoundPlugin, type PluginLocations } from '../plugin-host/discover.js'
import { PluginHealth } from '../plugin-host/plugin-health.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { Sealer } from '../secrets/sealer.js'
import { accessLogModule } from '../access-log/access-log.module.js'
import { accountsModule } from '../accounts/accounts.module.js'
import { agentsModule } from '../agents/agents.module.js'
import { alertsModule } from '../alerts/alerts.module.js'
import { auditModule } from '../audit/audit.module.js'
import { backupModule } from '../backup/backup.module.js'
import { checkoutModule } from '../checkout/checkout.module.js'
import { connectionsModule } from '../connections/connections.module.js'
import { databaseModule } from '../database/database.module.js'
import { idempotencyModule } from '../idempotency/idempotency.module.js'
import { identityModule } from '../identity/identity.module.js'
import { invoicingModule } from '../invoicing/invoicing.module.js'
import { diagnosisModule } from '../diagnosis/diagnosis.module.js'
import { ClientDocuments } from '../oauth/client-documents.js'
import { oauthModule } from '../oauth/oauth.module.js'
import { rateLimitingModule } from '../rate-limiting/rate-limiting.module.js'
import { lettersModule } from '../letters/letters.module.js'
import { mailModule } from '../mail/mail.module.js'
import { quarantineModule } from '../quarantine/quarantine.module.js'
import { workModule } from '../work/work.module.js'
import { accountingModule } from '../accounting/accounting.module.js'
import { overviewModule } from '../overview/overview.module.js'
import { privacyModule } from '../privacy/privacy.module.js'
import { searchModule } from '../search/search.module.js'
import { paymentLinksModule } from '../payment-links/payment-links.module.js'
import { paymentsModule } from '../payments/payments.module.js'
import { pluginHostModule } from '../plugin-host/plugin-host.module.js'
import { reconciliationModule } from '../reconciliation/reconciliation.module.js'
import { rotationModule } from '../rotation/rotation.module.js'
import { sandboxModule } from '../sandbox/sandbox.module.js'
import { WebhookClient } from '../webhooks/webhook-client.js'
import { webhooksModule } from '../webhooks/webhooks.module.js'
import { ReceiveInvoicingNotification } from '../invoicing/receive-invoicing-notification.js'
import { ReceiveNotification } from '../reconciliation/receive-notification.js'
import { type Foundation, type FoundationOptions, openFoundation } from './foundation.js'
import { type Ports, systemPorts } from './ports.js'
import { portsModule } from './ports.module.js'

/** Everything put together, nothing started. */
export interface Composition extends Foundation {
  container: Container
  close(): Promise<void>
}

export interface ComposeOptions extends FoundationOptions {
  plugins?: boolean
}

/**
 * Wires the service on a database that is migrated. Without plugins it knows no provider, and starts sooner.
 *
 * @throws what `openFoundation` throws
 */
export async function compose(
  settings: Settings,
  ports: Ports = systemPorts(settings),
  { plugins, ...options }: ComposeOptions = {},
): Promise<Composition> {
  return composeOn(await openFoundation(settings, ports, options), { plugins, ...options })
}

/** The same on what is open already, which is closed if it fails. */
export async function composeOn(
  foundation: Foundation,
  { plugins = true, readOnly = false }: ComposeOptions = {},
): Promise<Composition> {
  try {
    return await wire(foundation, plugins, readOnly)
  } catch (error) {
    await foundation.database.close()
    throw error
  }
}

async function wire(foundation: Foundation, hasPlugins: boolean, readOnly: boolean): Promise<Composition> {
  const { settings, ports, database, ids, sealer, instanceId } = foundation
  const container = new Container()
  const plugins = await openPlugins(settings, ports, container, hasPlugins)
  const processId = ids.uuid() as ProcessId
  try {
    container.load(
      portsModule({ settings, meter: new NoMeter(), tracer: new NoTracer(), ...ports, ids, sealer, processId }),
      databaseModule(database),
      quarantineModule(instanceId),
      workModule(directUrlOf(settings), database.engine),
      accessLogModule,
      auditModule,
      alertsModule,
      webhooksModule(settings),
      accountsModule,
      agentsModule,
      idempotencyModule,
      rateLimitingModule,
      pluginHostModule(plugins),
      mailModule(settings, plugins),
      sandboxModule((provider) =>
        plugins.find(provider)?.kind === 'invoicing'
          ? container.get(ReceiveInvoicingNotification)
          : container.get(ReceiveNotification),
      ),
      connectionsModule,
      overviewModule,
      accountingModule,
      searchModule,
      paymentLinksModule,
      paymentsModule,
      checkoutModule({ instanceId, baseUrl: settings.baseUrl }),
      reconciliationModule(),
      identityModule,
      invoicingModule,
      lettersModule,
      backupModule,
      rotationModule,
      diagnosisModule,
      oauthModule,
      privacyModule(settings),
    )
    container.get(Workers).register(processId)
    container.get(Generation).onChange(() => container.get(Sealer).refresh())
    if (!readOnly) await container.get(PluginHealth).enableUpgraded()
  } catch (error) {
    await plugins.close()
    throw error
  }
  return {
    ...foundation,
    container,
    close: async () => {
      await container.get(Sandbox).stop()
      await container.get(GuardedClient).close()
      await container.get(WebhookClient).close()
      await container.get(ClientDocuments).close()
      await plugins.close()
      await database.close()
    },
  }
}

export const pluginPlaces = (settings: KeylessSettings): PluginLocations => ({
  builtIn: BUILT_IN_PLUGINS,
  added: join(settings.dataDir, 'plugins'),
  named: settings.plugins,
  safeMode: settings.safeMode,
})

async function openPlugins(
  settings: Settings,
  ports: Ports,
  container: Container,
  hasPlugins: boolean,
): Promise<Plugins> {
  const found = hasPlugins ? await discover(pluginPlaces(settings)) : []
  const onCrash = (plugin: FoundPlugin, reason: string): Promise<void> =>
    container.get(PluginHealth).recordCrash(plugin, reason)
  const plugins = await Plugins.open(found, { ...ports, onCrash })
  if (settings.safeMode && hasPlugins) ports.log.warn({}, 'safe mode: plugins of others are left out')
  for (const { id, status, reason } of plugins.list(new Map())) {
    if (status === 'refused') ports.log.warn({ plugin: id, reason }, 'a plugin is not used')
  }
  return plugins
}

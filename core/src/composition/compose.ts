import 'reflect-metadata'
import { join } from 'node:path'
import type { KeylessSettings, Settings } from '@paylink/config'
import { Container } from 'inversify'
import { connect, connectForRequests, type DatabaseLimits, REQUEST_LIMITS } from '../database/connect.js'
import type { DatabaseConnection } from '../database/database-connection.js'
import { Generation } from '../database/generation.js'
import { directUrlOf } from '../database/direct-url.js'
import { readInstanceId } from '../database/instance.repository.js'
import { Migrator } from '../database/migrator.js'
import type { ClientConnectionLimits } from '../http/connection-limits.js'
import { Workers } from '../work/workers.repository.js'
import { type Clock, SystemClock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import type { Log } from '../kernel/log.js'
import { type Meter, NoMeter } from '../kernel/meter.js'
import type { ProcessId } from '../kernel/named.js'
import { type Random, SystemRandom } from '../kernel/random.js'
import { SystemTimer, type Timer } from '../kernel/timer.js'
import { NoTracer, type Tracer } from '../kernel/tracer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import { BUILT_IN_PLUGINS } from '../plugin-host/built-in-plugins.js'
import { discover, type FoundPlugin, type PluginLocations } from '../plugin-host/discover.js'
import { PluginHealth } from '../plugin-host/plugin-health.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { checkSecretKey, hasSealedSecrets } from '../secrets/canary.repository.js'
import { keepSecretKey } from '../secrets/keep-secret-key.js'
import { sealerOf } from '../secrets/open-sealer.js'
import { Sealer } from '../secrets/sealer.js'
import { assertNotMoved } from '../database/move-state.repository.js'
import { assertSameDatabase } from '../database/same-database.repository.js'
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
import { portsModule } from './ports.module.js'
import { OutageLog } from './outage-log.js'
import { PinoLog } from './pino-log.js'
import { RequestLog } from './request-log.js'

/** The outer world; tests bring their own. */
export interface Ports {
  clock: Clock
  random: Random
  timer: Timer
  log: Log
  /** Without one nothing is counted. */
  meter?: Meter
  /** Without one nothing is traced. */
  tracer?: Tracer
  /** Other limits on connections than the usual ones. */
  connectionLimits?: Partial<ClientConnectionLimits>
  /** Those of requests unless given. */
  databaseLimits?: DatabaseLimits
  /** The operator is told of an outage of the database by the command that failed: it is not logged as well. */
  isToldOutages?: boolean
}

/** Everything put together, nothing started. */
export interface Composition {
  settings: Settings
  container: Container
  database: DatabaseConnection
  ports: Ports
  close(): Promise<void>
}

export const systemPorts = (settings: KeylessSettings): Ports => ({
  clock: new SystemClock(),
  random: new SystemRandom(),
  timer: new SystemTimer(),
  log: new PinoLog(settings.logLevel),
})

export interface ComposeOptions {
  plugins?: boolean
  /** Nothing is written, neither to the database nor to a file. */
  readOnly?: boolean
}

/**
 * Wires the service on a database that is migrated. Without plugins it knows no provider, and starts sooner.
 *
 * @throws SchemaMismatchError the schema is behind or ahead
 * @throws OtherSecretKeyError the secret key is not the one that sealed what is stored
 * @throws SecretKeyMissingError there is no secret key, and something is stored
 * @throws MovedError the database was moved to another one
 * @throws OtherDatabaseError its two addresses lead to different ones
 * @throws NoDatabaseError there is no file of it
 */
export async function compose(
  given: Settings,
  outside: Ports = systemPorts(given),
  { plugins = true, readOnly = false }: ComposeOptions = {},
): Promise<Composition> {
  const limits = outside.databaseLimits ?? REQUEST_LIMITS
  const database = connectForRequests(given, limits, { readOnly, mustExist: true })
  const { log, isToldOutages: isTold = false } = outside
  const ports = { ...outside, log: new RequestLog(new OutageLog(log, database.outages, { isTold })) }
  try {
    await new Migrator(database).assertCurrent()
    if (!readOnly) await assertNoneMoved(given, database)
    const settings = keepSecretKey(given, await hasSealedSecrets(database.reader), readOnly)
    return await wire(settings, ports, database, { plugins, readOnly })
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Both addresses of the database: only one of the two may have been changed after a move. */
async function assertNoneMoved({ databaseDirectUrl }: Settings, database: DatabaseConnection): Promise<void> {
  await assertNotMoved(database)
  if (databaseDirectUrl === null) return
  const direct = connect(databaseDirectUrl)
  try {
    await assertNotMoved(direct)
    await assertSameDatabase(database, direct)
  } finally {
    await direct.close()
  }
}

async function wire(
  settings: Settings,
  ports: Ports,
  database: DatabaseConnection,
  { plugins: hasPlugins, readOnly }: Required<ComposeOptions>,
): Promise<Composition> {
  const ids = new Ids(ports.clock, ports.random)
  const sealer = sealerOf(settings, database.reader, ports)
  await checkSecretKey(database.writer, sealer, readOnly)
  const instanceId = await readInstanceId(database.writer, ids, readOnly)
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
    settings,
    container,
    database,
    ports,
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

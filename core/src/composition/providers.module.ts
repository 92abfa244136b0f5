import type { Settings } from '@paylink/config'
import { type Container, ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { CheckConnection } from '../connections/check-connection.js'
import { ConnectProvider } from '../connections/connect-provider.js'
import { Connections } from '../connections/connections.repository.js'
import { DisconnectProvider } from '../connections/disconnect-provider.js'
import { RecheckConnections } from '../connections/recheck-connections.js'
import { OpenConnection } from '../connections/open-connection.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { ReceiveInvoicingNotice } from '../invoicing/receive-invoicing-notice.js'
import { InvoicingPlugins } from '../plugin-host/invoicing-plugins.js'
import { PluginEntries } from '../plugin-host/plugin-entries.repository.js'
import { PluginHealth } from '../plugin-host/plugin-health.js'
import { PluginStates } from '../plugin-host/plugin-states.repository.js'
import { ProviderRegistry } from '../plugin-host/registry.js'
import { NotificationSink } from '../sandbox/notification-sink.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { Sealer } from '../secrets/sealer.js'
import { BASE_URL, provide, READER, SETTINGS } from './provide.js'

/** Providers: their plugins, their sandbox, the connections with them. */
export const providersModule = (
  registry: ProviderRegistry,
  invoicing: InvoicingPlugins,
  container: Container,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ProviderRegistry).toConstantValue(registry)
    bind(InvoicingPlugins).toConstantValue(invoicing)
    // Each provider by kind and name too, for whoever wants just one.
    for (const id of registry.ids()) {
      bind('payment-provider').toConstantValue(registry.provider(id)).whenNamed(id)
    }
    provide(bind, PluginEntries, PluginEntries, [READER, UnitOfWork])
    bind(Sandbox)
      .toResolvedValue(
        (
          states: PluginStates,
          entries: PluginEntries,
          sealer: Sealer,
          clock: Clock,
          random: Random,
          timer: Timer,
          log: Log,
          settings: Settings,
        ) =>
          new Sandbox(
            (provider) => registry.plugin(provider)?.simulator ?? invoicing.plugin(provider)?.simulator,
            states,
            entries,
            (provider) => container.get(invoicing.plugin(provider) ? ReceiveInvoicingNotice : NotificationSink),
            sealer,
            clock,
            random,
            timer,
            log,
            {
              enabled: settings.sandbox,
              baseUrl: settings.baseUrl,
            },
          ),
        [PluginStates, PluginEntries, Sealer, Clock, Random, Timer, Log, SETTINGS],
      )
      .inSingletonScope()
    bind(GuardedClient)
      .toResolvedValue(
        (sandbox: Sandbox, settings: Settings) =>
          new GuardedClient({
            allowPrivate: settings.outboundAllowPrivate,
            exemptOrigins: () => sandbox.openOrigins(),
          }),
        [Sandbox, SETTINGS],
      )
      .inSingletonScope()
    provide(bind, PluginStates, PluginStates, [READER, Generation])
    provide(bind, PluginHealth, PluginHealth, [
      PluginStates,
      ProviderRegistry,
      AuditLog,
      UnitOfWork,
      Generation,
      Clock,
      Log,
    ])
    provide(bind, CallProvider, CallProvider, [
      GuardedClient,
      PluginEntries,
      PluginStates,
      PluginHealth,
      Clock,
      Timer,
      Log,
    ])
    provide(bind, Connections, Connections, [READER, Generation])
    provide(bind, OpenConnection, OpenConnection, [ProviderRegistry, PluginStates, Sandbox, Sealer, Generation])
    provide(bind, ConnectProvider, ConnectProvider, [
      ProviderRegistry,
      PluginStates,
      Connections,
      CallProvider,
      Sandbox,
      Sealer,
      AuditLog,
      UnitOfWork,
      Ids,
      Clock,
      BASE_URL,
    ])
    provide(bind, CheckConnection, CheckConnection, [
      Connections,
      OpenConnection,
      CallProvider,
      AuditLog,
      UnitOfWork,
      Clock,
    ])
    provide(bind, RecheckConnections, RecheckConnections, [Connections, CheckConnection, Generation, Log])
    provide(bind, DisconnectProvider, DisconnectProvider, [Connections, AuditLog, UnitOfWork, Clock])
  })

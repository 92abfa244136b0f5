import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Ids } from '../kernel/ids.js'
import { Log } from '../kernel/log.js'
import { BASE_URL, provide } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import { CallProvider } from '../plugin-host/call-provider.js'
import { PluginStates } from '../plugin-host/plugin-states.repository.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { Sealer } from '../secrets/sealer.js'
import { CheckConnection } from './check-connection.js'
import { ConnectProvider } from './connect-provider.js'
import { ConnectionPlugins } from './connection-plugins.js'
import { Connections } from './connections.repository.js'
import { DisconnectProvider } from './disconnect-provider.js'
import { NotificationProbe } from './notification-probe.js'
import { OpenConnection } from './open-connection.js'
import { PrepareConnection } from './prepare-connection.js'
import { ReadConnectionSettings } from './read-connection-settings.js'
import { ReadConnections } from './read-connections.js'
import { ReadNotification } from './read-notification.js'
import { ReadRefusals } from './read-refusals.js'
import { RecheckConnections } from './recheck-connections.js'
import { RegisterWebhook } from './register-webhook.js'
import { StoreConnection } from './store-connection.js'
import { TestNotificationUrl } from './test-notification-url.js'

export const connectionsModule = new ContainerModule(({ bind }) => {
  provide(bind, Connections, [READER, Generation])
  provide(bind, ReadConnections, [Connections])
  provide(bind, ConnectionPlugins, [Plugins, PluginStates])
  provide(bind, OpenConnection, [Connections, ConnectionPlugins, Sandbox, Sealer, Generation])
  provide(bind, PrepareConnection, [ConnectionPlugins, Connections, OpenConnection, CallProvider, Sandbox, Ids, Clock])
  provide(bind, RegisterWebhook, [CallProvider, BASE_URL])
  provide(bind, StoreConnection, [Connections, Sealer, AuditLog, UnitOfWork, Clock])
  provide(bind, ConnectProvider, [PrepareConnection, OpenConnection, RegisterWebhook, StoreConnection, BASE_URL])
  provide(bind, CheckConnection, [Connections, OpenConnection, CallProvider, AuditLog, UnitOfWork, Clock])
  provide(bind, ReadNotification, [Connections, OpenConnection, CallProvider, Generation, Clock])
  provide(bind, RecheckConnections, [Connections, CheckConnection, Generation, Log])
  provide(bind, ReadRefusals, [AuditLog])
  provide(bind, ReadConnectionSettings, [Connections, OpenConnection, ConnectionPlugins])
  provide(bind, NotificationProbe, [Sealer])
  provide(bind, TestNotificationUrl, [Connections, NotificationProbe, GuardedClient, Random, Timer, BASE_URL])
  provide(bind, DisconnectProvider, [Connections, AuditLog, UnitOfWork, Clock])
})

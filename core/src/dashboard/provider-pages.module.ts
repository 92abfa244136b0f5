import { ContainerModule } from 'inversify'
import { CheckConnection } from '../connections/check-connection.js'
import { ConnectProvider } from '../connections/connect-provider.js'
import { DisconnectProvider } from '../connections/disconnect-provider.js'
import { ReadConnectionSettings } from '../connections/read-connection-settings.js'
import { TestNotificationUrl } from '../connections/test-notification-url.js'
import { key, provide, provideFrom } from '../kernel/provide.js'
import { ReadWaysToPay } from '../overview/read-ways-to-pay.js'
import { Plugins } from '../plugin-host/registry.js'
import { ConnectionPages } from './connections/connections.pages.js'
import type { Route } from './route.js'

export const PROVIDER_ROUTES = key<Route[]>('routes of connections and invoicing')

export const providerPagesModule = new ContainerModule(({ bind }) => {
  provide(bind, ConnectionPages, [
    ReadWaysToPay,
    ReadConnectionSettings,
    ConnectProvider,
    CheckConnection,
    DisconnectProvider,
    TestNotificationUrl,
    Plugins,
  ])
  provideFrom(bind, PROVIDER_ROUTES, [ConnectionPages], (connections) => connections.routes())
})

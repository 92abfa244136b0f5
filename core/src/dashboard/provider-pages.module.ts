import { ContainerModule } from 'inversify'
import { ChangeAccount } from '../accounts/change-account.js'
import { ReadAccount } from '../accounts/read-account.js'
import { CheckConnection } from '../connections/check-connection.js'
import { ConnectProvider } from '../connections/connect-provider.js'
import { DisconnectProvider } from '../connections/disconnect-provider.js'
import { ReadConnectionSettings } from '../connections/read-connection-settings.js'
import { TestNotificationUrl } from '../connections/test-notification-url.js'
import { ChooseIssuer } from '../invoicing/choose-issuer.js'
import { ConnectInvoicing } from '../invoicing/connect-invoicing.js'
import { ReadInvoicingSetup } from '../invoicing/read-invoicing-setup.js'
import { key, provide, provideFrom } from '../kernel/provide.js'
import { ReadAttention } from '../overview/read-attention.js'
import { ReadWaysToPay } from '../overview/read-ways-to-pay.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sandbox } from '../sandbox/sandbox.js'
import { ConnectionPages } from './connections/connections.pages.js'
import { ConnectInvoicingPages } from './invoicing/connect-invoicing.pages.js'
import { InvoicingPages } from './invoicing/invoicing.pages.js'
import { ShowInvoicing } from './invoicing/show-invoicing.js'
import type { Route } from './route.js'
import { SimulatorStates } from './simulator/simulator-state.js'
import { SimulatorPages } from './simulator/simulator.pages.js'

export const PROVIDER_ROUTES = key<Route[]>('routes of connections and invoicing')

export const providerPagesModule = new ContainerModule(({ bind }) => {
  provide(bind, SimulatorStates, [Sandbox, ReadAccount])
  provide(bind, SimulatorPages, [SimulatorStates, Sandbox, Plugins])
  provide(bind, ConnectionPages, [
    ReadWaysToPay,
    ReadConnectionSettings,
    ConnectProvider,
    CheckConnection,
    DisconnectProvider,
    TestNotificationUrl,
    Plugins,
    SimulatorStates,
  ])
  provide(bind, ShowInvoicing, [ReadInvoicingSetup, ChooseIssuer, ReadAttention, Plugins, SimulatorStates])
  provide(bind, ConnectInvoicingPages, [
    ShowInvoicing,
    ReadInvoicingSetup,
    ReadConnectionSettings,
    ConnectInvoicing,
    CheckConnection,
    TestNotificationUrl,
    Plugins,
  ])
  provide(bind, InvoicingPages, [
    ShowInvoicing,
    ReadInvoicingSetup,
    ChooseIssuer,
    ChangeAccount,
    Plugins,
    ConnectInvoicingPages,
  ])
  provideFrom(bind, PROVIDER_ROUTES, [ConnectionPages, SimulatorPages, InvoicingPages], (...areas) =>
    areas.flatMap((area) => area.routes()),
  )
})

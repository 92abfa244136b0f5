import { ContainerModule } from 'inversify'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { key, provide, provideFrom, provideValue, SETTINGS } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { ClockOffsets } from '../outbound/clock-offsets.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import type { NotificationSink } from '../plugin-host/notification-sink.js'
import { PluginEntries } from '../plugin-host/plugin-entries.repository.js'
import { PluginStates } from '../plugin-host/plugin-states.repository.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sealer } from '../secrets/sealer.js'
import { MAX_IN_FLIGHT } from '../work/lanes.js'
import { SandboxFaults } from './injected-faults.js'
import { Sandbox } from './sandbox.js'
import { SimulatedNotifications } from './simulated-notifications.js'
import { SimulatorServers } from './simulator-servers.js'
import { Simulators } from './simulators.js'

const SINK_OF = key<(provider: string) => NotificationSink>('sink of a provider')

/** `sinkOf`: what takes a provider's notifications. */
export const sandboxModule = (sinkOf: (provider: string) => NotificationSink): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provideValue(bind, SINK_OF, sinkOf)
    provide(bind, SandboxFaults, [PluginEntries])
    provide(bind, SimulatedNotifications, [SINK_OF, SandboxFaults, Log])
    provide(bind, Simulators, [Plugins, PluginEntries, SimulatedNotifications, Clock, Random, SETTINGS])
    provide(bind, SimulatorServers, [Simulators, SandboxFaults, Timer, Log])
    provide(bind, Sandbox, [Simulators, SimulatorServers, SandboxFaults, PluginStates, Sealer])
    provide(bind, ClockOffsets, [])
    provideFrom(
      bind,
      GuardedClient,
      [SimulatorServers, ClockOffsets, SETTINGS, Clock],
      (servers, offsets, { outboundAllowPrivate: allowPrivate }, clock) => {
        const onDate = (host: string, date: string | undefined): void => offsets.note(host, date, clock.now())
        // All accounts share a provider's origin: calls that hang for some must not leave the others without a connection.
        const exemptOrigins = (): readonly string[] => servers.origins
        return new GuardedClient({ allowPrivate, exemptOrigins, connections: MAX_IN_FLIGHT, onDate })
      },
    )
  })

import type { Settings } from '@paylink/config'
import { ContainerModule } from 'inversify'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { SETTINGS } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import type { InstalledSimulator } from '../plugin-host/installed-plugin.js'
import { PluginEntries } from '../plugin-host/plugin-entries.repository.js'
import { PluginStates } from '../plugin-host/plugin-states.repository.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sealer } from '../secrets/sealer.js'
import type { NotificationSink } from '../plugin-host/notification-sink.js'
import { MAX_IN_FLIGHT } from '../work/lanes.js'
import { Sandbox } from './sandbox.js'

/** `sinkOf`: what takes a provider's notifications. */
export const sandboxModule = (sinkOf: (provider: string) => NotificationSink): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(Sandbox)
      .toResolvedValue(
        (
          plugins: Plugins,
          states: PluginStates,
          entries: PluginEntries,
          sealer: Sealer,
          clock: Clock,
          random: Random,
          timer: Timer,
          log: Log,
          { sandbox: enabled, baseUrl }: Settings,
        ) =>
          new Sandbox((id) => simulatorOf(plugins, id), states, entries, sinkOf, sealer, clock, random, timer, log, {
            enabled,
            baseUrl,
          }),
        [Plugins, PluginStates, PluginEntries, Sealer, Clock, Random, Timer, Log, SETTINGS],
      )
      .inSingletonScope()
    bind(GuardedClient)
      .toResolvedValue(
        (sandbox: Sandbox, settings: Settings) =>
          new GuardedClient({
            allowPrivate: settings.outboundAllowPrivate,
            exemptOrigins: () => sandbox.openOrigins(),
            // All accounts share a provider's origin: calls that hang for some must not leave the others without a connection.
            connections: MAX_IN_FLIGHT,
          }),
        [Sandbox, SETTINGS],
      )
      .inSingletonScope()
  })

function simulatorOf(plugins: Plugins, id: string): InstalledSimulator | undefined {
  const found = plugins.find(id)
  return found && 'simulator' in found.plugin ? found.plugin.simulator : undefined
}

import { ContainerModule } from 'inversify'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { provideFrom, SETTINGS } from '../kernel/provide.js'
import { Random } from '../kernel/random.js'
import { Timer } from '../kernel/timer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import type { InstalledSimulator } from '../plugin-host/installed-plugin.js'
import { PluginEntries } from '../plugin-host/plugin-entries.repository.js'
import { PluginStates } from '../plugin-host/plugin-states.repository.js'
import { Plugins } from '../plugin-host/registry.js'
import { Sealer } from '../secrets/sealer.js'
import type { NotificationSink } from '../plugin-host/notification-sink.js'
import { Sandbox } from './sandbox.js'

/** `sinkOf`: what takes a provider's notifications. */
export const sandboxModule = (sinkOf: (provider: string) => NotificationSink): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provideFrom(
      bind,
      Sandbox,
      [Plugins, PluginStates, PluginEntries, Sealer, Clock, Random, Timer, Log, SETTINGS],
      (plugins, states, entries, sealer, clock, random, timer, log, { sandbox: enabled, baseUrl }) =>
        new Sandbox((id) => simulatorOf(plugins, id), states, entries, sinkOf, sealer, clock, random, timer, log, {
          enabled,
          baseUrl,
        }),
    )
    provideFrom(bind, GuardedClient, [Sandbox, SETTINGS], (sandbox, { outboundAllowPrivate: allowPrivate }) => {
      return new GuardedClient({ allowPrivate, exemptOrigins: () => sandbox.openOrigins() })
    })
  })

function simulatorOf(plugins: Plugins, id: string): InstalledSimulator | undefined {
  const found = plugins.find(id)
  return found && 'simulator' in found.plugin ? found.plugin.simulator : undefined
}

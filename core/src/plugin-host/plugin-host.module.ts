import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { Meter } from '../kernel/meter.js'
import { provide, provideValue } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { Tracer } from '../kernel/tracer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import { CallProvider } from './call-provider.js'
import { CallTransport } from './call-transport.js'
import { MeasureCall } from './measure-call.js'
import { PluginEntries } from './plugin-entries.repository.js'
import { PluginHealth } from './plugin-health.js'
import { PluginStates } from './plugin-states.repository.js'
import { ReadPlugins } from './read-plugins.js'
import { Plugins } from './registry.js'

export const pluginHostModule = (plugins: Plugins): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provideValue(bind, Plugins, plugins)
    provide(bind, MeasureCall, [Clock, Meter, Tracer])
    provide(bind, CallTransport, [PluginStates, PluginHealth, Clock, Timer, Log, MeasureCall])
    provide(bind, PluginEntries, [READER, UnitOfWork])
    provide(bind, PluginStates, [READER, Generation])
    provide(bind, ReadPlugins, [Plugins, PluginStates])
    provide(bind, PluginHealth, [PluginStates, Plugins, AuditLog, UnitOfWork, Generation, Clock, Log])
    provide(bind, CallProvider, [
      GuardedClient,
      PluginEntries,
      PluginStates,
      PluginHealth,
      Clock,
      Timer,
      Log,
      MeasureCall,
    ])
  })

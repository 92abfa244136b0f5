import { ContainerModule } from 'inversify'
import { AuditLog } from '../audit/audit-log.repository.js'
import { READER } from '../database/database.module.js'
import { Generation } from '../database/generation.js'
import { UnitOfWork } from '../database/unit-of-work.js'
import { Clock } from '../kernel/clock.js'
import { Log } from '../kernel/log.js'
import { provide } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import { GuardedClient } from '../outbound/guarded-client.js'
import { CallProvider } from './call-provider.js'
import { CallTransport } from './call-transport.js'
import { EmailPlugins } from './email-plugins.js'
import { InvoicingPlugins } from './invoicing-plugins.js'
import { PluginEntries } from './plugin-entries.repository.js'
import { PluginHealth } from './plugin-health.js'
import { PluginStates } from './plugin-states.repository.js'
import { ProviderRegistry } from './registry.js'

export const pluginHostModule = (
  registry: ProviderRegistry,
  invoicing: InvoicingPlugins,
  email: EmailPlugins,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ProviderRegistry).toConstantValue(registry)
    bind(InvoicingPlugins).toConstantValue(invoicing)
    bind(EmailPlugins).toConstantValue(email)
    provide(bind, CallTransport, [Clock, Timer, Log])
    provide(bind, PluginEntries, [READER, UnitOfWork])
    provide(bind, PluginStates, [READER, Generation])
    provide(bind, PluginHealth, [PluginStates, ProviderRegistry, AuditLog, UnitOfWork, Generation, Clock, Log])
    provide(bind, CallProvider, [GuardedClient, PluginEntries, PluginStates, PluginHealth, Clock, Timer, Log])
  })
